import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Inbox } from './inbox.ts';

const sentences = messages.inbox;

export const inboxRoutes = (implement: Implement, inbox: Inbox): void => {
  implement(api.inbox.list, async ({ query }) => ({ message: sentences.success, ...(await inbox.list(query)) }));

  implement(api.inbox.read, async ({ params: { messageId } }) => ({
    message: sentences.success,
    inboxMessage: await inbox.read(messageId),
  }));

  implement(api.inbox.reply, async ({ actor, params: { messageId }, body }) => ({
    message: sentences.replied,
    inboxMessage: await inbox.reply(actor, messageId, body),
  }));

  implement(api.inbox.setDone, async ({ params: { messageId }, body: { isDone } }) => ({
    message: isDone ? sentences.done : sentences.open,
    inboxMessage: await inbox.setDone(messageId, isDone),
  }));
};
