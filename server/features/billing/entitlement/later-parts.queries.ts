import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import { REFUNDED_IN_PAISE } from '../returns/returns.ts';

/** What these users paid for later parts, after refunds, by user. */
export const laterPartsPaidBy = async (
  db: Db,
  userIds: readonly string[],
  mode: Mode,
): Promise<ReadonlyMap<string, number>> => {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select(['a.user_id', sql<number>`SUM(p.amount_in_paise - ${REFUNDED_IN_PAISE})`.as('paid')])
    .where('p.user_id', 'in', userIds)
    .where('p.mode', '=', mode)
    .where('p.status', '=', 'captured')
    .where('a.parts_of', 'is not', null)
    .groupBy('a.user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.paid]));
};
