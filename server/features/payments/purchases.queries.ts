import type { Db } from '#server/database/database.ts';
import type { Mode } from './provider.ts';

/** More than anyone buys; a bound all the same. */
const MOST_PURCHASES = 50;

export const purchasesOf = (db: Db, userId: string, mode: Mode) =>
  db
    .selectFrom('payments')
    .select([
      'provider_payment_id',
      'standing',
      'problem',
      'amount_in_paise',
      'currency',
      'method',
      'masked',
      'captured_at',
      'access_until',
      'refundable_until',
    ])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('captured_at', 'is not', null)
    .orderBy('captured_at', 'desc')
    .orderBy('id')
    .limit(MOST_PURCHASES)
    .execute();

export const refundsOfPayments = (db: Db, providerPaymentIds: readonly string[]) =>
  db
    .selectFrom('refunds')
    .select([
      'provider_payment_id',
      'provider_refund_id',
      'status',
      'amount_in_paise',
      'ends_access',
      'accepted_at',
      'created_at',
      'bank_reference',
      'requested_by',
      'reason',
    ])
    .where('provider_payment_id', 'in', providerPaymentIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type RefundOfPayment = Awaited<ReturnType<typeof refundsOfPayments>>[number];

export const disputesOfPayments = (db: Db, providerPaymentIds: readonly string[]) =>
  db
    .selectFrom('disputes')
    .select(['provider_payment_id', 'provider_dispute_id', 'phase', 'status', 'amount_in_paise', 'respond_by'])
    .where('provider_payment_id', 'in', providerPaymentIds)
    .orderBy('created_at')
    .execute();

export type DisputeOfPayment = Awaited<ReturnType<typeof disputesOfPayments>>[number];
