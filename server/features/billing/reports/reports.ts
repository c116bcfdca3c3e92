import { z } from 'zod';
import { Mode as ModeField } from '#contract/billing/payments.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { BUNDLE_PRICE_IN_PAISE } from '../plans/plans.ts';
import { type Mode, MODES } from '../provider/provider.ts';
import { ALL_DAYS, daysOfYear, PREFIX_LENGTHS } from './periods.ts';
import {
  countCaptures,
  hasSale,
  type DaySums,
  findDay,
  lockDay,
  nextCapture,
  nextStoredDay,
  NO_SALES,
  writeDay,
} from './reports.queries.ts';
import { sumPlanSales, writePlanSales } from './plan-sales.queries.ts';

import { sumDays, sumPeriods } from './trends.queries.ts';

export { createFirstSale, createSoldBetween } from './sold-between.ts';
export { createTrends } from './trends.ts';
export { createWayReport } from './way-report.ts';

const recomputeSales = defineJob({
  name: 'reports.recompute-sales',
  lane: 'accounting',
  payload: z.object({ mode: ModeField, days: z.array(z.string()) }),
});

/** Recomputes the sales of these days when the caller's transaction has committed: purchases do not wait for a common row. */
export const enqueueSales = async (tx: Tx, jobs: Jobs, days: string[], mode: Mode): Promise<void> => {
  if (days.length > 0) await jobs.enqueue(tx, recomputeSales, { mode, days });
};

/** Handles the job that recomputes days: one of them once, however many purchases changed it. */
export const runSales = ({ database, jobs, settings }: BillingPlatform): void =>
  jobs.handleTogether(recomputeSales, async (changes) => {
    const calendar = await settings.calendar();
    for (const mode of MODES) {
      const days = new Set(changes.flatMap((change) => (change.mode === mode ? change.days : [])));
      for (const day of days) await database.transaction((tx) => recomputeDay(tx, day, { mode, calendar }));
    }
  });

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleString('en', { month: 'long', timeZone: 'UTC' }),
);

const describe = (sums: DaySums): string =>
  [
    `${sums.sold} sold for ${sums.sold_in_paise}`,
    `${sums.gross_in_paise} gross`,
    `${sums.refunded_in_paise} refunded`,
    `${sums.lost_in_paise} lost`,
    `${sums.fees_in_paise} fees`,
    `${sums.joined} joined`,
    `${sums.renewed} renewed`,
  ].join(', ');

/**
 * Recomputes the sales of a day. The lock comes first, in a statement of its own: the next one then sees all that earlier owners
 * of the lock committed. Standings are recomputed before.
 */
export const recomputeDay = async (
  tx: Tx,
  day: string,
  { mode, calendar }: { mode: Mode; calendar: SchoolCalendar },
): Promise<{ stored: string; computed: string }> => {
  const stored = await lockDay(tx, mode, day);
  const between = { from: calendar.startOf(day), to: calendar.endOf(day) };
  const computed = await writeDay(tx, mode, day, between);
  await writePlanSales(tx, mode, day, between);
  return { stored: describe(stored), computed: describe(computed) };
};

/** Days whose recomputation is enqueued, so that their stored sales are stale. */
export const waitingDays = async (tx: Tx, mode: Mode): Promise<Set<string>> => {
  const jobs = await tx
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', recomputeSales.name)
    .where('state', '<>', 'done')
    .execute();
  const changes = jobs.map(({ payload }) => recomputeSales.payload.parse(JSON.parse(payload)));
  return new Set(changes.flatMap((change) => (change.mode === mode ? change.days : [])));
};

/** The next day that is stored or on which a payment was captured; the first one after `''`. */
export const dayAfter = async (
  db: Db,
  mode: Mode,
  after: string,
  calendar: SchoolCalendar,
): Promise<string | undefined> => {
  const captured = await nextCapture(db, mode, after === '' ? 0 : calendar.endOf(after));
  const days = [await nextStoredDay(db, mode, after), captured === undefined ? undefined : calendar.dayOf(captured)];
  return days.filter((day) => day !== undefined).toSorted()[0];
};

/** The days of the calendar year of `at`. */
const yearOf = (calendar: SchoolCalendar, at: number) => daysOfYear(Number(calendar.dayOf(at).slice(0, 4)));

/** The sales of each plan version in the calendar year of `at`, by the version's id. */
export const planSalesOfYear = (
  db: Db,
  mode: Mode,
  at: number,
  calendar: SchoolCalendar,
): Promise<Map<string, number>> => sumPlanSales(db, mode, yearOf(calendar, at));

/** The sales in the current mode: in total, and in each month of this year. */
export const createSalesReport =
  ({ database: { db }, clock, settings }: BillingPlatform) =>
  async () => {
    const mode = await settings.purchaseMode();
    const calendar = await settings.calendar();
    const months = calendar.monthsOf(clock.now());
    const sums = await sumDays(db, mode, ALL_DAYS);
    const known = await sumPeriods(db, mode, yearOf(calendar, clock.now()), PREFIX_LENGTHS.month);
    const byMonth = months.map((month) => (known.get(month) ?? NO_SALES).sold);
    return {
      sold: sums.sold,
      finalMonths: Object.fromEntries(MONTHS.map((name, index) => [name, byMonth[index] ?? 0])),
      monthlySalesRecord: byMonth,
      monthylySalesRecords: byMonth,
      isBundleAlone: sums.gross_in_paise === sums.payments * BUNDLE_PRICE_IN_PAISE,
      soldInPaise: sums.sold_in_paise,
      grossInPaise: sums.gross_in_paise,
      refundedInPaise: sums.refunded_in_paise,
      lostInPaise: sums.lost_in_paise,
      netInPaise: sums.gross_in_paise - sums.refunded_in_paise - sums.lost_in_paise,
    };
  };

/** Today's sales in the current mode. */
export const createSalesOfToday =
  ({ database: { db }, clock, settings }: BillingPlatform) =>
  async (): Promise<{ mode: Mode; sold: number; grossInPaise: number }> => {
    const mode = await settings.purchaseMode();
    const day = await findDay(db, mode, (await settings.calendar()).dayOf(clock.now()));
    return { mode, sold: day?.sold ?? 0, grossInPaise: day?.gross_in_paise ?? 0 };
  };

/** Whether the school has sold anything for money, in its current mode. */
export const createHasSold =
  ({ database: { db }, settings }: Pick<BillingPlatform, 'database' | 'settings'>) =>
  async (): Promise<boolean> =>
    hasSale(db, await settings.purchaseMode());

/** Purchases whose payments were received between two moments, in milliseconds; the end is not included. */
export const createPurchaseCount =
  ({ database: { db }, settings }: Pick<BillingPlatform, 'database' | 'settings'>) =>
  async (fromMs: number, untilMs: number): Promise<number> =>
    countCaptures(db, await settings.purchaseMode(), fromMs, untilMs);
