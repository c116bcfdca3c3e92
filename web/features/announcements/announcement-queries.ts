import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Audience } from '#contract/announcements/announcements.ts';
import { type CallOptions } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { pathTo } from '#web/app/path-to.ts';

const POLL_MS = 3000;
/** In the address of an announcement that is not written yet. */
export const NEW = 'new';

type Page = NonNullable<CallOptions<'GET /announcements'>['query']>;

export const announcementsQuery = (page: Page) =>
  endpointQuery(['announcements', 'list'], 'GET /announcements', {
    query: page,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** While it is being sent: how far it is. */
export const announcementQuery = (announcementId: string) =>
  endpointQuery('announcements', 'GET /announcements/:announcementId/manage', {
    params: { announcementId },
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const announcement = state.data?.announcement;
      const isMoving = announcement?.state === 'sending' || announcement?.state === 'scheduled';
      return isMoving || (announcement?.emails.queued ?? 0) > 0 ? POLL_MS : false;
    },
  });

export const announcementToReadQuery = (announcementId: string) =>
  endpointQuery('announcements', 'GET /announcements/:announcementId', { params: { announcementId } });

/** The count before stays until the next arrives. */
export const audienceQuery = (audience: Audience) =>
  endpointQuery('audience', 'POST /announcements/audience', { body: audience, placeholderData: keepPreviousData });

type Text = CallOptions<'POST /announcements/preview'>['body'];

/** As above. */
export const announcementPreviewQuery = (text: Text) =>
  endpointQuery('announcement-preview', 'POST /announcements/preview', {
    body: text,
    placeholderData: keepPreviousData,
  });

/** The addresses of the announcements: those of admins, or those of teachers. */
export const useAnnouncementPaths = () => {
  const isOfAdmins = useLocation().pathname.startsWith(pathTo('adminAnnouncements'));
  return {
    isOfAdmins,
    list: pathTo(isOfAdmins ? 'adminAnnouncements' : 'teachAnnouncements'),
    one: (announcementId: string) => pathTo(isOfAdmins ? 'adminAnnouncement' : 'teachAnnouncement', { announcementId }),
  };
};
