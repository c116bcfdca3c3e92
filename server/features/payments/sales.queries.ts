import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Mode } from './provider.ts';

/** The sums of every day together: a row for each, however many payments there were. */
export const sumSales = async (db: Db, mode: Mode) =>
  db
    .selectFrom('daily_totals')
    .select([
      sql<number>`COALESCE(SUM(sold), 0)`.as('count'),
      sql<number>`COALESCE(SUM(gross_in_paise), 0)`.as('grossInPaise'),
      sql<number>`COALESCE(SUM(refunded_in_paise), 0)`.as('refundedInPaise'),
      sql<number>`COALESCE(SUM(lost_in_paise), 0)`.as('lostInPaise'),
    ])
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();

/** How many were sold, and not wholly given back, in each of these months, such as `2026-06`; they follow each other. */
export const countSalesByMonth = async (db: Db, mode: Mode, months: readonly string[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('daily_totals')
    .select([sql<string>`SUBSTR(day, 1, 7)`.as('month'), sql<number>`SUM(sold)`.as('sold')])
    .where('mode', '=', mode)
    .where('day', '>=', `${months.at(0)}-01`)
    .where('day', '<=', `${months.at(-1)}-31`)
    .groupBy(sql`SUBSTR(day, 1, 7)`)
    .execute();
  const counts = new Map(rows.map(({ month, sold }) => [month, sold]));
  return months.map((month) => counts.get(month) ?? 0);
};

const REFUNDED = sql<number>`(SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('pending', 'processed'))`;

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
      'p.standing',
      'a.subscription_ref',
      'u.full_name',
      'u.email',
      REFUNDED.as('refunded'),
    ])
    .where('p.mode', '=', mode)
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(count)
    .execute();
