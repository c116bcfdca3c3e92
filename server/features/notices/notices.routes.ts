import { api } from '#contract/api.ts';
import { eventStream } from '#server/http/file/attachment.ts';
import { deviceName } from '#contract/accounts/device-name.ts';
import { fail } from '#server/errors.ts';
import type { Bind, RequestFacts } from '#server/http/endpoint/bind.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Notices } from './notices.ts';

export const noticesRoutes = (
  bind: Bind,
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
  const settingsOf = async ({ actor, writer }: { actor: Actor } & Pick<RequestFacts, 'writer'>) => {
    const reader = { isStaff: await isStaff(actor), isAdmin: actor.role === 'ADMIN', write: await writer() };
    return { settings: await notices.settingsOf(actor.id, reader) };
  };
  bind(api.notices, {
    list: ({ actor, query }) => notices.list(actor, query),
    // Every EventSource names the type (HTML Living Standard §9.2); another client gets the number and the end.
    stream: async ({ actor, header }) =>
      eventStream(
        header('accept')?.includes('text/event-stream') === true
          ? notices.streams.open(actor.id)
          : await notices.streams.once(actor.id),
      ),
    read: async ({ actor, params }) => ({ unread: await notices.markRead(actor.id, params.noticeId) }),
    readAll: async ({ actor }) => ({ unread: await notices.markAllRead(actor.id) }),
    ofPerson: async ({ params: { userId } }) => {
      const address = await emailOf(userId);
      if (address === undefined) throw fail('person_not_found');
      return notices.arrived(userId, address);
    },
    settings: settingsOf,
    saveSettings: async ({ body, ...asked }) => {
      await notices.saveSettings(asked.actor.id, body);
      return settingsOf(asked);
    },
    addBrowser: async ({ body, header, ...asked }) => {
      await notices.push.add(asked.actor, body, deviceName(header('user-agent') ?? null));
      return settingsOf(asked);
    },
    removeBrowser: async ({ params, ...asked }) => {
      await notices.push.remove(asked.actor.id, params.browserId);
      return settingsOf(asked);
    },
    testBrowsers: ({ actor }) => notices.push.test(actor.id),
    optOut: ({ params }) => notices.optOut(params.token, otherOptOuts),
    optIn: ({ params }) => notices.optIn(params.token, otherOptOuts),
  });
};
