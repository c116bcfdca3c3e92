import { endpointQuery } from './query.ts';

/** The address of the user's live classes as a calendar. */
export const calendarQuery = () => endpointQuery('calendar', 'GET /user/calendar', { staleTime: 0 });
