import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Mode } from './provider.ts';

const REFUNDED = sql<number>`(SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('pending', 'processed'))`;

/** Captured payments for something that was bought here: what the sums are over. */
const sold = (db: Db, mode: Mode) =>
  db
    .selectFrom('payments as p')
    .where('p.mode', '=', mode)
    .where('p.captured_at', 'is not', null)
    .where('p.attempt_id', 'is not', null);

export const sumSales = async (db: Db, mode: Mode) => {
  const each = sold(db, mode)
    .select(['p.amount_in_paise as amount', REFUNDED.as('refunded')])
    .as('sale');
  const row = await db
    .selectFrom(each)
    .select([
      sql<number>`COALESCE(SUM(CASE WHEN refunded < amount THEN 1 ELSE 0 END), 0)`.as('count'),
      sql<number>`COALESCE(SUM(amount), 0)`.as('gross'),
      sql<number>`COALESCE(SUM(refunded), 0)`.as('refunded'),
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, grossInPaise: row.gross, refundedInPaise: row.refunded };
};

/** How many were sold, and not wholly given back, in each of the months that begin at these moments. */
export const countSalesByMonth = async (db: Db, mode: Mode, starts: readonly number[]): Promise<number[]> => {
  const [first = 0, ...ends] = starts;
  const month = sql<number>`CASE ${sql.join(
    ends.slice(0, -1).map((end, index) => sql`WHEN p.captured_at < ${sql.lit(end)} THEN ${sql.lit(index)}`),
    sql` `,
  )} ELSE ${sql.lit(ends.length - 1)} END`;
  const each = sold(db, mode)
    .select(month.as('month'))
    .where('p.captured_at', '>=', first)
    .where('p.captured_at', '<', ends.at(-1) ?? first)
    .where(REFUNDED, '<', sql<number>`p.amount_in_paise`)
    .as('sale');
  const rows = await db
    .selectFrom(each)
    .select(['sale.month', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('sale.month')
    .execute();
  const counts = new Map(rows.map((row) => [row.month, row.count]));
  return ends.map((_, index) => counts.get(index) ?? 0);
};

/** The newest captured payments, those that belong to nothing known among them. */
export const newestPayments = (db: Db, mode: Mode, count: number) =>
  db
    .selectFrom('payments as p')
    .leftJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .leftJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'p.id',
      'p.provider_payment_id',
      'p.amount_in_paise',
      'p.currency',
      'p.captured_at',
      'p.access_until',
      'p.mode',
      'p.problem',
      'a.subscription_ref',
      'u.full_name',
      'u.email',
      REFUNDED.as('refunded'),
      sql<number>`(SELECT COUNT(*) FROM refunds r WHERE r.provider_payment_id = p.provider_payment_id
        AND r.status IN ('requested', 'pending'))`.as('refunds_under_way'),
      sql<number>`(SELECT COUNT(*) FROM disputes d WHERE d.provider_payment_id = p.provider_payment_id
        AND d.status IN ('open', 'under_review', 'lost'))`.as('disputes'),
    ])
    .where('p.mode', '=', mode)
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(count)
    .execute();
