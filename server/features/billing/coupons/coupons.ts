import type { z } from 'zod';
import type { Coupon as CouponItem, CouponBody } from '#contract/billing/coupons.ts';
import { messages } from '#contract/messages.ts';
import { recordChange } from '#server/audit/context.ts';
import { toInstantOrNull } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { CouponRow } from '#server/database/tables/plans.ts';
import { fail } from '#server/errors.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import { newId } from '#server/ids.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { existingCourses, type Plan, type Plans, titlesOf } from '../plans/plans.ts';
import type { Mode } from '../provider/provider.ts';
import {
  type Bought,
  type CouponLimit,
  type CouponRefusal,
  isLimited,
  refusalByLimits,
  refusalByTerms,
  refusalOfBuyer,
  stateOf,
  type UsesNow,
} from './coupon-limits.ts';
import {
  countUses,
  couponById,
  findCoupon,
  hasPurchase,
  insertCoupon,
  listCoupons,
  lockCoupon,
  type NextUse,
  planName,
  updateCoupon,
  type Uses,
  usesOfAll,
} from './coupons.queries.ts';
import { discountOf } from './discount.ts';

/** Codes that do not exist, allowed to one network in fifteen minutes. A whole school may buy from one network at once. */
const MAX_UNKNOWN_CODES = 300;

/** A coupon for one plan, with the discount that it gives now. */
export interface AppliedCoupon {
  id: string;
  code: string;
  discountInPaise: number;
}

type Item = z.input<typeof CouponItem>;

/** A code, and the network address that it came from, which limits guesses. */
export interface EnteredCode {
  code: string;
  address: string;
}

/** A use that has just been paid. */
export interface PaidUse {
  couponId: string;
  attemptId: string;
  userId: string;
  mode: Mode;
}

export type Coupons = ReturnType<typeof createCoupons>;

const boughtIn = ({ id: planId, current: { opens } }: Plan): Bought => ({ planId, opens });

const none: Uses = { paid: 0, reserved: 0, discountInPaise: 0 };

const toItem = (row: CouponRow, uses: Uses, now: number): Item => ({
  _id: row.id,
  code: row.code,
  percentOff: row.percent_off,
  amountOffInPaise: row.amount_off_in_paise,
  maxUses: row.max_uses,
  maxUsesPerPerson: row.max_uses_per_person,
  startsAt: toInstantOrNull(row.starts_at),
  endsAt: toInstantOrNull(row.ends_at),
  planId: row.plan_id,
  courseId: row.course_id,
  isFirstPurchaseOnly: row.is_first_purchase_only === 1,
  state: stateOf(row, { paid: uses.paid, now }),
  uses: uses.paid,
  reserved: uses.reserved,
  discountInPaise: uses.discountInPaise,
});

const appliedTo = (
  { current }: Plan,
  { id, code, percent_off: percentOff, amount_off_in_paise: amountOffInPaise }: CouponRow,
): AppliedCoupon => ({
  id,
  code,
  discountInPaise: discountOf(current.priceInPaise, { percentOff, amountOffInPaise }),
});

const columnsOf = (body: CouponBody, now: number) => ({
  code: body.code,
  percent_off: body.percentOff,
  amount_off_in_paise: body.amountOffInPaise,
  max_uses: body.maxUses,
  max_uses_per_person: body.maxUsesPerPerson,
  starts_at: body.startsAt === null ? null : Date.parse(body.startsAt),
  ends_at: body.endsAt === null ? null : Date.parse(body.endsAt),
  plan_id: body.planId,
  course_id: body.courseId,
  is_first_purchase_only: body.isFirstPurchaseOnly ? 1 : 0,
  updated_at: now,
});

const usesNow = async (on: Db, coupon: CouponRow, use: NextUse): Promise<UsesNow> => ({
  ...(await countUses(on, coupon, use)),
  hasBought: coupon.is_first_purchase_only === 1 && (await hasPurchase(on, use)),
});

/** Locks a coupon whose uses are limited until commit: other uses of it wait. */
const couponToUse = async (tx: Tx, id: string, now: number): Promise<CouponRow | undefined> => {
  const coupon = await couponById(tx, id);
  return coupon && isLimited(coupon) ? lockCoupon(tx, id, now) : coupon;
};

/**
 * Which limit of which code a use went beyond that is paid in this transaction: a provider accepts payments of attempts
 * whose time is over.
 */
export const couponExcessOf = async (
  tx: Tx,
  use: PaidUse,
  now: number,
): Promise<{ code: string; limit: CouponLimit } | undefined> => {
  const coupon = await couponToUse(tx, use.couponId, now);
  if (!coupon || !isLimited(coupon)) return undefined;
  const { paid: taken, ownPaid: own, hasBought } = await usesNow(tx, coupon, { ...use, now });
  const limit = refusalByLimits(coupon, { taken, own, hasBought });
  return limit && { code: coupon.code, limit };
};

/** Codes that take something off a price. */
export const createCoupons = ({ database, clock, settings, limits }: BillingPlatform, plans: Plans) => {
  const { db } = database;

  /** Throws the error of a refusal, if there is one. */
  const assertAllowed = async (
    on: Db,
    refusal: CouponRefusal | undefined,
    { starts_at: startsAt, ends_at: endsAt }: CouponRow,
  ): Promise<void> => {
    if (refusal === undefined) return;
    if (refusal === 'used_up') throw fail('coupon_used_up');
    const { formatDate } = await settings.calendar(on);
    const refusals = {
      not_yet: () => messages.coupons.notYet(formatDate(startsAt ?? 0)),
      ended: () => messages.coupons.ended(formatDate((endsAt ?? 0) - 1)),
      other_plan: () => messages.coupons.otherPlan,
      other_course: () => messages.coupons.otherCourse,
      used_by_buyer: () => messages.coupons.usedByYou,
      held_by_buyer: () => messages.coupons.heldByYou,
      not_first_purchase: () => messages.coupons.firstPurchase,
    };
    throw fail('coupon_not_valid', { message: refusals[refusal]() });
  };

  const assertTerms = (on: Db, coupon: CouponRow, bought: Bought): Promise<void> =>
    assertAllowed(on, refusalByTerms(coupon, { ...bought, now: clock.now() }), coupon);

  /** With the names of the plan and the course that it is for. */
  const audited = async (
    tx: Tx,
    { code, plan_id: planId, course_id: courseId, ...terms }: ReturnType<typeof columnsOf>,
  ) => ({
    coupon: code,
    ...terms,
    plan: planId === null ? null : await planName(tx, planId),
    course: courseId === null ? null : (await titlesOf(tx, [courseId])).get(courseId),
  });

  const save = async (
    { body, adminId, kind }: { body: CouponBody; adminId: string; kind: 'coupon_created' | 'coupon_changed' },
    write: (tx: Tx, now: number) => Promise<CouponRow | undefined>,
  ): Promise<Item> => {
    if (body.planId !== null) await plans.find(body.planId);
    if (body.courseId !== null && (await existingCourses(db, [body.courseId])).length === 0)
      throw fail('course_not_found');
    const mode = await settings.purchaseMode();
    return database.transaction(async (tx) => {
      const now = clock.now();
      const row = await write(tx, now);
      if (!row) throw fail('coupon_not_found');
      const { code, percentOff, amountOffInPaise } = body;
      const entry = { kind, detail: { code, percentOff, amountOffInPaise } } as const;
      await recordAudit(tx, { at: now, source: { kind: 'admin', id: adminId }, ...entry });
      return toItem(row, (await usesOfAll(tx, mode, now)).get(row.id) ?? none, now);
    });
  };

  /**
   * The coupon of a code, for this plan by its terms and dates. Throws `coupon_not_found` and `coupon_not_valid`, and
   * `too_many_requests` for a network that has tried too many codes.
   */
  const findValid = async (bought: Bought, { code, address }: EnteredCode): Promise<CouponRow> => {
    const allowance = { name: `coupon ${networkOf(address)}`, max: MAX_UNKNOWN_CODES };
    let found: CouponRow | undefined;
    await limits.attempt([allowance], async () => {
      found = await findCoupon(db, code);
      return found !== undefined;
    });
    if (!found) throw fail('coupon_not_found');
    await assertTerms(db, found, bought);
    return found;
  };

  return {
    /** What a code takes off this plan, whether or not it has uses left. Throws as `findValid`. */
    apply: async (plan: Plan, entered: EnteredCode): Promise<AppliedCoupon> =>
      appliedTo(plan, await findValid(boughtIn(plan), entered)),

    /** As `apply`, and whether it has uses left: for this buyer, if one is known. Throws `coupon_used_up`. */
    preview: async (plan: Plan, entered: EnteredCode, userId = ''): Promise<AppliedCoupon> => {
      const coupon = await findValid(boughtIn(plan), entered);
      const uses = await usesNow(db, coupon, { userId, mode: await settings.purchaseMode(), now: clock.now() });
      const refusal = refusalOfBuyer(coupon, uses);
      // The buyer may continue this attempt.
      await assertAllowed(db, refusal === 'held_by_buyer' ? undefined : refusal, coupon);
      return appliedTo(plan, coupon);
    },

    /**
     * Takes a use in the transaction that stores the attempt with this coupon. The use is the attempt: it counts while the
     * attempt can be paid, then while its payment is not refunded. Throws `coupon_not_valid` and `coupon_used_up`.
     */
    reserve: async (
      tx: Tx,
      couponId: string,
      { planId, opens, ...use }: Pick<NextUse, 'userId' | 'mode' | 'replacesPlanId'> & Bought,
    ): Promise<void> => {
      const coupon = await couponToUse(tx, couponId, clock.now());
      if (!coupon) throw fail('coupon_not_found');
      await assertTerms(tx, coupon, { planId, opens });
      await assertAllowed(tx, refusalOfBuyer(coupon, await usesNow(tx, coupon, { ...use, now: clock.now() })), coupon);
    },
    list: async (): Promise<Item[]> => {
      const now = clock.now();
      const uses = await usesOfAll(db, await settings.purchaseMode(), now);
      return (await listCoupons(db)).map((row) => toItem(row, uses.get(row.id) ?? none, now));
    },
    /** Throws `coupon_code_taken`, `plan_not_found` and `course_not_found`. */
    create: (body: CouponBody, adminId: string): Promise<Item> =>
      save({ body, adminId, kind: 'coupon_created' }, async (tx, now) => {
        const columns = columnsOf(body, now);
        recordChange({ name: body.code, after: await audited(tx, columns) });
        return insertCoupon(tx, { ...columns, id: newId(), created_at: now });
      }),
    /** For purchases that begin from now on. Throws as `create`, and `coupon_not_found`. */
    change: (id: string, body: CouponBody, adminId: string): Promise<Item> =>
      save({ body, adminId, kind: 'coupon_changed' }, async (tx, now) => {
        const [before, columns] = [await couponById(tx, id), columnsOf(body, now)];
        if (!before) return undefined;
        const { created_at: _, id: __, ...known } = before;
        recordChange({ name: before.code, before: await audited(tx, known), after: await audited(tx, columns) });
        return updateCoupon(tx, id, columns);
      }),
  };
};
