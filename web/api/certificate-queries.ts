import { endpointQuery, queryKeys } from './query-keys.ts';

/** A certificate, as its page says it to everyone. */
export const certificateQuery = (code: string) =>
  endpointQuery(queryKeys.certificate(code), 'GET /certificates/:code', { params: { code } });
