import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import type { Days } from './trends.queries.ts';

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
    .columns(['mode', 'day', 'plan_version_id', 'paid', 'gross_in_paise'])
    .expression(
      tx
        .selectFrom('payments as p')
        .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
        .select([
          sql<Mode>`CAST(${mode} AS TEXT)`.as('mode'),
          sql<string>`CAST(${day} AS TEXT)`.as('day'),
          'a.plan_version_id',
          sql<number>`COUNT(*)`.as('paid'),
          sql<number>`SUM(p.amount_in_paise)`.as('gross_in_paise'),
        ])
        .where('p.mode', '=', mode)
        .where('p.captured_at', '>=', from)
        .where('p.captured_at', '<=', to)
        .groupBy('a.plan_version_id'),
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
