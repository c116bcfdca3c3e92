import type { Db } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/payment-tables.ts';
import { newId } from '#server/ids.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { isInDiary, writeAudit } from './audit.ts';
import { findRefund, joinRefund } from './cancellation.queries.ts';
import { settleRefund } from './payment-jobs.ts';
import { postSales } from './sales-book.ts';
import type { SchoolCalendar } from './school-calendar.ts';

const HOUR_MS = 60 * 60_000;
/** Then the refund is owed, and a person has to find another way to pay it. */
const MOST_TRIES = 4;

export interface RefundRequest {
  paymentId: string;
  amountInPaise: number;
  currency: string;
  requestedBy: string;
  reason: string;
}

interface Circumstances {
  jobs: Jobs;
  calendar: SchoolCalendar;
  now: number;
  by: string;
}

const keyOf = (paymentId: string, number: number): string =>
  number === 1 ? `refund-${paymentId}-full` : `refund-${paymentId}-full-${number}`;

const insertRequest = async (
  tx: Db,
  { paymentId, amountInPaise, currency, requestedBy, reason }: RefundRequest,
  { key, now, endsAccess }: { key: string; now: number; endsAccess: boolean },
): Promise<string | undefined> => {
  const inserted = await tx
    .insertInto('refunds')
    .values(({ selectFrom }) => ({
      id: newId(),
      provider: selectFrom('payments').select('provider').where('provider_payment_id', '=', paymentId),
      provider_refund_id: null,
      provider_payment_id: paymentId,
      amount_in_paise: amountInPaise,
      currency,
      status: 'requested',
      idempotency_key: key,
      ends_access: endsAccess ? 1 : 0,
      accepted_at: null,
      bank_reference: null,
      requested_by: requestedBy,
      reason,
      checked_at: now,
      created_at: now,
      updated_at: now,
    }))
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
};

const cancellingRefundsOf = (tx: Db, paymentId: string): Promise<RefundRow[]> =>
  tx
    .selectFrom('refunds')
    .selectAll()
    .where('provider_payment_id', '=', paymentId)
    .where('ends_access', '=', 1)
    .orderBy('created_at')
    .execute();

/**
 * Writes down that a purchase is to be given back, before the provider is asked: what happens after this line is only a
 * matter of time. A second request answers the first one's id.
 */
export const requestRefund = async (
  tx: Db,
  request: RefundRequest,
  { jobs, calendar, now, by }: Circumstances,
): Promise<string> => {
  const earlier = await cancellingRefundsOf(tx, request.paymentId);
  const inForce = earlier.filter(({ status }) => status !== 'withdrawn');
  const waiting = inForce.find(({ status }) => status === 'requested') ?? inForce.at(-1);
  if (waiting) {
    await joinRefund(tx, waiting.id, request.requestedBy, now);
    return waiting.id;
  }
  const key = keyOf(request.paymentId, earlier.length + 1);
  const id = await insertRequest(tx, request, { key, now, endsAccess: true });
  if (id === undefined) {
    const row = await tx
      .selectFrom('refunds')
      .select('id')
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow();
    return row.id;
  }
  await jobs.enqueue(tx, settleRefund, { refundId: id });
  await postSales(tx, [request.paymentId], { calendar, now });
  await writeAudit(tx, {
    at: now,
    by,
    action: 'refund requested',
    paymentId: request.paymentId,
    detail: { amountInPaise: request.amountInPaise, reason: request.reason },
  });
  return id;
};

/**
 * The same at an ADMIN's word, for all that is left or for a part. The caller holds the payment and has checked what is
 * left of it; unlike the buyer's own wish it is asked for anew when earlier ones have failed.
 */
export const requestRefundByHand = async (
  tx: Db,
  request: RefundRequest,
  endsAccess: boolean,
  { jobs, calendar, now, by }: Circumstances,
): Promise<string> => {
  const earlier = await countRequests(tx, request.paymentId, endsAccess);
  const key = endsAccess ? keyOf(request.paymentId, earlier + 1) : `refund-${request.paymentId}-part-${earlier + 1}`;
  const id = await insertRequest(tx, request, { key, now, endsAccess });
  if (id === undefined) throw new Error(`the refund ${key} is asked for already`);
  await jobs.enqueue(tx, settleRefund, { refundId: id });
  await postSales(tx, [request.paymentId], { calendar, now });
  const { amountInPaise, reason } = request;
  const detail = { amountInPaise, reason };
  await writeAudit(tx, { at: now, by, action: 'refund requested', paymentId: request.paymentId, detail });
  return id;
};

const countRequests = async (tx: Db, paymentId: string, endsAccess: boolean): Promise<number> => {
  const { count } = await tx
    .selectFrom('refunds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider_payment_id', '=', paymentId)
    .where('idempotency_key', 'is not', null)
    .where('ends_access', '=', endsAccess ? 1 : 0)
    .executeTakeFirstOrThrow();
  return count;
};

/** After a refund failed: asks again under a new key, later each time, and gives up after a few. */
export const requestRefundAgain = async (
  tx: Db,
  failed: RefundRow,
  { jobs, calendar, now, by }: Circumstances,
): Promise<void> => {
  const earlier = await cancellingRefundsOf(tx, failed.provider_payment_id);
  if (earlier.some(({ status }) => status !== 'failed' && status !== 'withdrawn')) return;
  const entry = { at: now, by, paymentId: failed.provider_payment_id };
  if (earlier.length >= MOST_TRIES) {
    await writeAudit(tx, { ...entry, action: 'refund owed', detail: { tries: earlier.length } });
    return;
  }
  const request = {
    paymentId: failed.provider_payment_id,
    amountInPaise: failed.amount_in_paise,
    currency: failed.currency,
    requestedBy: failed.requested_by ?? by,
    reason: failed.reason ?? '',
  };
  const key = keyOf(failed.provider_payment_id, earlier.length + 1);
  const id = await insertRequest(tx, request, { key, now, endsAccess: true });
  if (id === undefined) return;
  await jobs.enqueue(tx, settleRefund, { refundId: id }, { runAtMs: now + HOUR_MS * 4 ** (earlier.length - 1) });
  await postSales(tx, [failed.provider_payment_id], { calendar, now });
  await writeAudit(tx, { ...entry, action: 'refund requested again', detail: { try: earlier.length + 1 } });
};

/**
 * For a request that was withdrawn because a part of the money has gone back by another way: asks for the rest under a
 * key of its own, and answers the new request's id; undefined when another process was first.
 */
export const requestRest = async (
  tx: Db,
  withdrawn: RefundRow,
  amountInPaise: number,
  now: number,
): Promise<string | undefined> => {
  const earlier = await cancellingRefundsOf(tx, withdrawn.provider_payment_id);
  const request = {
    paymentId: withdrawn.provider_payment_id,
    amountInPaise,
    currency: withdrawn.currency,
    requestedBy: withdrawn.requested_by ?? '',
    reason: withdrawn.reason ?? '',
  };
  await writeAudit(tx, {
    at: now,
    by: request.requestedBy,
    action: 'refund requested for the rest',
    paymentId: request.paymentId,
    detail: { amountInPaise },
  });
  return insertRequest(tx, request, { key: keyOf(request.paymentId, earlier.length + 1), now, endsAccess: true });
};

/** Keeps why the provider does not take a request, once for each reason; the request stays, and is asked for again. */
export const noteRefusal = async (tx: Db, refundId: string, why: string, now: number): Promise<void> => {
  const request = await findRefund(tx, refundId);
  if (request?.status !== 'requested') return;
  const { provider_payment_id: paymentId } = request;
  const detail = { why, amountInPaise: request.amount_in_paise };
  if (await isInDiary(tx, { paymentId, action: 'refund refused', detail })) return;
  await writeAudit(tx, { at: now, by: 'cancellation', action: 'refund refused', paymentId, detail });
};
