import type { Db } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';
import type { FactContext, Told, Writing } from './fact-context.ts';
import { userOfPayment } from './facts.queries.ts';
import type { RefundFact } from './provider.ts';

/** Processed is final; a failure may still turn out to have gone through. */
const RANK: Record<RefundRow['status'], number> = { withdrawn: 0, requested: 0, pending: 1, failed: 2, processed: 3 };

const byProviderId = (tx: Db, id: string): Promise<RefundRow | undefined> =>
  tx.selectFrom('refunds').selectAll().where('provider_refund_id', '=', id).executeTakeFirst();

const requestOf = async (tx: Db, fact: RefundFact): Promise<RefundRow | undefined> =>
  fact.idempotencyKey === undefined
    ? undefined
    : tx
        .selectFrom('refunds')
        .selectAll()
        .where('idempotency_key', '=', fact.idempotencyKey)
        .where('provider_payment_id', '=', fact.paymentId)
        .executeTakeFirst();

const insertRefund = async (tx: Db, fact: RefundFact, { provider, now }: FactContext): Promise<void> => {
  await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      provider,
      provider_refund_id: fact.id,
      provider_payment_id: fact.paymentId,
      amount_in_paise: fact.money.amountInPaise,
      currency: fact.money.currency,
      status: fact.status,
      idempotency_key: null,
      ends_access: 0,
      accepted_at: fact.at,
      bank_reference: fact.bankReference ?? null,
      requested_by: null,
      reason: null,
      checked_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('provider_refund_id').doNothing())
    .execute();
};

/** A request whose refund became known under its own id first: that row takes over what the request meant. */
const foldRequest = async (tx: Db, known: RefundRow, request: RefundRow, now: number): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({
      ends_access: Math.max(known.ends_access, request.ends_access),
      requested_by: known.requested_by ?? request.requested_by,
      reason: known.reason ?? request.reason,
    })
    .where('id', '=', known.id)
    .execute();
  await tx
    .updateTable('refunds')
    .set({ status: 'withdrawn', updated_at: now })
    .where('id', '=', request.id)
    .where('provider_refund_id', 'is', null)
    .execute();
};

/** The row that stands for this refund: known by its id, by our own request, or new. */
const rowOf = async (tx: Db, fact: RefundFact, context: FactContext): Promise<RefundRow | undefined> => {
  const request = await requestOf(tx, fact);
  const known = await byProviderId(tx, fact.id);
  if (known && request && request.id !== known.id && request.provider_refund_id === null)
    await foldRequest(tx, known, request, context.now);
  if (known) return byProviderId(tx, fact.id);
  if (request?.provider_refund_id === null) return request;
  await insertRefund(tx, fact, context);
  return byProviderId(tx, fact.id);
};

/** Answers whose refund it is, and the row when a refund that cancels a purchase has just failed. */
export const applyRefund = async (
  tx: Db,
  { fact, by }: Told<RefundFact>,
  writing: Writing,
): Promise<{ userId: string | null; failed: RefundRow | undefined }> => {
  const userId = await userOfPayment(tx, fact.paymentId);
  const isKnown = (await byProviderId(tx, fact.id)) !== undefined;
  const row = await rowOf(tx, fact, writing);
  if (!row) return { userId, failed: undefined };
  const status = RANK[fact.status] > RANK[row.status] ? fact.status : row.status;
  const next: RefundRow = {
    ...row,
    provider_refund_id: fact.id,
    status,
    amount_in_paise: fact.money.amountInPaise,
    accepted_at: fact.at,
    bank_reference: fact.bankReference ?? row.bank_reference,
    updated_at: writing.now,
  };
  await tx.updateTable('refunds').set(next).where('id', '=', row.id).execute();
  const hasChanged = status !== row.status || !isKnown;
  if (hasChanged)
    writing.diary.push({
      at: writing.now,
      by,
      action: `refund ${status}`,
      userId,
      paymentId: fact.paymentId,
      detail: { refund: fact.id, amountInPaise: next.amount_in_paise },
    });
  return { userId, failed: hasChanged && status === 'failed' && next.ends_access === 1 ? next : undefined };
};
