import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import type { Db } from '#server/database/database.ts';
import { findOpened } from '../entitlement/entitlement.ts';
import { termOf } from '../plans/plans.ts';
import { beginningOf } from '../purchase-rows/purchase-rows.ts';
import { isWhollyRefunded, refundedInPaise } from '../returns/returns.ts';
import { type AcceptedRefund, acceptedRefundsOf, capturedPaymentsOf, type CapturedRow } from './ledger.queries.ts';
import type { Recomputing } from './recording.ts';
import { type InParts, inPartsOf, readParts } from './purchases-in-parts.ts';
import type { Captured, Dates } from './term-rule.ts';

/** The number of the rule by which terms are computed that begin now. */
export const TERM_RULE = 1;

/** When a payment stopped granting access because its money went back. */
const refundedAt = (amountInPaise: number, refunds: AcceptedRefund[]): number | undefined => {
  let refunded = 0;
  for (const refund of refunds) {
    refunded += refundedInPaise([refund]);
    if (refund.ends_access === 1 || isWhollyRefunded({ amountInPaise, refundedInPaise: refunded }))
      return refund.accepted_at ?? undefined;
  }
  return undefined;
};

/** Whether its term is computed for the first time; a version before rules had numbers stored neither its rule nor its zone. */
export const isNew = (row: CapturedRow): boolean =>
  row.term_rule === null && row.time_zone === null && row.access_until === null && row.refundable_until === null;

export const datesOf = (row: CapturedRow): Dates => ({
  accessFrom: row.access_from,
  accessUntil: row.access_until,
  refundableUntil: row.refundable_until,
});

export const hasPrice = (row: CapturedRow): boolean =>
  row.amount_in_paise === row.price_in_paise && row.currency === row.price_currency;

/** Where the deduction was gone before the payment, the price was not the right one any more. */
export const hasRightAmount = (row: CapturedRow): boolean =>
  hasPrice(row) && (row.deducts === null || row.deducted_at !== null);

const giftOf = (row: CapturedRow): Captured['gift'] => {
  if (row.gift_id === null) return undefined;
  if (row.redeemed_at !== null) return 'redeemed';
  return row.gift_payment_id === row.provider_payment_id ? 'waiting' : 'extra';
};

/** Purchases keep their dates when the time zone of the school changes. */
const calendarOf = ({ time_zone: timeZone }: CapturedRow, current: SchoolCalendar): SchoolCalendar =>
  timeZone === null || timeZone === current.timeZone ? current : createCalendar(timeZone);

const firstOf = (...moments: (number | undefined)[]): number | undefined => {
  const known = moments.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

const capturedOf = (
  row: CapturedRow,
  refunds: AcceptedRefund[],
  {
    calendar: current,
    opened,
    parts,
  }: { calendar: SchoolCalendar; opened: Awaited<ReturnType<typeof findOpened>>; parts: InParts | undefined },
): Captured => ({
  ...opened(row),
  id: row.provider_payment_id,
  attemptId: row.attempt_id ?? '',
  cycles: row.cycles,
  term: termOf(row),
  // Nothing that was paid can be returned.
  refundDays: row.amount_in_paise === 0 ? 0 : row.refund_days,
  batch:
    row.batch_id === null || row.batch_ends_on === null ? undefined : { id: row.batch_id, endsOn: row.batch_ends_on },
  capturedAt: beginningOf(row),
  periodEnd: row.period_end,
  calendar: calendarOf(row, current),
  hasRightAmount: hasRightAmount(row),
  isLate: row.late === 1,
  promised: row.term_rule === TERM_RULE || isNew(row) ? undefined : datesOf(row),
  gift: giftOf(row),
  refundedAt: firstOf(
    refundedAt(row.amount_in_paise, refunds),
    parts?.standing.end === 'cancelled' ? parts.standing.endedAt : undefined,
  ),
  isLaterPart: row.parts_of !== null || (parts !== undefined && parts.first !== row),
});

/** `parts`: the purchases of them that are paid in parts, by the attempt that agreed on them. */
export type CapturedPayments = { rows: CapturedRow[]; captured: Captured[]; parts: ReadonlyMap<string, InParts> };

/** Those of each of some users. */
export const readCaptured = async (
  db: Db,
  userIds: readonly string[],
  { mode, calendar }: Pick<Recomputing, 'mode' | 'calendar'>,
): Promise<(userId: string) => CapturedPayments> => {
  const all = await capturedPaymentsOf(db, userIds, mode);
  const ids = all.map((row) => row.provider_payment_id);
  const refunds = Map.groupBy(
    all.length === 0 ? [] : await acceptedRefundsOf(db, ids),
    (refund) => refund.provider_payment_id,
  );
  const opened = await findOpened(db, all);
  const partsOf = await readParts(db, all, { refundsOf: (id) => refunds.get(id) ?? [], calendar });
  const ofUsers = Map.groupBy(all, (row) => row.user_id);
  return (userId) => {
    const rows = ofUsers.get(userId) ?? [];
    const captured = rows.map((row) =>
      capturedOf(row, refunds.get(row.provider_payment_id) ?? [], {
        calendar,
        opened,
        parts: partsOf.get(inPartsOf(row)),
      }),
    );
    const parts = new Map([...partsOf].filter(([, { first }]) => first.user_id === userId));
    return { rows, captured, parts };
  };
};
