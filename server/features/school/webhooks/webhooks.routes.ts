import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Webhooks } from './webhooks.ts';

export const webhooksRoutes = (bind: Bind, webhooks: Webhooks): void => {
  bind(api.webhooks, {
    list: async () => ({ webhooks: await webhooks.list() }),
    create: ({ body }) => webhooks.create(body.url, body.events),
    change: async ({ params, body }) => ({ webhook: await webhooks.change(params.webhookId, body.events) }),
    rotate: ({ params }) => webhooks.rotate(params.webhookId),
    remove: ({ params }) => webhooks.remove(params.webhookId),
    messages: async ({ params }) => ({ webhookMessages: await webhooks.messages(params.webhookId) }),
    test: ({ params }) => webhooks.test(params.webhookId),
    resend: ({ params }) => webhooks.resend(params.webhookId, params.messageId),
  });
};
