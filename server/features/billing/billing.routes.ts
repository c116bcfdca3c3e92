import { api } from '#contract/api.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { adminBillingRoutes } from './admin/admin.routes.ts';
import type { Billing } from './billing.ts';
import { couponRoutes } from './coupons/coupons.routes.ts';
import { extensionRoutes } from './extensions/extensions.routes.ts';
import { giftRoutes } from './gifts/gifts.routes.ts';
import { partRoutes } from './owed-parts/owed-parts.routes.ts';
import { ownWayRoutes } from './own-ways/own-ways.routes.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';

export const billingRoutes = (bind: Bind, payments: Billing, policy: Pick<CoursePolicy, 'staffOf'>): void => {
  bind(api.rights, {
    mine: async ({ actor }) => ({ rights: await payments.rightsOf(actor) }),
    renewals: async ({ actor }) => ({ renewals: await payments.renewalsOf(actor.id) }),
  });

  bind(api.payments, {
    key: () => payments.checkout.key(),
    subscribe: async ({ actor, body, address }) => {
      const { couponCode, ...order } = body;
      const coupon = couponCode ? { code: couponCode, address } : undefined;
      const { subscriptionId, checkoutUrl, expiresAt, isPaid } = await payments.checkout.start(actor, {
        ...order,
        coupon,
      });
      return { subscription_id: subscriptionId, checkoutUrl, expiresAt: toInstant(expiresAt), isPaid };
    },
    windowOpened: async ({ actor, body }) => {
      await payments.checkout.windowOpened(actor.id, body.subscription_id);
    },
    verify: async ({ actor, body }) => ({ subscription: await payments.verify(actor, body) }),
    unsubscribe: ({ actor, body }) => payments.unsubscribe(actor, body.paymentId),
    purchases: async ({ actor }) => {
      const { refundInPaise, keptUntil } = await payments.ifCancelled(actor.id);
      return { purchases: await payments.purchasesOf(actor), refundInPaise, keptUntil: toInstantOrNull(keptUntil) };
    },
    receipt: async ({ actor, params: { receiptNumber } }) =>
      attachment(
        `${receiptNumber}.pdf`,
        await payments.receipts.pdfOf(receiptNumber, {
          id: actor.id,
          seesAll: actor.role === 'ADMIN' && (await policy.staffOf(actor)) === undefined,
        }),
      ),
    webhook: ({ rawBody, header }) => payments.receiveWebhook({ rawBody, header }),
  });

  bind(api.plans, {
    list: async ({ query }) => ({ plans: await payments.plans.present(await payments.plans.onSale(), query) }),
    price: async ({ params: { planId }, query: { couponCode, language }, address, findActor }) => {
      const actor = await findActor();
      const entered = couponCode ? { code: couponCode, address } : undefined;
      return payments.checkout.priceOf(planId, { actor, language: language ?? actor?.language }, entered);
    },
  });

  const { trends } = payments;

  bind(api.reports, {
    revenue: ({ query }) => trends.revenue(query),
    sales: ({ query }) => trends.sales(query),
    members: () => trends.members(),
    refunds: ({ query }) => trends.refunds(query),
    checkout: () => trends.checkout(),
  });

  couponRoutes(bind, payments);
  giftRoutes(bind, payments);
  extensionRoutes(bind, payments.extensions);
  recoveryRoutes(bind, payments);
  ownWayRoutes(bind, payments, policy);
  partRoutes(bind, payments);
  adminBillingRoutes(bind, payments.admin, payments.planCheck);
};
