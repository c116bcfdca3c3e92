import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Contact } from './contact.ts';

export const contactRoutes = (bind: Bind, contact: Contact): void => {
  bind(api.contact, {
    send: async ({ body, findActor }) => {
      await contact.send(body, await findActor());
    },
  });
};
