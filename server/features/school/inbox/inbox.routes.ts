import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Inbox } from './inbox.ts';

export const inboxRoutes = (bind: Bind, inbox: Inbox): void => {
  bind(api.inbox, {
    list: ({ query }) => inbox.list(query),
    read: async ({ params: { messageId } }) => ({ inboxMessage: await inbox.read(messageId) }),
    reply: async ({ actor, params: { messageId }, body }) => ({
      inboxMessage: await inbox.reply(actor, messageId, body),
    }),
    setDone: async ({ params: { messageId }, body: { isDone } }) => ({
      message: isDone ? messages.inbox.done : messages.inbox.open,
      inboxMessage: await inbox.setDone(messageId, isDone),
    }),
  });
};
