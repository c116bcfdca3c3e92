import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#web/api/api-error.ts';
import { couponPriceQuery } from '#web/api/coupon-queries.ts';
import { useOrderAddress } from './use-order-address.ts';

/** The code that the buyer entered, or that came with the link, and what the plan costs with it. */
export const useCoupon = (planId: string) => {
  const { named, rename } = useOrderAddress();
  const code = (named('coupon') ?? '').trim().toUpperCase();
  const price = useQuery({ ...couponPriceQuery(planId, code), enabled: code !== '' });
  const applied = code !== '' && price.isSuccess ? price.data : undefined;
  return {
    code,
    apply: (typed: string): void => rename('coupon', typed.trim().toUpperCase()),
    remove: (): void => rename('coupon', undefined),
    isChecking: code !== '' && price.isFetching,
    /** Why the code takes nothing off. */
    problem:
      code !== '' && price.isError
        ? sentenceOf(price.error, 'The code could not be checked. Please try again.')
        : undefined,
    /** The code as it is sent with the order; undefined while there is none that holds. */
    couponCode: applied && code,
    discountInPaise: applied?.discountInPaise ?? 0,
  };
};

export type CheckoutCoupon = ReturnType<typeof useCoupon>;
