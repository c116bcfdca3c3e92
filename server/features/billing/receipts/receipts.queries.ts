import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { ReceiptRow } from '#server/database/tables/receipts.ts';
import type { Mode } from '../provider/provider.ts';

/**
 * Takes the next numbers of a series, which is locked until the transaction ends: one that rolls back leaves no gap. Returns the
 * first of them.
 */
export const takeSerials = async (tx: Db, series: string, count: number): Promise<number> => {
  const { last } = await tx
    .insertInto('receipt_series')
    .values({ series, last: count })
    .onConflict((conflict) => conflict.column('series').doUpdateSet({ last: sql`receipt_series.last + ${count}` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
};

/**
 * Confirmed payments of these users that have no receipt; free ones have none. They are found by user: asked for
 * `is null` or for an order, SQLite would go through an index of all payments.
 */
const withoutReceipt = (tx: Db, userIds: readonly string[], mode: Mode) =>
  tx
    .selectFrom('payments as p')
    .where('p.user_id', 'in', userIds)
    .where('p.mode', '=', mode)
    .where('p.status', '=', 'captured')
    .where('p.confirmed', '=', 1)
    .where('p.amount_in_paise', '>', 0)
    .where((eb) => eb.fn.coalesce('p.receipt_no', sql.lit('')), '=', '')
    .where((eb) =>
      eb.or([
        eb('p.problem', 'is', null),
        eb('p.problem', 'in', ['duplicate', 'paid_without_access', 'charged_without_access']),
      ]),
    );

/** Processed refunds of these users whose payment has a receipt, and that have no credit note. */
const withoutNote = (tx: Db, userIds: readonly string[], mode: Mode) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('refunds as r', 'r.provider_payment_id', 'p.provider_payment_id')
    .innerJoin('receipts as original', 'original.number', 'p.receipt_no')
    .leftJoin('receipts as note', 'note.refund_id', 'r.provider_refund_id')
    .where('p.user_id', 'in', userIds)
    .where('p.mode', '=', mode)
    .where('r.status', '=', 'processed')
    .where('note.number', 'is', null);

/** The documents of a user, to take the buyer out of them. */
export const documentsOf = (tx: Db, userId: string) =>
  tx.selectFrom('receipts').select(['number', 'document']).where('user_id', '=', userId).execute();

export const replaceDocument = (tx: Db, number: string, document: string) =>
  tx.updateTable('receipts').set({ document }).where('number', '=', number).execute();

/** Those of these users for whom a receipt or a credit note is due. */
export const usersWithDue = async (tx: Db, userIds: readonly string[], mode: Mode): Promise<string[]> => {
  const rows = await withoutReceipt(tx, userIds, mode)
    .select('p.user_id')
    .union(withoutNote(tx, userIds, mode).select('p.user_id'))
    .execute();
  return rows.flatMap(({ user_id: userId }) => userId ?? []);
};

/** Payments of these users for which a receipt is due, in no order. */
export const paymentsWithoutReceipt = (tx: Db, userIds: readonly string[], mode: Mode) =>
  withoutReceipt(tx, userIds, mode)
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .leftJoin('coupons as coupon', 'coupon.id', 'a.coupon_id')
    .leftJoin('gifts as gift', 'gift.id', 'a.gift_id')
    .select([
      'p.id',
      'p.provider_payment_id',
      'p.amount_in_paise',
      'p.captured_at',
      'p.begins_at',
      'p.provider',
      'p.method',
      'p.masked',
      'p.paid_parts',
      'p.access_from',
      'p.access_until',
      'p.refundable_until',
      'a.buyer_state',
      'a.buyer_gstin',
      'a.buyer_name',
      'a.buyer_address',
      'a.gift_id',
      'gift.recipient_name',
      'gift.send_on',
      'a.plan_version_id',
      'v.plan_id',
      'v.price_in_paise',
      'v.term_unit',
      'v.term_count',
      'v.term_until',
      'plan.name as plan_name',
      'coupon.code as coupon_code',
      'a.in_parts',
      'a.parts_of',
      'a.discount_in_paise',
      'a.deducts',
      'a.user_id as buyer_id',
      'u.full_name',
      'u.email',
      'u.language',
    ])
    .execute();

export type UnreceiptedPayment = Awaited<ReturnType<typeof paymentsWithoutReceipt>>[number];

/** Refunds of these users for which a credit note is due. */
export const refundsWithoutNote = (tx: Db, userIds: readonly string[], mode: Mode) =>
  withoutNote(tx, userIds, mode)
    .select([
      'r.provider_refund_id',
      'r.provider_payment_id',
      'original.user_id',
      'r.amount_in_paise',
      'r.accepted_at',
      'r.settled_by',
      'r.settled_at',
      'r.created_at',
      'r.bank_reference',
      'original.document',
    ])
    .orderBy('r.accepted_at')
    .orderBy('r.id')
    .execute();

export type UnnotedRefund = Awaited<ReturnType<typeof refundsWithoutNote>>[number];

/** The credit notes of these payments. */
export const notesOf = async (tx: Db, paymentIds: readonly string[]) =>
  tx
    .selectFrom('receipts')
    .select('document')
    .where('payment_id', 'in', paymentIds)
    .where('kind', '=', 'credit_note')
    .execute();

export const insertReceipts = (tx: Db, rows: readonly ReceiptRow[]) => tx.insertInto('receipts').values(rows).execute();

/** Writes into these payments the numbers of their receipts. */
export const setReceiptNumbers = (tx: Db, paymentIds: readonly string[]) =>
  tx
    .updateTable('payments')
    .from('receipts as r')
    .set(({ ref }) => ({ receipt_no: ref('r.number') }))
    .whereRef('r.payment_id', '=', 'payments.provider_payment_id')
    .where('r.kind', '<>', 'credit_note')
    .where('payments.id', 'in', paymentIds)
    .execute();

/** With the time zone in which it was sold; null for sales from before zones were stored. */
export const findReceipt = (db: Db, number: string): Promise<(ReceiptRow & { time_zone: string | null }) | undefined> =>
  db
    .selectFrom('receipts as r')
    .leftJoin('payments as p', 'p.provider_payment_id', 'r.payment_id')
    .selectAll('r')
    .select('p.time_zone')
    .where('r.number', '=', number)
    .executeTakeFirst();

/** The receipts of these payments, oldest first. */
export const receiptsOf = (db: Db, providerPaymentIds: readonly string[]) =>
  db
    .selectFrom('receipts')
    .select(['number', 'kind', 'payment_id', 'amount_in_paise', 'issued_at'])
    .where('payment_id', 'in', providerPaymentIds)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
