import type { z } from 'zod';
import type { PaymentItem } from '#contract/payments.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { DailySalesRow } from '#server/database/payment-tables.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
import type { ActiveProvider, Mode } from '../provider/provider.ts';
import {
  countSalesByMonth,
  findDay,
  lockDay,
  newestPayments,
  nextCapture,
  salesBetween,
  storedDays,
  sumSales,
  writeDay,
} from './reports.queries.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

type Row = Awaited<ReturnType<typeof newestPayments>>[number];

const toItem = (row: Row): z.input<typeof PaymentItem> => ({
  _id: row.id,
  paymentId: row.provider_payment_id,
  subscriptionId: row.subscription_ref,
  userName: row.full_name,
  userEmail: row.email,
  amountInPaise: row.amount_in_paise,
  refundedInPaise: row.refunded,
  currency: row.currency,
  status: row.standing ?? 'paid',
  mode: row.mode,
  paidAt: row.captured_at === null ? null : toInstant(row.captured_at),
  accessUntil: row.access_until === null ? null : toInstant(row.access_until),
});

const spanOf = (day: string, calendar: SchoolCalendar) => ({ from: calendar.startOf(day), to: calendar.endOf(day) });

/**
 * Recomputes the sales of these days, in the transaction that changed them, as late in it as possible. The lock comes first,
 * in a statement of its own: the next one then sees all that earlier owners of the lock committed. Days are locked in their
 * order, so that two transactions do not wait for each other. Standings are recomputed before.
 */
export const recomputeDays = async (
  tx: Db,
  days: Iterable<string>,
  { mode, calendar }: { mode: Mode; calendar: SchoolCalendar },
): Promise<void> => {
  for (const day of [...new Set(days)].toSorted()) {
    await lockDay(tx, mode, day);
    await writeDay(tx, mode, day, spanOf(day, calendar));
  }
};

/** Every day that is stored or on which a payment was captured. */
export const allDays = async (db: Db, mode: Mode, calendar: SchoolCalendar): Promise<string[]> => {
  const days = new Set(await storedDays(db, mode));
  for (let at = await nextCapture(db, mode, 0); at !== undefined;) {
    const day = calendar.dayOf(at);
    days.add(day);
    at = await nextCapture(db, mode, calendar.endOf(day));
  }
  return [...days].toSorted();
};

type Sums = Pick<DailySalesRow, 'sold' | 'gross_in_paise' | 'refunded_in_paise' | 'lost_in_paise'>;

const describe = (sums: Sums | undefined): string =>
  `${sums?.sold ?? 0} sold, ${sums?.gross_in_paise ?? 0} gross, ${sums?.refunded_in_paise ?? 0} refunded, ${sums?.lost_in_paise ?? 0} lost`;

/** The stored and the computed sales of a day, as one line, when they differ. */
export const compareDay = async (
  db: Db,
  day: string,
  { mode, calendar }: { mode: Mode; calendar: SchoolCalendar },
): Promise<string | undefined> => {
  const { from, to } = spanOf(day, calendar);
  const stored = describe(await findDay(db, mode, day));
  const computed = describe(await salesBetween(db, mode, from, to).executeTakeFirst());
  return stored === computed ? undefined : `${mode} ${day}: stored ${stored}; computed ${computed}`;
};

export interface SalesReportNeeds {
  db: Db;
  clock: Clock;
  calendar: SchoolCalendar;
  activeProvider: ActiveProvider;
}

/** What was sold in the current mode. */
export const createSalesReport =
  ({ db, clock, calendar, activeProvider }: SalesReportNeeds) =>
  async (count: number) => {
    const mode = await activeProvider.mode();
    const sums = await sumSales(db, mode);
    const byMonth = await countSalesByMonth(db, mode, calendar.monthsOf(clock.now()));
    const newest = await newestPayments(db, mode, count);
    return {
      allPayments: { count: sums.count, items: newest.map(toItem) },
      finalMonths: Object.fromEntries(MONTHS.map((name, index) => [name, byMonth[index] ?? 0])),
      monthlySalesRecord: byMonth,
      monthylySalesRecords: byMonth,
      grossInPaise: sums.grossInPaise,
      refundedInPaise: sums.refundedInPaise,
      lostInPaise: sums.lostInPaise,
      netInPaise: sums.grossInPaise - sums.refundedInPaise - sums.lostInPaise,
    };
  };
