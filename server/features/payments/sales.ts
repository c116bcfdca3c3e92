import type { z } from 'zod';
import type { PaymentItem } from '#contract/payments.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { Gateway } from './gateway.ts';
import { countSalesByMonth, newestPayments, sumSales } from './sales.queries.ts';
import type { SchoolCalendar } from './school-calendar.ts';

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

export interface SalesNeeds {
  db: Db;
  clock: Clock;
  calendar: SchoolCalendar;
  gateway: Gateway;
}

/** What was sold, from our own ledger: the provider's pages are not asked. Purchases of the other mode do not count. */
export const createSales =
  ({ db, clock, calendar, gateway }: SalesNeeds) =>
  async (count: number) => {
    const mode = await gateway.mode();
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
