import type { CouponRow } from '#server/database/plan-tables.ts';

/** Why a coupon takes nothing off. */
export type CouponRefusal = 'not_yet' | 'ended' | 'other_plan' | 'used_by_buyer' | 'used_up' | 'not_first_purchase';

type Terms = Pick<CouponRow, 'starts_at' | 'ends_at' | 'plan_id'>;
type Limits = Pick<CouponRow, 'max_uses' | 'max_uses_per_person' | 'is_first_purchase_only'>;

/** What the dates and the plan of a coupon say of a purchase of this plan; undefined when they allow it. */
export const refusalByTerms = (
  { starts_at: startsAt, ends_at: endsAt, plan_id: onlyPlanId }: Terms,
  { planId, now }: { planId: string; now: number },
): CouponRefusal | undefined => {
  if (startsAt !== null && now < startsAt) return 'not_yet';
  if (endsAt !== null && now >= endsAt) return 'ended';
  return onlyPlanId !== null && onlyPlanId !== planId ? 'other_plan' : undefined;
};

/** What the limits of a coupon say of another use; undefined when they allow it. */
export const refusalByLimits = (
  { max_uses: max, max_uses_per_person: maxPerPerson, is_first_purchase_only: isFirstOnly }: Limits,
  { taken, own, hasBought }: { taken: number; own: number; hasBought: boolean },
): CouponRefusal | undefined => {
  if (maxPerPerson !== null && own >= maxPerPerson) return 'used_by_buyer';
  if (max !== null && taken >= max) return 'used_up';
  return isFirstOnly === 1 && hasBought ? 'not_first_purchase' : undefined;
};

/** How admins see a coupon of which `paid` uses are paid. */
export const stateOf = (
  { starts_at: startsAt, ends_at: endsAt, max_uses: max }: Pick<CouponRow, 'starts_at' | 'ends_at' | 'max_uses'>,
  { paid, now }: { paid: number; now: number },
): 'scheduled' | 'active' | 'used_up' | 'ended' => {
  if (endsAt !== null && endsAt <= now) return 'ended';
  if (max !== null && paid >= max) return 'used_up';
  return startsAt !== null && startsAt > now ? 'scheduled' : 'active';
};
