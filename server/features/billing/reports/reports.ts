import type { z } from 'zod';
import type { PaymentItem } from '#contract/payments.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { ActiveProvider, Mode } from '../provider/provider.ts';
import {
  countSalesByMonth,
  type DaySums,
  lockDay,
  newestPayments,
  nextCapture,
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

const describe = (sums: DaySums): string =>
  `${sums.sold} sold, ${sums.gross_in_paise} gross, ${sums.refunded_in_paise} refunded, ${sums.lost_in_paise} lost`;

/**
 * Recomputes the sales of a day, in the transaction that changed them, as late in it as possible. The lock comes first, in a
 * statement of its own: the next one then sees all that earlier owners of the lock committed. Standings are recomputed before.
 */
export const recomputeDay = async (
  tx: Tx,
  day: string,
  { mode, calendar }: { mode: Mode; calendar: SchoolCalendar },
): Promise<{ stored: string; computed: string }> => {
  const stored = await lockDay(tx, mode, day);
  const computed = await writeDay(tx, mode, day, { from: calendar.startOf(day), to: calendar.endOf(day) });
  return { stored: describe(stored), computed: describe(computed) };
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
