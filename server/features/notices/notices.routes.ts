import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { eventStream } from '#server/http/file/attachment.ts';
import { deviceName } from '#contract/accounts/device-name.ts';
import { fail } from '#server/errors.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Notices } from './notices.ts';

const { userNotices } = messages;

export const noticesRoutes = (
  implement: Implement,
  notices: Notices,
  {
    isStaff,
    otherOptOuts,
    emailOf,
  }: {
    /** Whether a user gets notices for teachers. */
    isStaff: (actor: Actor) => Promise<boolean>;
    otherOptOuts: Parameters<Notices['optOut']>[1];
    emailOf: (userId: string) => Promise<string | undefined>;
  },
): void => {
  implement(api.notices.list, async ({ actor, query }) => ({
    message: userNotices.success,
    ...(await notices.list(actor.id, query)),
  }));

  // Every EventSource names the type (HTML Living Standard §9.2); another client gets the number and the end.
  implement(api.notices.stream, async ({ actor, header }) =>
    eventStream(
      header('accept')?.includes('text/event-stream') === true
        ? notices.streams.open(actor.id)
        : await notices.streams.once(actor.id),
    ),
  );

  implement(api.notices.read, async ({ actor, params }) => ({
    message: userNotices.read,
    unread: await notices.markRead(actor.id, params.noticeId),
  }));

  implement(api.notices.readAll, async ({ actor }) => ({
    message: userNotices.read,
    unread: await notices.markAllRead(actor.id),
  }));

  implement(api.notices.ofPerson, async ({ params: { userId } }) => {
    const address = await emailOf(userId);
    if (address === undefined) throw fail('person_not_found');
    return { message: userNotices.success, ...(await notices.arrived(userId, address)) };
  });

  implement(api.notices.settings, async ({ actor }) => ({
    message: userNotices.settings,
    settings: await notices.settingsOf(actor.id, await isStaff(actor)),
  }));

  implement(api.notices.saveSettings, async ({ actor, body }) => ({
    message: userNotices.saved,
    settings: await notices.saveSettings(actor.id, await isStaff(actor), body),
  }));

  implement(api.notices.addBrowser, async ({ actor, body, header }) => {
    await notices.push.add(actor, body, deviceName(header('user-agent') ?? null));
    return {
      message: userNotices.push.added,
      settings: await notices.settingsOf(actor.id, await isStaff(actor)),
    };
  });

  implement(api.notices.removeBrowser, async ({ actor, params }) => {
    await notices.push.remove(actor.id, params.browserId);
    return {
      message: userNotices.push.removed,
      settings: await notices.settingsOf(actor.id, await isStaff(actor)),
    };
  });

  implement(api.notices.testBrowsers, async ({ actor }) => {
    await notices.push.test(actor.id);
    return { message: userNotices.push.tested };
  });

  implement(api.notices.optOut, async ({ params }) => {
    await notices.optOut(params.token, otherOptOuts);
    return { message: userNotices.optedOut };
  });

  implement(api.notices.optIn, async ({ params }) => {
    await notices.optIn(params.token, otherOptOuts);
    return { message: userNotices.optedIn };
  });
};
