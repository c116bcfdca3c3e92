import { PaidParts, type Part, type PartsState } from '#contract/billing/part-fields.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import type { PaymentRow } from '#server/database/tables/purchases.ts';

export { type Due, type PartPayment, partsOf, type PartsStanding, type TakenBack } from './part-rule.ts';
export { reminderAt, remindersBefore } from './part-reminders.ts';
export {
  blockingDisputesOf,
  duesOf,
  findInParts,
  inPartsOfUser,
  leftOfParts,
  listInParts,
  partPaymentsOf,
  type PurchaseInPartsRow,
  updateDue,
  writeDues,
} from './parts.queries.ts';
export { AgreedParts, readAgreed, scheduleOf } from './schedule.ts';

/** The day until which a part is payable. */
export const dueDayOf = (row: Pick<PartDueRow, 'due_on' | 'promised_on'>): string => row.promised_on ?? row.due_on;

/** As a payment stores which parts it paid. */
export const readPaidParts = (paidParts: string | null): PaidParts | null =>
  paidParts === null ? null : PaidParts.parse(JSON.parse(paidParts));

/** Which parts an amount would pay now, the oldest first. */
export const partsPaidWith = (rows: readonly PartDueRow[], amountInPaise: number): PaidParts | null => {
  let left = amountInPaise;
  const paid = rows.filter(({ missing_in_paise: missing }) => {
    const isPaid = missing > 0 && left > 0;
    left -= missing;
    return isPaid;
  });
  const [first, last] = [paid[0], paid.at(-1)];
  return first && last ? { from: first.n, to: last.n, of: rows.length } : null;
};

interface At {
  now: number;
  calendar: SchoolCalendar;
  end: PaymentRow['parts_end'];
}

const stateOf = (row: PartDueRow, { now, calendar, end }: At): Part['state'] => {
  if (row.paid_in_paise >= row.amount_in_paise) return 'paid';
  if (end !== null) return 'cancelled';
  if (row.written_off_at !== null) return 'written-off';
  if (row.missing_in_paise === 0) return 'cancelled';
  if (row.pauses_at <= now) return 'overdue';
  const [today, day] = [calendar.dayOf(now), dueDayOf(row)];
  if (today < day) return 'open';
  return today === day ? 'due' : 'grace';
};

export const toPart = (row: PartDueRow, at: At): Part => ({
  n: row.n,
  amountInPaise: row.amount_in_paise,
  missingInPaise: row.missing_in_paise,
  dueOn: dueDayOf(row),
  agreedOn: row.due_on,
  state: stateOf(row, at),
});

/** The state of a purchase in parts, by its parts. */
export const stateOfParts = (rows: readonly PartDueRow[], { now, end }: At): PartsState => {
  if (end !== null) return end;
  const missing = rows.filter((row) => row.missing_in_paise > 0);
  if (missing.length > 0) return missing.some((row) => row.pauses_at <= now) ? 'paused' : 'running';
  const isPaid = (row: PartDueRow): boolean => row.paid_in_paise >= row.amount_in_paise || row.written_off_at !== null;
  return rows.every(isPaid) ? 'complete' : 'cancelled';
};
