import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Consents } from './consents.ts';

export const consentsRoutes = (implement: Implement, consents: Consents): void => {
  implement(api.consents.list, async ({ actor }) => ({
    message: messages.sitePages.success,
    ...(await consents.of(actor.id)),
  }));
  implement(api.consents.accept, async ({ actor, body }) => ({
    message: messages.sitePages.accepted,
    ...(await consents.accept(actor.id, body.pages)),
  }));
};
