import type { CouponBody } from '#contract/billing/coupons.ts';

/** The least that a provider charges. */
const MIN_CHARGE_IN_PAISE = 100;

/** The discount of a coupon on a price. A remainder too small to be charged is discounted as well. */
export const discountOf = (
  priceInPaise: number,
  { percentOff, amountOffInPaise }: Pick<CouponBody, 'percentOff' | 'amountOffInPaise'>,
): number => {
  const asked = percentOff === null ? (amountOffInPaise ?? 0) : Math.round((priceInPaise * percentOff) / 100);
  return priceInPaise - asked < MIN_CHARGE_IN_PAISE ? priceInPaise : asked;
};
