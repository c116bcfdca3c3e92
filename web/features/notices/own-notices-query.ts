import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';

/** The newest notices, with the number of those that are unread. */
export const ownNoticesQuery = (filter: { limit: number; unread?: 'true' }) => ({
  ...endpointQuery(queryKeys.ownNoticeList(filter), 'GET /notices', { query: filter }),
  placeholderData: keepPreviousData,
});

export const noticeSettingsQuery = () => endpointQuery(queryKeys.noticeSettings, 'GET /user/notice-settings');
