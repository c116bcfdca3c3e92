import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Inbox } from './inbox.ts';

export const inboxRoutes = (implement: Implement, inbox: Inbox): void => {
  implement(api.inbox.list, async ({ query }) => ({ message: messages.inbox.success, ...(await inbox.list(query)) }));

  implement(api.inbox.read, async ({ params: { messageId } }) => ({
    message: messages.inbox.success,
    inboxMessage: await inbox.read(messageId),
  }));

  implement(api.inbox.reply, async ({ actor, params: { messageId }, body }) => ({
    message: messages.inbox.replied,
    inboxMessage: await inbox.reply(actor, messageId, body),
  }));

  implement(api.inbox.setDone, async ({ params: { messageId }, body: { isDone } }) => ({
    message: isDone ? messages.inbox.done : messages.inbox.open,
    inboxMessage: await inbox.setDone(messageId, isDone),
  }));
};
