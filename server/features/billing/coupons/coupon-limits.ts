import type { CouponRow } from '#server/database/tables/plans.ts';
import type { PlanOpens } from '../plans/plans.ts';

/** A limit of a coupon that leaves no further use. */
export type CouponLimit = 'used_by_buyer' | 'used_up' | 'not_first_purchase';
/** Why a coupon takes nothing off; `held_by_buyer`: the buyer can still pay another purchase with it. */
export type CouponRefusal = 'not_yet' | 'ended' | 'other_plan' | 'other_course' | 'held_by_buyer' | CouponLimit;

type Terms = Pick<CouponRow, 'starts_at' | 'ends_at' | 'plan_id' | 'course_id'>;
type Limits = Pick<CouponRow, 'max_uses' | 'max_uses_per_person' | 'is_first_purchase_only'>;

/** The plan of a purchase, and what it opens. */
export interface Bought {
  planId: string;
  opens: PlanOpens;
}

/** A coupon for a course is for the plans that open it, alone or with others, and not everything. */
const isOfCourse = (courseId: string, { opens }: Bought): boolean =>
  opens !== 'everything' && opens.courseIds.includes(courseId);

/** Why the dates, the plan or the course of a coupon forbid a purchase of this plan; undefined when they allow it. */
export const refusalByTerms = (
  { starts_at: startsAt, ends_at: endsAt, plan_id: onlyPlanId, course_id: onlyCourseId }: Terms,
  { now, ...bought }: Bought & { now: number },
): CouponRefusal | undefined => {
  if (startsAt !== null && now < startsAt) return 'not_yet';
  if (endsAt !== null && now >= endsAt) return 'ended';
  if (onlyPlanId !== null && onlyPlanId !== bought.planId) return 'other_plan';
  return onlyCourseId !== null && !isOfCourse(onlyCourseId, bought) ? 'other_course' : undefined;
};

/** Why the limits of a coupon forbid another use; undefined when they allow it. */
export const refusalByLimits = (
  { max_uses: max, max_uses_per_person: maxPerPerson, is_first_purchase_only: isFirstOnly }: Limits,
  { taken, own, hasBought }: { taken: number; own: number; hasBought: boolean },
): CouponLimit | undefined => {
  if (maxPerPerson !== null && own >= maxPerPerson) return 'used_by_buyer';
  if (max !== null && taken >= max) return 'used_up';
  return isFirstOnly === 1 && hasBought ? 'not_first_purchase' : undefined;
};

export const isLimited = (limits: Limits): boolean =>
  limits.max_uses !== null || limits.max_uses_per_person !== null || limits.is_first_purchase_only === 1;

export interface UsesNow {
  /** Purchases that were paid with the coupon, and payments with it that can still be made; of each, those of the buyer. */
  paid: number;
  payable: number;
  ownPaid: number;
  ownPayable: number;
  /** The buyer has paid for something. */
  hasBought: boolean;
}

/**
 * Why the limits of a coupon forbid one more payment of a buyer. Each payment that can still be made is a use, also one that
 * the buyer has given up: the provider would accept it.
 */
export const refusalOfBuyer = (
  limits: Limits,
  { paid, payable, ownPaid, ownPayable, hasBought }: UsesNow,
): CouponRefusal | undefined => {
  const refusal = refusalByLimits(limits, { taken: paid + payable - ownPayable, own: ownPaid, hasBought });
  if (refusal !== undefined || ownPayable === 0) return refusal;
  const own = { taken: paid + payable, own: ownPaid + ownPayable, hasBought: true };
  return refusalByLimits(limits, own) === undefined ? undefined : 'held_by_buyer';
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
