import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from '#web/api/query.ts';

/** The newest notices, with the number of those that are unread. */
export const ownNoticesQuery = (filter: { limit: number; unread?: 'true' }) =>
  endpointQuery('own-notices', 'GET /notices', { query: filter, placeholderData: keepPreviousData });

export const noticeSettingsQuery = () => endpointQuery('notice-settings', 'GET /user/notice-settings');
