import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';

/** Once loaded, the questions of this visit stay, whatever becomes due meanwhile. */
export const recallQuery = () => ({ ...endpointQuery(queryKeys.recall, 'GET /user/review'), staleTime: Infinity });
