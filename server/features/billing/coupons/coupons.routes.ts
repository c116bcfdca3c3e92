import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Coupons } from './coupons.ts';

export const couponRoutes = (implement: Implement, { coupons }: { coupons: Coupons }): void => {
  implement(api.coupons.list, async () => ({ message: messages.coupons.fetched, coupons: await coupons.list() }));

  implement(api.coupons.create, async ({ body, actor }) => ({
    message: messages.coupons.created,
    coupon: await coupons.create(body, actor.id),
  }));

  implement(api.coupons.change, async ({ params: { couponId }, body, actor }) => ({
    message: messages.coupons.changed,
    coupon: await coupons.change(couponId, body, actor.id),
  }));
};
