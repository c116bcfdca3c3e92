import { sql } from 'kysely';
import { type Db, isUniqueViolation } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { CouponRow } from '#server/database/tables/plans.ts';
import { fail } from '#server/errors.ts';
import { type Mode, OFFLINE } from '../provider/provider.ts';
import type { UsesNow } from './coupon-limits.ts';

/** An attempt that a captured payment belongs to, of which nothing or only a part was refunded. */
const IS_PAID = sql<boolean>`EXISTS (SELECT 1 FROM payments p
  WHERE p.attempt_id = a.id AND p.status = 'captured' AND COALESCE(p.standing, 'paid') <> 'refunded')`;

/** An attempt that nothing was paid for yet and that the provider still accepts a payment for. */
const isPayable = (now: number) => sql<boolean>`(a.state IN ('open', 'retired') AND a.is_over = 0
  AND a.expires_at > ${sql.lit(now)}
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.attempt_id = a.id AND p.status = 'captured'))`;

const count = (condition: ReturnType<typeof isPayable>) => sql<number>`COUNT(CASE WHEN ${condition} THEN 1 END)`;

const attemptsWith = (db: Db, mode: Mode) =>
  db.selectFrom('payment_attempts as a').where('a.mode', '=', mode).where('a.coupon_id', 'is not', null);

export interface Uses {
  paid: number;
  /** Payments that can still be made. */
  reserved: number;
  discountInPaise: number;
}

/** The uses of every coupon that was ever used, by its id. */
export const usesOfAll = async (db: Db, mode: Mode, now: number): Promise<Map<string, Uses>> => {
  const rows = await attemptsWith(db, mode)
    .select([
      'a.coupon_id',
      count(IS_PAID).as('paid'),
      count(isPayable(now)).as('reserved'),
      sql<number>`COALESCE(SUM(CASE WHEN ${IS_PAID} THEN a.discount_in_paise END), 0)`.as('discountInPaise'),
    ])
    .groupBy('a.coupon_id')
    .execute();
  return new Map(rows.map(({ coupon_id: id, ...uses }) => [id ?? '', uses]));
};

export interface NextUse {
  userId: string;
  mode: Mode;
  /** The attempt that the use is of, if it is stored already. */
  attemptId?: string | undefined;
  /** The plan that is paid online for the buyer, in place of their payment that waits for it. */
  replacesPlanId?: string | undefined;
  now: number;
}

/** Offline orders that the buyer has only begun hold nothing against them: people see what comes of both. Nor does what is replaced. */
const isReplaced = ({ userId, replacesPlanId = '' }: NextUse) =>
  sql<boolean>`(a.user_id = ${userId} AND a.provider = ${sql.lit(OFFLINE)} AND (a.provider_status = 'created'
    OR a.gift_id IS NULL AND a.plan_version_id IN (SELECT id FROM plan_versions WHERE plan_id = ${replacesPlanId})))`;

/** The uses of a coupon besides the next one, and those of the buyer among them. */
export const countUses = async (
  tx: Db,
  { id, max_uses: maxUses }: Pick<CouponRow, 'id' | 'max_uses'>,
  use: NextUse,
): Promise<Omit<UsesNow, 'hasBought'>> => {
  const { userId, mode, attemptId = '', now } = use;
  const payable = sql<boolean>`(${isPayable(now)} AND NOT ${isReplaced(use)})`;
  const isOwn = (condition: ReturnType<typeof isPayable>) => sql<boolean>`(a.user_id = ${userId} AND ${condition})`;
  const attempts = attemptsWith(tx, mode).where('a.coupon_id', '=', id).where('a.id', '<>', attemptId);
  // Where there is no limit in all, those of others do not matter.
  return (maxUses === null ? attempts.where('a.user_id', '=', userId) : attempts)
    .select([
      count(IS_PAID).as('paid'),
      count(payable).as('payable'),
      count(isOwn(IS_PAID)).as('ownPaid'),
      count(isOwn(payable)).as('ownPayable'),
    ])
    .executeTakeFirstOrThrow();
};

/** Whether a user has paid for something besides this attempt. */
export const hasPurchase = (
  tx: Db,
  { userId, mode, attemptId = '' }: { userId: string; mode: Mode; attemptId?: string | undefined },
): Promise<boolean> =>
  hasRow(
    tx
      .selectFrom('payment_attempts as a')
      .select('a.id')
      .where('a.user_id', '=', userId)
      .where('a.id', '<>', attemptId)
      .where('a.mode', '=', mode)
      .where(IS_PAID)
      .limit(1),
  );

export const planName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('plans').select('name').where('id', '=', id).executeTakeFirst())?.name;

export const findCoupon = (db: Db, code: string): Promise<CouponRow | undefined> =>
  db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();

export const listCoupons = (db: Db): Promise<CouponRow[]> =>
  db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();

export const couponById = (db: Db, id: string): Promise<CouponRow | undefined> =>
  db.selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirst();

/** The coupon as it is now, locked until commit: uses of one coupon are taken and paid one after the other. */
export const lockCoupon = (tx: Db, id: string, now: number): Promise<CouponRow | undefined> =>
  tx.updateTable('coupons').set({ updated_at: now }).where('id', '=', id).returningAll().executeTakeFirst();

/** A code that another coupon has is refused. */
const unlessTaken = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw isUniqueViolation(error) ? fail('coupon_code_taken') : error;
  }
};

export const insertCoupon = (tx: Db, row: CouponRow): Promise<CouponRow> =>
  unlessTaken(tx.insertInto('coupons').values(row).returningAll().executeTakeFirstOrThrow());

export const updateCoupon = (
  tx: Db,
  id: string,
  changes: Omit<CouponRow, 'id' | 'created_at'>,
): Promise<CouponRow | undefined> =>
  unlessTaken(tx.updateTable('coupons').set(changes).where('id', '=', id).returningAll().executeTakeFirst());
