import type { OwnWay } from '#contract/billing/way-names.ts';
import { messages } from '#contract/messages.ts';
import { recordAudit, type Source } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { PaymentRow, RefundRow } from '#server/database/tables/purchases.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { OFFLINE } from '../provider/provider.ts';
import { updateRefund } from '../purchase-rows/purchase-rows.ts';
import { refundsOf } from './refunds.queries.ts';
import { lockPurchase } from './requests.ts';

type SettledBy = NonNullable<RefundRow['settled_by']>;

export const recordPaidBack = (
  tx: Db,
  { provider_payment_id: paymentId, user_id: userId, attempt_id: attemptId }: PaymentRow,
  {
    how,
    reference,
    amountInPaise,
    now,
    source,
  }: { how: SettledBy; reference: string; amountInPaise: number; now: number; source: Source },
): Promise<void> =>
  recordAudit(tx, {
    at: now,
    source,
    userId,
    attemptId,
    paymentId,
    kind: 'refund_paid_back',
    detail: { how, reference, amountInPaise },
  });

export interface PaidBack {
  adminId: string;
  /** By the provider's id. */
  refundId: string;
  way: OwnWay;
  reference: string;
}

/** Says how an owed refund of a payment past the provider was paid back. A repeated call changes nothing. */
export const createPayBack =
  ({ database, clock }: BillingPlatform, ledger: Ledger) =>
  (paymentId: string, { adminId, refundId, way, reference }: PaidBack): Promise<void> =>
    database.transaction(async (tx: Tx) => {
      const now = clock.now();
      const payment = await lockPurchase(tx, paymentId, now);
      const row = (await refundsOf(tx, paymentId)).find((refund) => refund.provider_refund_id === refundId);
      if (payment.provider !== OFFLINE || !row)
        throw fail('refund_not_possible', { message: messages.ways.offlineOnly });
      if (row.settled_by === way && (row.bank_reference ?? '') === reference) return;
      if (row.status !== 'pending') throw fail('refund_not_possible');
      const { amount_in_paise: amountInPaise, currency } = row;
      const source = { kind: 'admin', id: adminId } as const;
      await updateRefund(tx, row.id, { settled_by: way }).execute();
      await recordPaidBack(tx, payment, { how: way, reference, amountInPaise, now, source });
      const event = {
        kind: 'refund',
        id: refundId,
        paymentId,
        money: { amountInPaise, currency },
        status: 'processed',
        bankReference: reference || undefined,
        // Access ended when it was accepted.
        at: row.accepted_at ?? now,
      } as const;
      await ledger.record(tx, [event], { source, mode: payment.mode, provider: OFFLINE });
    });
