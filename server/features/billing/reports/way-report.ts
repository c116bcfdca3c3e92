import { sql } from 'kysely';
import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import { Way } from '#contract/billing/way-names.ts';
import { messages } from '#contract/messages.ts';
import { daysLater, type SchoolCalendar } from '#server/calendar.ts';
import { DAY_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { invalidField } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type Mode, OFFLINE } from '../provider/provider.ts';
import { RETURNED_AT } from '../returns/returns.ts';
import type { Days } from './trends.queries.ts';

const MAX_DAYS = 366;

type Report = Omit<z.input<typeof api.ways.sums.response>, 'success' | 'message'>;

interface Sum {
  day: string;
  way: string;
  payments: number;
  came: number;
  went: number;
}

const WAY = sql`CASE WHEN p.provider = ${sql.lit(OFFLINE)} THEN p.method ELSE 'online' END`;

/** The days with their first and last moments, as a table. */
const daysBetween = ({ from, to }: Days, calendar: SchoolCalendar) => {
  const days: string[] = [];
  for (let day = from; day <= to; day = daysLater(day, 1)) days.push(day);
  return sql.join(
    days.map(
      (day) =>
        sql`(CAST(${day} AS TEXT), CAST(${calendar.startOf(day)} AS BIGINT), CAST(${calendar.endOf(day)} AS BIGINT))`,
    ),
  );
};

/** What came on each day, and what went back: in the way of its payment, or in that of a manual refund. */
const sumsOf = async (db: Db, mode: Mode, days: ReturnType<typeof daysBetween>): Promise<Sum[]> => {
  const { rows } =
    await sql<Sum>`WITH days (day, starts_at, ends_at) AS (VALUES ${days}), moves (day, way, payments, came, went) AS (
      SELECT days.day, ${WAY}, 1, p.amount_in_paise, 0
      FROM days JOIN payments p ON p.captured_at BETWEEN days.starts_at AND days.ends_at
      WHERE p.mode = ${mode} AND p.status = 'captured' AND p.amount_in_paise > 0
      UNION ALL
      SELECT days.day, CASE WHEN r.settled_by IS NULL OR r.settled_by = 'reversal' THEN ${WAY} ELSE r.settled_by END, 0, 0, r.amount_in_paise
      FROM days JOIN refunds r ON ${RETURNED_AT} BETWEEN days.starts_at AND days.ends_at
      JOIN payments p ON p.provider_payment_id = r.provider_payment_id
      WHERE p.mode = ${mode} AND r.status = 'processed')
    SELECT day, way, SUM(payments) AS payments, SUM(came) AS came, SUM(went) AS went FROM moves GROUP BY day, way`.execute(
      db,
    );
  return rows;
};

/** A cash book: what came and went back by day and way, and together. A refund counts on the day on which it was paid back. */
export const createWayReport =
  ({ database: { db }, settings }: Pick<BillingPlatform, 'database' | 'settings'>) =>
  async (range: Days): Promise<Report> => {
    if (range.to < range.from || Date.parse(range.to) - Date.parse(range.from) >= MAX_DAYS * DAY_MS)
      throw invalidField('to', messages.ways.rangeTooLong);
    const all = await sumsOf(db, await settings.purchaseMode(), daysBetween(range, await settings.calendar()));
    const byWay = Way.options.map((way) => ({ way, sums: all.filter((sum) => sum.way === way) }));
    return {
      ways: byWay
        .filter(({ sums }) => sums.length > 0)
        .map(({ way, sums }) => {
          const total = (part: 'payments' | 'came' | 'went') => sums.reduce((sum, one) => sum + one[part], 0);
          const [grossInPaise, returnedInPaise] = [total('came'), total('went')];
          const netInPaise = grossInPaise - returnedInPaise;
          return { way, payments: total('payments'), grossInPaise, returnedInPaise, netInPaise };
        }),
      days: byWay
        .flatMap(({ way, sums }) =>
          sums.map(({ day, came, went }) => ({ day, way, inInPaise: came, outInPaise: went })),
        )
        .toSorted((a, b) => b.day.localeCompare(a.day)),
    };
  };
