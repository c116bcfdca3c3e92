import type { Db } from '#server/database/database.ts';
import type { PaymentAttemptRow, PaymentRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';
import type { Told, Writing } from './fact-context.ts';
import { attemptById, holdPayment } from './facts.queries.ts';
import type { PaymentFact } from './provider.ts';

const RANK = { created: 0, failed: 1, authorized: 2, captured: 3 } as const;
/** A capture within this time counts from when the buyer paid; a later one is a late capture and counts from then. */
const SAME_PAYMENT_MS = 60 * 60_000;

type PaymentPart = Pick<
  PaymentRow,
  | 'attempt_id'
  | 'user_id'
  | 'status'
  | 'confirmed'
  | 'amount_in_paise'
  | 'currency'
  | 'method'
  | 'masked'
  | 'invoice_ref'
  | 'failure'
  | 'initiated_at'
  | 'captured_at'
  | 'period_end'
>;

const captureTime = (initiatedAt: number, paidAt: number | undefined): number =>
  paidAt === undefined || paidAt - initiatedAt < SAME_PAYMENT_MS ? initiatedAt : paidAt;

const fromFact = (fact: PaymentFact, attempt: PaymentAttemptRow | undefined): PaymentPart => ({
  attempt_id: attempt?.id ?? null,
  user_id: attempt?.user_id ?? null,
  status: fact.status,
  confirmed: fact.isConfirmed ? 1 : 0,
  amount_in_paise: fact.money.amountInPaise,
  currency: fact.money.currency,
  method: fact.method ?? null,
  masked: fact.masked ?? null,
  invoice_ref: fact.invoiceRef ?? null,
  failure: fact.failure ?? null,
  initiated_at: fact.initiatedAt,
  captured_at: fact.status === 'captured' ? captureTime(fact.initiatedAt, fact.paidAt) : null,
  period_end: fact.periodEnd ?? null,
});

const later = (a: number | null, b: number | null): number | null => Math.max(a ?? 0, b ?? 0) || null;

/** Both together, the same in either order. What the provider says replaces what only the proof said. */
const merge = (row: PaymentPart, fact: PaymentFact, attempt: PaymentAttemptRow | undefined): PaymentPart => {
  const news = fromFact(fact, attempt);
  const money = fact.isConfirmed ? news : row;
  const status = RANK[news.status] > RANK[row.status] ? news.status : row.status;
  const isConfirmedCapture = (part: PaymentPart): boolean => part.status === 'captured' && part.confirmed === 1;
  const captures = [row, news].filter(isConfirmedCapture).map((part) => part.captured_at);
  return {
    attempt_id: row.attempt_id ?? news.attempt_id,
    user_id: row.user_id ?? news.user_id,
    status,
    confirmed: status !== 'captured' || captures.length > 0 ? 1 : 0,
    amount_in_paise: money.amount_in_paise,
    currency: money.currency,
    method: row.method ?? news.method,
    masked: row.masked ?? news.masked,
    invoice_ref: row.invoice_ref ?? news.invoice_ref,
    failure: row.failure ?? news.failure,
    initiated_at: money.initiated_at,
    captured_at:
      status !== 'captured'
        ? null
        : captures.length > 0
          ? captures.reduce(later, null)
          : captureTime(money.initiated_at, undefined),
    period_end: later(row.period_end, news.period_end),
  };
};

const describe = (part: PaymentPart): object => ({
  status: part.status,
  amountInPaise: part.amount_in_paise,
  currency: part.currency,
  isConfirmed: part.confirmed === 1,
  ...(part.failure === null || part.status === 'captured' ? {} : { failure: part.failure }),
});

const noteChange = (
  { fact, by }: Told<PaymentFact>,
  part: PaymentPart,
  { diary, now }: Writing,
  action = `payment ${part.status}`,
): void => {
  diary.push({
    at: now,
    by,
    action,
    userId: part.user_id,
    attemptId: part.attempt_id,
    paymentId: fact.id,
    detail: describe(part),
  });
};

const problemOf = (part: PaymentPart): 'unmatched' | null =>
  part.attempt_id === null && part.status === 'captured' ? 'unmatched' : null;

const attemptOf = ({ subscriptionRef }: PaymentFact, { attempts }: Writing): PaymentAttemptRow | undefined =>
  subscriptionRef === undefined ? undefined : attempts.get(subscriptionRef);

/** Adds the payments that the ledger does not know; answers those that it added, with whose each is. */
export const insertNewPayments = async <T extends Told<PaymentFact>>(
  tx: Db,
  told: readonly T[],
  writing: Writing,
): Promise<Map<T, string | null>> => {
  const { provider, mode, now } = writing;
  const firsts = [...new Map(told.toReversed().map((one) => [one.fact.id, one])).values()].map((one) => ({
    one,
    part: fromFact(one.fact, attemptOf(one.fact, writing)),
  }));
  if (firsts.length === 0) return new Map();
  const rows = firsts.map(({ one, part }) => ({
    id: newId(),
    provider,
    provider_payment_id: one.fact.id,
    mode,
    ...part,
    access_until: null,
    refundable_until: null,
    receipt_no: null,
    problem: problemOf(part),
    standing: null,
    created_at: now,
    updated_at: now,
  }));
  const added = await tx
    .insertInto('payments')
    .values(rows)
    .onConflict((conflict) => conflict.column('provider_payment_id').doNothing())
    .returning('provider_payment_id')
    .execute();
  const ids = new Set(added.map((row) => row.provider_payment_id));
  const fresh = firsts.filter(({ one }) => ids.has(one.fact.id));
  for (const { one, part } of fresh) noteChange(one, part, writing);
  return new Map(fresh.map(({ one, part }) => [one, part.user_id]));
};

/** Brings a payment that is known up to a fact; answers whose it is, or null when it is for nothing that is known here. */
export const applyPayment = async (tx: Db, told: Told<PaymentFact>, writing: Writing): Promise<string | null> => {
  const { fact } = told;
  const { mode, now } = writing;
  const row = await holdPayment(tx, fact.id, now);
  if (!row || row.mode !== mode) return null;
  const attempt = row.attempt_id === null ? attemptOf(fact, writing) : await attemptById(tx, row.attempt_id, mode);
  const part = merge(row, fact, attempt);
  const problem = part.attempt_id === null ? { problem: problemOf(part) } : {};
  await tx
    .updateTable('payments')
    .set({ ...part, ...problem })
    .where('provider_payment_id', '=', fact.id)
    .execute();
  if (part.status !== row.status || part.confirmed !== row.confirmed) noteChange(told, part, writing);
  else if (part.attempt_id !== row.attempt_id) noteChange(told, part, writing, 'payment matched');
  return part.user_id;
};
