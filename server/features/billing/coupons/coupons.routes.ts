import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { couponMessages as messages } from '#contract/billing/coupon-messages.ts';
import type { Coupons } from './coupons.ts';

export const couponRoutes = (bind: Bind, { coupons }: { coupons: Coupons }): void => {
  bind(api.coupons, {
    list: async () => ({ coupons: await coupons.list() }),
    create: async ({ body, actor }) => {
      const coupon = await coupons.create(body, actor.id);
      return { message: messages.created(coupon.code), coupon };
    },
    change: async ({ params: { couponId }, body, actor }) => ({
      coupon: await coupons.change(couponId, body, actor.id),
    }),
  });
};
