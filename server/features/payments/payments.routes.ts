import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { toInstant } from '#server/clock.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Payments } from './payments.ts';

const sentences = messages.payment;

export const paymentsRoutes = (implement: Implement, payments: Payments): void => {
  implement(api.payments.key, async () => ({ message: sentences.keyFetched, ...(await payments.checkoutKey()) }));

  implement(api.payments.subscribe, async ({ actor }) => {
    const { subscriptionId, expiresAt } = await payments.subscribe(actor);
    return { message: sentences.started, subscription_id: subscriptionId, expiresAt: toInstant(expiresAt) };
  });

  implement(api.payments.verify, async ({ actor, body }) => ({
    message: sentences.verified,
    subscription: await payments.verify(actor, body),
  }));

  implement(api.payments.unsubscribe, ({ actor }) => payments.unsubscribe(actor));

  implement(api.payments.webhook, async ({ rawBody, header }) => {
    await payments.receiveWebhook({ rawBody, header });
    return { message: sentences.webhookTaken };
  });

  implement(api.payments.list, async ({ query }) => ({
    message: sentences.recordsFetched,
    ...(await payments.sales(query.count)),
  }));
};
