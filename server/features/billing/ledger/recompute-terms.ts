import type { Db } from '#server/database/database.ts';
import { type AccessChange, accessChangesOf } from '../entitlement/entitlement.ts';
import { acceptedRefundsOf, capturedPaymentsOf, payGift } from './ledger.queries.ts';
import type { Recording } from './recording.ts';
import { type Captured, type Term, termsOf } from './term-rule.ts';

type AcceptedRefund = Awaited<ReturnType<typeof acceptedRefundsOf>>[number];

/** When a payment stopped granting access because its money went back. */
const refundedAt = (amountInPaise: number, refunds: AcceptedRefund[]): number | undefined => {
  let refundedInPaise = 0;
  for (const refund of refunds) {
    if (refund.status !== 'failed') refundedInPaise += refund.amount_in_paise;
    if (refund.ends_access === 1 || refundedInPaise >= amountInPaise) return refund.accepted_at ?? undefined;
  }
  return undefined;
};

type CapturedRow = Awaited<ReturnType<typeof capturedPaymentsOf>>[number];

const hasRightAmount = (row: CapturedRow): boolean =>
  row.amount_in_paise === row.price_in_paise && row.currency === row.price_currency;

const giftOf = (row: CapturedRow): Captured['gift'] => {
  if (row.gift_id === null) return undefined;
  if (row.redeemed_at !== null) return 'redeemed';
  return row.gift_payment_id === row.provider_payment_id ? 'waiting' : 'extra';
};

const capturedOf = (row: CapturedRow, refunds: AcceptedRefund[]): Captured => ({
  id: row.provider_payment_id,
  attemptId: row.attempt_id ?? '',
  cycles: row.cycles,
  term: { unit: row.term_unit, count: row.term_count },
  // Nothing that was paid can be returned.
  refundDays: row.amount_in_paise === 0 ? 0 : row.refund_days,
  capturedAt: row.redeemed_at ?? row.captured_at ?? 0,
  periodEnd: row.period_end,
  hasRightAmount: hasRightAmount(row),
  gift: giftOf(row),
  refundedAt: refundedAt(
    row.amount_in_paise,
    refunds.filter((refund) => refund.provider_payment_id === row.provider_payment_id),
  ),
});

const isGranted = (row: CapturedRow, { accessFrom, accessUntil, refundableUntil, problem }: Term): boolean =>
  row.access_from === accessFrom &&
  row.access_until === accessUntil &&
  row.refundable_until === refundableUntil &&
  row.problem === problem;

const writeTerm = (tx: Db, id: string, { accessFrom, accessUntil, refundableUntil, problem }: Term, now: number) =>
  tx
    .updateTable('payments')
    .set({
      access_from: accessFrom,
      access_until: accessUntil,
      refundable_until: refundableUntil,
      problem,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();

/** The first payment of a gift pays for it. */
const payGifts = async (tx: Db, rows: CapturedRow[], { paidGifts }: Recording): Promise<void> => {
  for (const row of rows) {
    if (row.gift_id === null || row.gift_payment_id !== null || !hasRightAmount(row)) continue;
    if (!(await payGift(tx, row.gift_id, row.provider_payment_id))) continue;
    row.gift_payment_id = row.provider_payment_id;
    paidGifts.push(row.gift_id);
  }
};

/** What each of a user's payments would grant if some of them were refunded now. */
export const termsIfRefunded = async (
  db: Db,
  userId: string,
  {
    mode,
    calendar,
    now,
    refundedIds,
    changes,
  }: Pick<Recording, 'mode' | 'calendar' | 'now'> & {
    refundedIds: ReadonlySet<string>;
    changes: readonly AccessChange[];
  },
): Promise<Map<string, Term>> => {
  const rows = await capturedPaymentsOf(db, userId, mode);
  const ids = rows.map((row) => row.provider_payment_id);
  const refunds = await acceptedRefundsOf(db, ids);
  const captured = rows.map((row) => capturedOf(row, refunds));
  const ifRefunded = captured.map((payment) =>
    refundedIds.has(payment.id) ? { ...payment, refundedAt: now } : payment,
  );
  return termsOf(ifRefunded, calendar, changes);
};

/**
 * Recomputes what each of a user's payments grants, and settles the attempts and gifts that are paid. Returns the changes of
 * access that it had to read, if any.
 */
export const recomputeTerms = async (
  tx: Db,
  userId: string,
  recording: Recording,
): Promise<AccessChange[] | undefined> => {
  const { calendar, audit, mode, now, paymentIds } = recording;
  const rows = await capturedPaymentsOf(tx, userId, mode);
  if (rows.length === 0) return undefined;
  await payGifts(tx, rows, recording);
  const ids = rows.map((row) => row.provider_payment_id);
  const refunds = await acceptedRefundsOf(tx, ids);
  const captured = rows.map((row) => capturedOf(row, refunds));
  const changes = await accessChangesOf(tx, userId);
  const terms = termsOf(captured, calendar, changes);
  for (const row of rows) {
    const term = terms.get(row.provider_payment_id);
    if (!term || isGranted(row, term)) continue;
    await writeTerm(tx, row.id, term, now);
    paymentIds.add(row.provider_payment_id);
    if (term.problem !== null && term.problem !== row.problem)
      audit({
        kind: 'payment_flagged',
        detail: { problem: term.problem },
        userId,
        attemptId: row.attempt_id,
        paymentId: row.provider_payment_id,
      });
  }
  const paid = rows.flatMap((row) => (row.confirmed === 1 && row.attempt_id !== null ? [row.attempt_id] : []));
  await settlePaidAttempts(tx, paid, now);
  return changes;
};

const settlePaidAttempts = async (tx: Db, attemptIds: string[], now: number): Promise<void> => {
  if (attemptIds.length === 0) return;
  await tx
    .updateTable('payment_attempts')
    .set({ state: 'settled', updated_at: now })
    .where('id', 'in', attemptIds)
    .where('state', 'in', ['open', 'retired'])
    .execute();
};
