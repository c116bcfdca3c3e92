import { sql } from 'kysely';
import type { z } from 'zod';
import type { api } from '#contract/api.ts';
import { Way } from '#contract/billing/way-names.ts';
import { messages } from '#contract/messages.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import { DAY_MS } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { invalidField } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type Mode, OFFLINE } from '../provider/provider.ts';
import type { Days } from './trends.queries.ts';

const MAX_DAYS = 366;

type Report = Omit<z.input<typeof api.ways.sums.response>, 'success' | 'message'>;

interface Sum {
  day: string;
  way: string;
  payments: number;
  amount: number;
}

const WAY = sql`CASE WHEN p.provider = ${sql.lit(OFFLINE)} THEN p.method ELSE 'online' END`;

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** The days with their first and last moments, as a table. */
const daysBetween = ({ from, to }: Days, calendar: SchoolCalendar) => {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return sql.join(
    days.map(
      (day) =>
        sql`(CAST(${day} AS TEXT), CAST(${calendar.startOf(day)} AS BIGINT), CAST(${calendar.endOf(day)} AS BIGINT))`,
    ),
  );
};

/** What came on each day. */
const received = async (db: Db, mode: Mode, days: ReturnType<typeof daysBetween>): Promise<Sum[]> => {
  const { rows } = await sql<Sum>`WITH days (day, starts_at, ends_at) AS (VALUES ${days})
    SELECT days.day, ${WAY} AS way, COUNT(*) AS payments, SUM(p.amount_in_paise) AS amount
    FROM days JOIN payments p ON p.captured_at BETWEEN days.starts_at AND days.ends_at
    WHERE p.mode = ${mode} AND p.status = 'captured' AND p.amount_in_paise > 0
    GROUP BY 1, 2`.execute(db);
  return rows;
};

/** What went back on each day, in the way of its payment, or by hand in another one. */
const returned = async (db: Db, mode: Mode, days: ReturnType<typeof daysBetween>): Promise<Sum[]> => {
  const { rows } = await sql<Sum>`WITH days (day, starts_at, ends_at) AS (VALUES ${days})
    SELECT days.day, CASE WHEN r.settled_by IS NULL OR r.settled_by = 'reversal' THEN ${WAY} ELSE r.settled_by END AS way,
      COUNT(*) AS payments, SUM(r.amount_in_paise) AS amount
    FROM days JOIN refunds r ON r.accepted_at BETWEEN days.starts_at AND days.ends_at
    JOIN payments p ON p.provider_payment_id = r.provider_payment_id
    WHERE p.mode = ${mode} AND r.status = 'processed'
    GROUP BY 1, 2`.execute(db);
  return rows;
};

/** A cash book: what came and went back by day and way, and together. A refund counts on its own day. */
export const createWayReport =
  ({ database: { db }, settings }: Pick<BillingPlatform, 'database' | 'settings'>) =>
  async (range: Days): Promise<Report> => {
    if (range.to < range.from || Date.parse(range.to) - Date.parse(range.from) >= MAX_DAYS * DAY_MS)
      throw invalidField('to', messages.ways.rangeTooLong);
    const mode = await settings.purchaseMode();
    const days = daysBetween(range, await settings.calendar());
    const [came, went] = [await received(db, mode, days), await returned(db, mode, days)];
    const sumOf = (sums: readonly Sum[], way: Way): number =>
      sums.reduce((total, sum) => total + (sum.way === way ? sum.amount : 0), 0);
    const ways = Way.options.map((way) => {
      const [grossInPaise, returnedInPaise] = [sumOf(came, way), sumOf(went, way)];
      const payments = came.reduce((count, sum) => count + (sum.way === way ? sum.payments : 0), 0);
      return { way, payments, grossInPaise, returnedInPaise, netInPaise: grossInPaise - returnedInPaise };
    });
    const onDay = (day: string, way: Way) => ({
      day,
      way,
      inInPaise: sumOf(
        came.filter((sum) => sum.day === day),
        way,
      ),
      outInPaise: sumOf(
        went.filter((sum) => sum.day === day),
        way,
      ),
    });
    const withMoney = [...new Set([...came, ...went].map(({ day }) => day))].toSorted().toReversed();
    return {
      ways: ways.filter(({ grossInPaise, returnedInPaise }) => grossInPaise > 0 || returnedInPaise > 0),
      days: withMoney
        .flatMap((day) => Way.options.map((way) => onDay(day, way)))
        .filter(({ inInPaise, outInPaise }) => inInPaise > 0 || outInPaise > 0),
    };
  };
