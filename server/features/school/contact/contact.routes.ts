import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Contact } from './contact.ts';

export const contactRoutes = (implement: Implement, contact: Contact): void => {
  implement(api.contact.send, async ({ body, findActor }) => {
    await contact.send(body, await findActor());
    return { message: messages.contact.success };
  });
};
