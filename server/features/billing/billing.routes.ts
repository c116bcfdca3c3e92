import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { adminBillingRoutes } from './admin/admin.routes.ts';
import type { Billing } from './billing.ts';
import { couponRoutes } from './coupons/coupons.routes.ts';
import { giftRoutes } from './gifts/gifts.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { toPlanItem } from './plans/plans.ts';

export const billingRoutes = (implement: Implement, payments: Billing, policy: Pick<CoursePolicy, 'staffOf'>): void => {
  implement(api.payments.key, async () => ({
    message: messages.payment.keyFetched,
    ...(await payments.checkout.key()),
  }));

  implement(api.payments.subscribe, async ({ actor, body, address }) => {
    const { couponCode, ...order } = body;
    const coupon = couponCode ? { code: couponCode, address } : undefined;
    const { subscriptionId, checkoutUrl, expiresAt, isPaid } = await payments.checkout.start(actor, {
      ...order,
      coupon,
    });
    return {
      message: messages.payment.started,
      subscription_id: subscriptionId,
      checkoutUrl,
      expiresAt: toInstant(expiresAt),
      isPaid,
    };
  });

  implement(api.rights.mine, async ({ actor }) => ({
    message: messages.payment.rightsFetched,
    rights: await payments.rightsOf(actor),
  }));

  implement(api.rights.renewals, async ({ actor }) => ({
    message: messages.payment.rightsFetched,
    renewals: await payments.renewalsOf(actor.id),
  }));

  implement(api.payments.windowOpened, async ({ actor, body }) => {
    await payments.checkout.windowOpened(actor.id, body.subscription_id);
    return { message: messages.payment.windowOpened };
  });

  implement(api.payments.verify, async ({ actor, body }) => ({
    message: messages.payment.verified,
    subscription: await payments.verify(actor, body),
  }));

  implement(api.payments.unsubscribe, ({ actor, body }) => payments.unsubscribe(actor, body.paymentId));

  implement(api.payments.purchases, async ({ actor }) => {
    const { refundInPaise, keptUntil } = await payments.ifCancelled(actor.id);
    return {
      message: messages.payment.purchasesFetched,
      purchases: await payments.purchasesOf(actor.id),
      refundInPaise,
      keptUntil: toInstantOrNull(keptUntil),
    };
  });

  implement(api.payments.receipt, async ({ actor, params: { receiptNumber } }) =>
    attachment(
      `${receiptNumber}.pdf`,
      await payments.receipts.pdfOf(receiptNumber, {
        id: actor.id,
        seesAll: actor.role === 'ADMIN' && (await policy.staffOf(actor)) === undefined,
      }),
    ),
  );

  implement(api.payments.webhook, async ({ rawBody, header }) => {
    await payments.receiveWebhook({ rawBody, header });
    return { message: messages.payment.webhookTaken };
  });

  implement(api.plans.list, async () => ({
    message: messages.plans.fetched,
    plans: (await payments.plans.onSale()).map(toPlanItem),
  }));

  implement(api.plans.price, async ({ params: { planId }, query: { couponCode }, address, findActor }) => ({
    message: messages.plans.priceFetched,
    ...(await payments.checkout.priceOf(
      planId,
      await findActor(),
      couponCode ? { code: couponCode, address } : undefined,
    )),
  }));

  const { trends } = payments;
  const { fetched: message } = messages.reports;
  implement(api.reports.revenue, async ({ query }) => ({ message, ...(await trends.revenue(query)) }));
  implement(api.reports.sales, async ({ query }) => ({ message, ...(await trends.sales(query)) }));
  implement(api.reports.members, async () => ({ message, ...(await trends.members()) }));
  implement(api.reports.refunds, async ({ query }) => ({ message, ...(await trends.refunds(query)) }));
  implement(api.reports.checkout, async () => ({ message, ...(await trends.checkout()) }));

  couponRoutes(implement, payments);
  giftRoutes(implement, payments);
  recoveryRoutes(implement, payments);
  adminBillingRoutes(implement, payments.admin, payments.planCheck);
};
