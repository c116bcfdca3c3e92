import { api } from '#contract/api.ts';
import { webhookMessages as words } from '#contract/school/webhook-messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Webhooks } from './webhooks.ts';

export const webhooksRoutes = (implement: Implement, webhooks: Webhooks): void => {
  implement(api.webhooks.list, async () => ({ message: words.fetched, webhooks: await webhooks.list() }));

  implement(api.webhooks.create, async ({ body }) => ({
    message: words.created,
    ...(await webhooks.create(body.url, body.events)),
  }));

  implement(api.webhooks.change, async ({ params, body }) => ({
    message: words.changed,
    webhook: await webhooks.change(params.webhookId, body.events),
  }));

  implement(api.webhooks.rotate, async ({ params }) => ({
    message: words.rotated,
    ...(await webhooks.rotate(params.webhookId)),
  }));

  implement(api.webhooks.remove, async ({ params }) => {
    await webhooks.remove(params.webhookId);
    return { message: words.deleted };
  });

  implement(api.webhooks.messages, async ({ params }) => ({
    message: words.fetched,
    webhookMessages: await webhooks.messages(params.webhookId),
  }));

  implement(api.webhooks.test, async ({ params }) => {
    await webhooks.test(params.webhookId);
    return { message: words.sent };
  });

  implement(api.webhooks.resend, async ({ params }) => {
    await webhooks.resend(params.webhookId, params.messageId);
    return { message: words.sent };
  });
};
