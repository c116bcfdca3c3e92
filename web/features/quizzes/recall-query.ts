import { endpointQuery } from '#web/api/query.ts';

/** Once loaded, the questions of this visit stay, whatever becomes due meanwhile. */
export const recallQuery = () => endpointQuery('recall', 'GET /user/review', { staleTime: Infinity });
