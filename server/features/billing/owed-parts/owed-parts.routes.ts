import { api } from '#contract/api.ts';
import { toInstant } from '#server/clock.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Billing } from '../billing.ts';

export const partRoutes = (bind: Bind, { parts, checkout }: Pick<Billing, 'parts' | 'checkout'>): void =>
  bind(api.parts, {
    mine: async ({ actor }) => ({ purchases: await parts.mine(actor) }),
    start: async ({ actor, params: { paymentId }, body: { upTo } }) => {
      const started = await checkout.parts.start(actor.id, { paymentId, upTo });
      const { subscriptionId, checkoutUrl, expiresAt, amountInPaise } = started;
      return { subscription_id: subscriptionId, checkoutUrl, expiresAt: toInstant(expiresAt), amountInPaise };
    },
    overdue: ({ query }) => parts.overdue(query),
    ofPurchase: async ({ params: { paymentId } }) => ({ purchase: await parts.ofPurchase(paymentId) }),
    remind: async ({ actor, params: { paymentId } }) => ({ purchase: await parts.remind(paymentId, actor.id) }),
    postpone: async ({ actor, params, body }) => ({
      purchase: await parts.postpone({ adminId: actor.id, ...params, ...body }),
    }),
    writeOff: async ({ actor, params, body }) => ({
      purchase: await parts.writeOff({ adminId: actor.id, ...params, ...body }),
    }),
    undo: async ({ actor, params, body }) => ({
      purchase: await parts.undo({ adminId: actor.id, ...params, ...body }),
    }),
  });
