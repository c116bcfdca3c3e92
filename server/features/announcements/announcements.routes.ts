import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Announcements } from './announcements.ts';

const said = messages.announcements;

/** Every endpoint throws `announcements_off` while the school has switched notices off: they are kept. */
export const announcementsRoutes = (
  bind: Bind,
  announcements: Announcements,
  settings: Pick<Settings, 'community'>,
): void => {
  const assertOn = async (): Promise<void> => {
    if (!(await settings.community()).notices) throw fail('announcements_off');
  };

  bind(
    api.announcements,
    {
      list: ({ actor, query }) => announcements.list(actor, query),
      create: async ({ actor, body }) => ({ announcement: await announcements.create(actor, body) }),
      count: ({ actor, body }) => announcements.count(actor, body),
      preview: ({ actor, body }) => announcements.preview(actor, body),
      read: async ({ actor, params }) => ({ announcement: await announcements.read(actor, params.announcementId) }),
      open: async ({ actor, params }) => ({ announcement: await announcements.open(actor, params.announcementId) }),
      save: async ({ actor, params, body }) => ({
        announcement: await announcements.save(actor, params.announcementId, body),
      }),
      remove: ({ actor, params }) => announcements.remove(actor, params.announcementId),
      test: ({ actor, params }) => announcements.test(actor, params.announcementId),
      send: async ({ actor, params, body: { sendAt } }) => ({
        message: sendAt === undefined ? said.sending : said.scheduled,
        announcement: await announcements.send(actor, params.announcementId, sendAt),
      }),
      cancel: async ({ actor, params }) => ({ announcement: await announcements.cancel(actor, params.announcementId) }),
    },
    assertOn,
  );
};
