import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Coupons } from './coupons.ts';

export const couponRoutes = (bind: Bind, { coupons }: { coupons: Coupons }): void => {
  bind(api.coupons, {
    list: async () => ({ coupons: await coupons.list() }),
    create: async ({ body, actor }) => ({ coupon: await coupons.create(body, actor.id) }),
    change: async ({ params: { couponId }, body, actor }) => ({
      coupon: await coupons.change(couponId, body, actor.id),
    }),
  });
};
