import { endpointQuery, queryKeys } from './query-keys.ts';

/** The address of the user's live classes as a calendar. */
export const calendarQuery = () => ({ ...endpointQuery(queryKeys.calendar, 'GET /user/calendar'), staleTime: 0 });
