import type { PaidParts } from '#contract/billing/part-fields.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import {
  blockingDisputesOf,
  dueDayOf,
  duesOf,
  type PartPayment,
  partsOf,
  type PartsStanding,
  readAgreed,
  type TakenBack,
} from '../parts/parts.ts';
import { blocksMoney, isWhollyRefunded, refundedInPaise } from '../returns/returns.ts';
import type { AcceptedRefund, CapturedRow } from './ledger.queries.ts';

/** A purchase that is paid in parts, as its payments and what went back of them leave it. */
export interface InParts {
  first: CapturedRow;
  payments: readonly CapturedRow[];
  /** Its parts as they are stored; of a purchase that was paid just now, as they were agreed. */
  dues: readonly PartDueRow[];
  isNew: boolean;
  graceDays: number;
  calendar: SchoolCalendar;
  standing: PartsStanding;
}

/** The attempt that agreed on the parts that a payment pays; '' for a payment of no purchase in parts. */
export const inPartsOf = (row: Pick<CapturedRow, 'attempt_id' | 'in_parts' | 'parts_of'>): string =>
  row.parts_of ?? (row.in_parts === null ? '' : (row.attempt_id ?? ''));

/** What a payment of the purchase paid; undefined where nothing was left to pay, or it had ended. */
export const paidPartsOf = ({ standing, dues }: InParts, paymentId: string): PaidParts | undefined => {
  const paid = standing.paidBy.get(paymentId);
  return paid === undefined || typeof paid === 'string' ? undefined : { from: paid.from, to: paid.to, of: dues.length };
};

const refundsOfPart = (amountInPaise: number, refunds: readonly AcceptedRefund[]): TakenBack[] => {
  const back: TakenBack[] = [];
  let refunded = 0;
  for (const refund of refunds) {
    const amount = refundedInPaise([refund]);
    const isWhole = refund.ends_access === 1 || isWhollyRefunded({ amountInPaise, refundedInPaise: refunded + amount });
    const left = amountInPaise - refunded;
    refunded += amount;
    if (!isWhole && amount === 0) continue;
    const how = refund.settled_by === 'reversal' ? 'reversal' : 'refund';
    back.push({ at: refund.accepted_at ?? 0, amountInPaise: isWhole ? left : amount, how, isWhole });
    if (isWhole) return back;
  }
  return back;
};

type Dispute = Awaited<ReturnType<typeof blockingDisputesOf>>[number];

const takenBackOf = (
  row: CapturedRow,
  refunds: readonly AcceptedRefund[],
  disputes: readonly Dispute[],
): TakenBack[] => {
  const { amount_in_paise: amountInPaise, provider_payment_id: id } = row;
  const disputed = disputes.find((dispute) => dispute.provider_payment_id === id && blocksMoney(dispute));
  const back = refundsOfPart(amountInPaise, refunds);
  return disputed ? [...back, { at: disputed.created_at, amountInPaise, how: 'dispute', isWhole: true }] : back;
};

const newDues = (first: CapturedRow, mode: PartDueRow['mode']): PartDueRow[] =>
  readAgreed(first.in_parts ?? '').list.map(({ n, amountInPaise, dueOn }) => ({
    attempt_id: first.attempt_id ?? '',
    n,
    user_id: first.user_id ?? '',
    mode,
    amount_in_paise: amountInPaise,
    due_on: dueOn,
    promised_on: null,
    written_off_at: null,
    reason: null,
    paid_in_paise: 0,
    missing_in_paise: 0,
    pauses_at: 0,
    reminded_at: null,
    reminder: 0,
    remind_at: null,
  }));

/** The purchases in parts among captured payments, by the attempt that agreed on them. */
export const readParts = async (
  db: Db,
  rows: readonly CapturedRow[],
  { refundsOf, calendar: current }: { refundsOf: (paymentId: string) => AcceptedRefund[]; calendar: SchoolCalendar },
): Promise<Map<string, InParts>> => {
  const ofPurchases = Map.groupBy(
    rows.filter((row) => inPartsOf(row) !== ''),
    inPartsOf,
  );
  if (ofPurchases.size === 0) return new Map();
  const stored = await duesOf(db, [...ofPurchases.keys()]);
  const ids = [...ofPurchases.values()].flat().map((row) => row.provider_payment_id);
  const disputes = await blockingDisputesOf(db, ids);
  const found = new Map<string, InParts>();
  for (const [attemptId, payments] of ofPurchases) {
    const inOrder = payments.toSorted((a, b) => (a.captured_at ?? 0) - (b.captured_at ?? 0) || (a.id < b.id ? -1 : 1));
    const first = inOrder.find((row) => row.attempt_id === attemptId);
    if (!first) continue;
    const known = stored(attemptId);
    const dues = known.length > 0 ? known : newDues(first, first.mode);
    const zone = first.time_zone;
    const calendar = zone === null || zone === current.timeZone ? current : createCalendar(zone);
    const money = inOrder.map((row): PartPayment => {
      const takenBack = takenBackOf(row, refundsOf(row.provider_payment_id), disputes);
      const { provider_payment_id: id, amount_in_paise: amountInPaise } = row;
      return { id, at: row.captured_at ?? 0, amountInPaise, isFirst: row === first, takenBack };
    });
    const agreed = dues.map((row) => ({
      n: row.n,
      amountInPaise: row.amount_in_paise,
      dueOn: dueDayOf(row),
      writtenOffAt: row.written_off_at,
    }));
    const standing = partsOf({ dues: agreed, payments: money }, calendar.dayOf);
    const { graceDays } = readAgreed(first.in_parts ?? '');
    found.set(attemptId, { first, payments: inOrder, dues, isNew: known.length === 0, graceDays, calendar, standing });
  }
  return found;
};
