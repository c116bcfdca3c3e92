import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import { REFUNDED_IN_PAISE } from '../returns/returns.ts';
import { LOST, unlessPaid } from './reports.queries.ts';
import type { Days } from './trends.queries.ts';

/** A purchase that cost nothing is no sale, and neither is money that opens nothing. A gift opens when it is redeemed. */
export const OPENED_FOR_MONEY = sql<0 | 1>`CASE
  WHEN p.amount_in_paise > 0 AND (p.access_until IS NOT NULL OR a.gift_id IS NOT NULL) THEN 1 ELSE 0 END`;
const [refunded, lost] = [unlessPaid(REFUNDED_IN_PAISE), unlessPaid(LOST)];

/** Writes the sales of a day for each plan version. The caller has locked the day. */
export const writePlanSales = async (
  tx: Tx,
  mode: Mode,
  day: string,
  { from, to }: { from: number; to: number },
): Promise<void> => {
  await tx.deleteFrom('daily_plan_sales').where('mode', '=', mode).where('day', '=', day).execute();
  await tx
    .insertInto('daily_plan_sales')
    .columns(['mode', 'day', 'plan_version_id', 'paid', 'gross_in_paise', 'sales', 'refunded', 'returned_in_paise'])
    .expression(
      tx
        .selectFrom(
          tx
            .selectFrom('payments as p')
            .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
            .select(['a.plan_version_id', 'p.amount_in_paise'])
            .select([OPENED_FOR_MONEY.as('is_sale'), refunded.as('refunded'), lost.as('lost')])
            .where('p.mode', '=', mode)
            .where('p.captured_at', '>=', from)
            .where('p.captured_at', '<=', to)
            .as('sale'),
        )
        .select([
          sql<Mode>`CAST(${mode} AS TEXT)`.as('mode'),
          sql<string>`CAST(${day} AS TEXT)`.as('day'),
          'sale.plan_version_id',
          sql<number>`COUNT(*)`.as('paid'),
          sql<number>`SUM(sale.amount_in_paise)`.as('gross_in_paise'),
          sql<number>`SUM(sale.is_sale)`.as('sales'),
          sql<number>`SUM(CASE WHEN sale.is_sale = 1 AND sale.refunded > 0 THEN 1 ELSE 0 END)`.as('refunded'),
          sql<number>`SUM(sale.refunded + sale.lost)`.as('returned_in_paise'),
        ])
        .groupBy('sale.plan_version_id'),
    )
    .execute();
};

/** The sales of each plan version between two days, both included, by the version's id. */
export const sumPlanSales = async (db: Db, mode: Mode, { from, to }: Days): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('daily_plan_sales')
    .select(['plan_version_id', sql<number>`SUM(gross_in_paise)`.as('gross')])
    .where('mode', '=', mode)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('plan_version_id')
    .execute();
  return new Map(rows.map((row) => [row.plan_version_id, row.gross]));
};
