import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { DailySalesRow } from '#server/database/payment-tables.ts';
import type { Mode } from '../provider/provider.ts';

const REFUNDED = sql<number>`(SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('pending', 'processed'))`;
const LOST = sql<number>`(SELECT COALESCE(SUM(d.amount_in_paise), 0) FROM disputes d
  WHERE d.provider_payment_id = p.provider_payment_id AND d.status = 'lost')`;
/** A payment whose standing is `paid` has neither: most payments of a day need no look at refunds and disputes. */
const unlessPaid = (amount: typeof REFUNDED) => sql<number>`CASE WHEN p.standing = 'paid' THEN 0 ELSE ${amount} END`;

export type DaySums = Pick<DailySalesRow, 'sold' | 'gross_in_paise' | 'refunded_in_paise' | 'lost_in_paise'>;

/** What counts as sold: payments for a purchase made here, by when they were captured. One that is wholly refunded is not sold. */
const salesBetween = (db: Db, mode: Mode, from: number, to: number) =>
  db
    .selectFrom(
      db
        .selectFrom('payments as p')
        .select([
          'p.amount_in_paise',
          unlessPaid(REFUNDED).as('refunded_in_paise'),
          unlessPaid(LOST).as('lost_in_paise'),
        ])
        .where('p.mode', '=', mode)
        .where('p.captured_at', '>=', from)
        .where('p.captured_at', '<=', to)
        .where('p.attempt_id', 'is not', null)
        .as('sale'),
    )
    .select([
      sql<number>`COALESCE(SUM(CASE WHEN sale.refunded_in_paise < sale.amount_in_paise THEN 1 ELSE 0 END), 0)`.as(
        'sold',
      ),
      sql<number>`COALESCE(SUM(sale.amount_in_paise), 0)`.as('gross_in_paise'),
      sql<number>`COALESCE(SUM(sale.refunded_in_paise), 0)`.as('refunded_in_paise'),
      sql<number>`COALESCE(SUM(sale.lost_in_paise), 0)`.as('lost_in_paise'),
    ]);

/** The row of a day, locked until commit; a new one when it is missing. */
export const lockDay = (tx: Db, mode: Mode, day: string): Promise<DaySums> =>
  tx
    .insertInto('daily_sales')
    .values({ mode, day, sold: 0, gross_in_paise: 0, refunded_in_paise: 0, lost_in_paise: 0 })
    .onConflict((conflict) => conflict.columns(['mode', 'day']).doUpdateSet({ sold: sql`daily_sales.sold` }))
    .returningAll()
    .executeTakeFirstOrThrow();

export const writeDay = (
  tx: Db,
  mode: Mode,
  day: string,
  { from, to }: { from: number; to: number },
): Promise<DaySums> =>
  tx
    .updateTable('daily_sales')
    .from(salesBetween(tx, mode, from, to).as('sales'))
    .set((eb) => ({
      sold: eb.ref('sales.sold'),
      gross_in_paise: eb.ref('sales.gross_in_paise'),
      refunded_in_paise: eb.ref('sales.refunded_in_paise'),
      lost_in_paise: eb.ref('sales.lost_in_paise'),
    }))
    .where('mode', '=', mode)
    .where('day', '=', day)
    .returning([
      'daily_sales.sold',
      'daily_sales.gross_in_paise',
      'daily_sales.refunded_in_paise',
      'daily_sales.lost_in_paise',
    ])
    .executeTakeFirstOrThrow();

/** Undefined for a day on which nothing was captured. */
export const findDay = (db: Db, mode: Mode, day: string): Promise<DaySums | undefined> =>
  db
    .selectFrom('daily_sales')
    .select(['sold', 'gross_in_paise', 'refunded_in_paise', 'lost_in_paise'])
    .where('mode', '=', mode)
    .where('day', '=', day)
    .executeTakeFirst();

export const storedDays = async (db: Db, mode: Mode): Promise<string[]> =>
  (await db.selectFrom('daily_sales').select('day').where('mode', '=', mode).execute()).map(({ day }) => day);

/** When the first payment after this moment was captured. */
export const nextCapture = async (db: Db, mode: Mode, after: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('payments')
    .select('captured_at')
    .where('mode', '=', mode)
    .where('captured_at', '>', after)
    .orderBy('captured_at')
    .limit(1)
    .executeTakeFirst();
  return row?.captured_at ?? undefined;
};

/** The sums over all days: a row for each, however many payments there were. */
export const sumSales = async (db: Db, mode: Mode) =>
  db
    .selectFrom('daily_sales')
    .select([
      sql<number>`COALESCE(SUM(sold), 0)`.as('sold'),
      sql<number>`COALESCE(SUM(gross_in_paise), 0)`.as('grossInPaise'),
      sql<number>`COALESCE(SUM(refunded_in_paise), 0)`.as('refundedInPaise'),
      sql<number>`COALESCE(SUM(lost_in_paise), 0)`.as('lostInPaise'),
    ])
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow();

/** How many were sold in each of these consecutive months, such as `2026-06`. */
export const countSalesByMonth = async (db: Db, mode: Mode, months: readonly string[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('daily_sales')
    .select([sql<string>`SUBSTR(day, 1, 7)`.as('month'), sql<number>`SUM(sold)`.as('sold')])
    .where('mode', '=', mode)
    .where('day', '>=', `${months.at(0)}-01`)
    .where('day', '<=', `${months.at(-1)}-31`)
    .groupBy(sql`SUBSTR(day, 1, 7)`)
    .execute();
  const counts = new Map(rows.map(({ month, sold }) => [month, sold]));
  return months.map((month) => counts.get(month) ?? 0);
};
