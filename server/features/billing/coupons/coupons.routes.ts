import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import { type Plans, toPlanItem } from '../plans/plans.ts';
import type { Coupons } from './coupons.ts';

export const couponRoutes = (implement: Implement, { coupons, plans }: { coupons: Coupons; plans: Plans }): void => {
  implement(api.plans.price, async ({ params: { planId }, query: { couponCode }, address, findActor }) => {
    const plan = await plans.find(planId);
    const { priceInPaise } = plan.current;
    const { discountInPaise } = couponCode
      ? await coupons.preview(plan, { code: couponCode, address }, (await findActor())?.id)
      : { discountInPaise: 0 };
    return {
      message: messages.plans.priceFetched,
      plan: toPlanItem(plan),
      priceInPaise,
      discountInPaise,
      totalInPaise: priceInPaise - discountInPaise,
    };
  });

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
