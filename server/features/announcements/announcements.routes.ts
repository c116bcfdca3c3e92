import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { Handler, Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Announcements } from './announcements.ts';

const said = messages.announcements;

/** Every endpoint throws `announcements_off` while the school has switched notices off: they are kept. */
export const announcementsRoutes = (
  implement: Implement,
  announcements: Announcements,
  settings: Pick<Settings, 'community'>,
): void => {
  const whileOn = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void =>
    implement(endpoint, async (input) => {
      if (!(await settings.community()).notices) throw fail('announcements_off');
      return handler(input);
    });

  whileOn(api.announcements.list, async ({ actor, query }) => ({
    message: said.success,
    ...(await announcements.list(actor, query)),
  }));

  whileOn(api.announcements.create, async ({ actor, body }) => ({
    message: said.saved,
    announcement: await announcements.create(actor, body),
  }));

  whileOn(api.announcements.count, async ({ actor, body }) => ({
    message: said.counted,
    ...(await announcements.count(actor, body)),
  }));

  whileOn(api.announcements.preview, async ({ actor, body }) => ({
    message: said.preview,
    ...(await announcements.preview(actor, body)),
  }));

  whileOn(api.announcements.read, async ({ actor, params }) => ({
    message: said.one,
    announcement: await announcements.read(actor, params.announcementId),
  }));

  whileOn(api.announcements.open, async ({ actor, params }) => ({
    message: said.one,
    announcement: await announcements.open(actor, params.announcementId),
  }));

  whileOn(api.announcements.save, async ({ actor, params, body }) => ({
    message: said.saved,
    announcement: await announcements.save(actor, params.announcementId, body),
  }));

  whileOn(api.announcements.remove, async ({ actor, params }) => {
    await announcements.remove(actor, params.announcementId);
    return { message: said.removed };
  });

  whileOn(api.announcements.test, async ({ actor, params }) => {
    await announcements.test(actor, params.announcementId);
    return { message: said.tested };
  });

  whileOn(api.announcements.send, async ({ actor, params, body: { sendAt } }) => ({
    message: sendAt === undefined ? said.sending : said.scheduled,
    announcement: await announcements.send(actor, params.announcementId, sendAt),
  }));

  whileOn(api.announcements.cancel, async ({ actor, params }) => ({
    message: said.cancelled,
    announcement: await announcements.cancel(actor, params.announcementId),
  }));
};
