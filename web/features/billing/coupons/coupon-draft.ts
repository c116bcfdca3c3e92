import { z } from 'zod';
import { type Coupon, CouponBody } from '#contract/coupons.ts';
import { messages } from '#contract/messages.ts';
import { dayOf, endOfDay, startOfDay } from '#web/ui/text/days.ts';
import { formatRupeeInput, parseRupees } from '#web/features/billing/plans/rupee-input.ts';

export const newCoupon = {
  code: '',
  kind: 'percent',
  value: '',
  planId: '',
  maxUses: '',
  maxUsesPerPerson: '1',
  startsOn: '',
  endsOn: '',
  isFirstPurchaseOnly: false,
};
type CouponDraft = typeof newCoupon;

/** A coupon as the form shows it. Its days are those of the school; the last one is the last on which it is accepted. */
export const draftOf = (coupon: Coupon, timeZone: string): CouponDraft => ({
  code: coupon.code,
  kind: coupon.percentOff === null ? 'amount' : 'percent',
  value: coupon.percentOff === null ? formatRupeeInput(coupon.amountOffInPaise ?? 0) : String(coupon.percentOff),
  planId: coupon.planId ?? '',
  maxUses: coupon.maxUses?.toString() ?? '',
  maxUsesPerPerson: coupon.maxUsesPerPerson?.toString() ?? '',
  startsOn: coupon.startsAt === null ? '' : dayOf(coupon.startsAt, timeZone),
  endsOn: coupon.endsAt === null ? '' : dayOf(Date.parse(coupon.endsAt) - 1, timeZone),
  isFirstPurchaseOnly: coupon.isFirstPurchaseOnly,
});

const limit = z.string().transform((typed) => (typed.trim() === '' ? null : Number(typed)));

/** What the form is checked with; the contract checks the result. */
export const couponSchema = (timeZone: string) =>
  z
    .object({
      code: CouponBody.shape.code,
      kind: z.string(),
      value: z.string(),
      planId: z.string(),
      maxUses: limit.pipe(CouponBody.shape.maxUses.unwrap()),
      maxUsesPerPerson: limit.pipe(CouponBody.shape.maxUsesPerPerson.unwrap()),
      startsOn: z.string(),
      endsOn: z.string(),
      isFirstPurchaseOnly: z.boolean(),
    })
    .refine(({ kind, value }) => kind !== 'percent' || CouponBody.shape.percentOff.safeParse(Number(value)).success, {
      error: messages.coupons.badPercent,
      path: ['value'],
    })
    .refine(
      ({ kind, value }) =>
        kind !== 'amount' || CouponBody.shape.amountOffInPaise.safeParse(parseRupees(value) ?? 0).success,
      { error: messages.coupons.badAmount, path: ['value'] },
    )
    .refine(({ startsOn, endsOn }) => endsOn === '' || startsOn <= endsOn, {
      error: messages.coupons.endsBeforeStart,
      path: ['endsOn'],
    })
    .transform(({ kind, value, planId, startsOn, endsOn, ...rest }) => ({
      ...rest,
      percentOff: kind === 'percent' ? Number(value) : null,
      amountOffInPaise: kind === 'amount' ? (parseRupees(value) ?? null) : null,
      planId: planId === '' ? null : planId,
      startsAt: startsOn === '' ? null : startOfDay(startsOn, timeZone),
      endsAt: endsOn === '' ? null : endOfDay(endsOn, timeZone),
    }));
