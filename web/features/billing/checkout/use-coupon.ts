import { useQueries } from '@tanstack/react-query';
import type { Plan } from '#contract/plans.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { couponPriceQuery } from '#web/features/billing/coupon-queries.ts';
import { useOrderAddress } from './use-order-address.ts';

/** The code that the buyer entered, or that came with the link, and what each plan costs with it. */
export const useCoupon = (plans: readonly Plan[], chosen: Plan) => {
  const { named, rename } = useOrderAddress();
  const code = (named('coupon') ?? '').trim().toUpperCase();
  const prices = useQueries({
    queries: plans.map(({ _id }) => ({ ...couponPriceQuery(_id, code), enabled: code !== '' })),
  });
  const priceOf = (plan: Plan) => prices[plans.indexOf(plan)];
  const discountOf = (plan: Plan): number => priceOf(plan)?.data?.discountInPaise ?? 0;
  const price = priceOf(chosen);
  return {
    code,
    apply: (typed: string): void => rename('coupon', typed.trim().toUpperCase()),
    remove: (): void => rename('coupon', undefined),
    isChecking: price?.isFetching === true,
    /** Why the code takes nothing off. */
    problem: price?.isError ? sentenceOf(price.error, 'The code could not be checked. Please try again.') : undefined,
    /** The code as it is sent with the order; undefined while there is none that holds. */
    couponCode: price?.isSuccess ? code : undefined,
    discountOf,
    discountInPaise: discountOf(chosen),
    totalInPaise: chosen.priceInPaise - discountOf(chosen),
  };
};

export type CheckoutCoupon = ReturnType<typeof useCoupon>;
