import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Mode } from '../provider/provider.ts';
import { beginningIn } from '../purchase-rows/purchase-rows.ts';
import { COLUMNS, type DaySums } from './reports.queries.ts';

/** First and last day, both included, such as `2026-06-15`. */
export interface Days {
  from: string;
  to: string;
}

const sums = COLUMNS.map((name) => sql<number>`COALESCE(SUM(${sql.ref(name)}), 0)`.as(name));

const daysOf = (db: Db, mode: Mode, days: Days) =>
  db.selectFrom('daily_sales').where('mode', '=', mode).where('day', '>=', days.from).where('day', '<=', days.to);

export const sumDays = (db: Db, mode: Mode, days: Days) =>
  daysOf(db, mode, days).select(sums).$castTo<DaySums>().executeTakeFirstOrThrow();

/** The sums of each period that has sales, by the first letters of its days: 4 for years, 7 for months, 10 for days. */
export const sumPeriods = async (
  db: Db,
  mode: Mode,
  days: Days,
  letters: 4 | 7 | 10,
): Promise<Map<string, DaySums>> => {
  const period = sql<string>`SUBSTR(day, 1, ${sql.lit(letters)})`;
  const rows = await daysOf(db, mode, days)
    .select([...sums, period.as('period')])
    .groupBy(period)
    .$castTo<DaySums & { period: string }>()
    .execute();
  return new Map(rows.map(({ period: name, ...row }) => [name, row]));
};

/** A span of time: [from, to) in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** What looks like the end of access is a pause, for a part that is not paid. */
const IS_PAUSE = sql<boolean>`EXISTS (SELECT 1 FROM part_dues WHERE part_dues.user_id = user_access.user_id
  AND part_dues.mode = user_access.mode AND part_dues.missing_in_paise > 0 AND part_dues.pauses_at = user_access.ends_at)`;

/** How often access ended in each span: users without access since, and users who returned with a later payment. */
export const countEndedAccess = async (db: Db, mode: Mode, spans: readonly Span[]): Promise<number[]> => {
  const columns = spans.map(({ from, to }, index) =>
    sql<number>`(SELECT COUNT(*) FROM user_access WHERE mode = ${mode} AND ends_at >= ${from} AND ends_at < ${to}
          AND NOT ${IS_PAUSE})
      + (SELECT COUNT(*) FROM payments WHERE mode = ${mode} AND previous_end < ${beginningIn('payments')}
          AND previous_end >= ${from} AND previous_end < ${to})`.as(`s${index}`),
  );
  const row: Record<string, number> = await db.selectNoFrom(columns).executeTakeFirstOrThrow();
  return spans.map((_, index) => row[`s${index}`] ?? 0);
};

/** How many checkouts were started, and how many payment windows opened, in a span. */
export const countCheckouts = (db: Db, mode: Mode, { from, to }: Span) =>
  db
    .selectNoFrom([
      sql<number>`(SELECT COUNT(*) FROM payment_attempts
        WHERE amount_in_paise > 0 AND mode = ${mode} AND created_at >= ${from} AND created_at < ${to})`.as('started'),
      sql<number>`(SELECT COUNT(*) FROM payment_attempts WHERE window_opened_at IS NOT NULL
        AND mode = ${mode} AND window_opened_at >= ${from} AND window_opened_at < ${to})`.as('windowsOpened'),
    ])
    .executeTakeFirstOrThrow();
