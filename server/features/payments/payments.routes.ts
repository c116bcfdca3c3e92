import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { toInstant } from '#server/clock.ts';
import { fileAnswer } from '#server/http/file-answer.ts';
import type { Implement } from '#server/http/implement.ts';
import { peopleRoutes } from './desk/people.routes.ts';
import { salesRoutes } from './desk/sales.routes.ts';
import type { Payments } from './payments.ts';

const sentences = messages.payment;

export const paymentsRoutes = (implement: Implement, payments: Payments): void => {
  implement(api.payments.key, async () => ({ message: sentences.keyFetched, ...(await payments.checkoutKey()) }));

  implement(api.payments.subscribe, async ({ actor, body }) => {
    const { subscriptionId, checkoutUrl, expiresAt } = await payments.subscribe(actor, body.state);
    return {
      message: sentences.started,
      subscription_id: subscriptionId,
      checkoutUrl,
      expiresAt: toInstant(expiresAt),
    };
  });

  implement(api.payments.verify, async ({ actor, body }) => ({
    message: sentences.verified,
    subscription: await payments.verify(actor, body),
  }));

  implement(api.payments.unsubscribe, ({ actor }) => payments.unsubscribe(actor));

  implement(api.payments.purchases, async ({ actor }) => ({
    message: sentences.purchasesFetched,
    purchases: await payments.purchasesOf(actor.id),
  }));

  implement(api.payments.receipt, async ({ actor, params: { receiptNumber } }) =>
    fileAnswer(`${receiptNumber}.pdf`, await payments.receipts.pdfOf(receiptNumber, actor)),
  );

  implement(api.payments.webhook, async ({ rawBody, header }) => {
    await payments.receiveWebhook({ rawBody, header });
    return { message: sentences.webhookTaken };
  });

  implement(api.payments.list, async ({ query }) => ({
    message: sentences.recordsFetched,
    ...(await payments.sales(query.count)),
  }));

  salesRoutes(implement, payments.desk, payments.planCheck);
  peopleRoutes(implement, payments.desk);
};
