import { sql } from 'kysely';
import { type Db, isUniqueViolation } from '#server/database/database.ts';
import type { CouponRow } from '#server/database/plan-tables.ts';
import { fail } from '#server/errors.ts';
import type { Mode } from '../provider/provider.ts';

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
  /** Buyers who can still pay what they began; each counts once, however often they began. */
  reserved: number;
  discountInPaise: number;
}

/** The uses of every coupon that was ever used, by its id. */
export const usesOfAll = async (db: Db, mode: Mode, now: number): Promise<Map<string, Uses>> => {
  const rows = await attemptsWith(db, mode)
    .select([
      'a.coupon_id',
      count(IS_PAID).as('paid'),
      sql<number>`COUNT(DISTINCT CASE WHEN ${isPayable(now)} THEN a.user_id END)`.as('reserved'),
      sql<number>`COALESCE(SUM(CASE WHEN ${IS_PAID} THEN a.discount_in_paise END), 0)`.as('discountInPaise'),
    ])
    .groupBy('a.coupon_id')
    .execute();
  return new Map(rows.map(({ coupon_id: id, ...uses }) => [id ?? '', uses]));
};

/** How often a coupon is used up by this buyer's purchases, and by those of all with the ones that others are paying now. */
export const countUses = async (
  tx: Db,
  couponId: string,
  { userId, mode, now }: { userId: string; mode: Mode; now: number },
): Promise<{ taken: number; own: number }> =>
  attemptsWith(tx, mode)
    .where('a.coupon_id', '=', couponId)
    .select([
      sql<number>`${count(IS_PAID)} + COUNT(DISTINCT CASE WHEN a.user_id <> ${userId} AND ${isPayable(now)} THEN a.user_id END)`.as(
        'taken',
      ),
      count(sql<boolean>`(a.user_id = ${userId} AND ${IS_PAID})`).as('own'),
    ])
    .executeTakeFirstOrThrow();

export const hasPurchase = async (tx: Db, userId: string, mode: Mode): Promise<boolean> =>
  (await tx
    .selectFrom('payment_attempts as a')
    .select('a.id')
    .where('a.user_id', '=', userId)
    .where('a.mode', '=', mode)
    .where(IS_PAID)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findCoupon = (db: Db, code: string): Promise<CouponRow | undefined> =>
  db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst();

export const listCoupons = (db: Db): Promise<CouponRow[]> =>
  db.selectFrom('coupons').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();

/** The coupon as it is now, locked until commit: who takes a use waits for whoever took one before. */
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
