import type { OwnWay } from '#contract/billing/way-names.ts';
import { messages } from '#contract/messages.ts';
import type { Tx } from '#server/database/database.ts';
import type { PaymentRow, RefundRow } from '#server/database/tables/purchases.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { isPaymentDeducted } from '../deductions/deductions.ts';
import { OFFLINE } from '../provider/provider.ts';
import { updateRefund } from '../purchase-rows/purchase-rows.ts';
import { claimedInPaise } from '../returns/returns.ts';
import type { AdminRefundRequest } from './admin-refund.ts';
import { refundsOf, releaseReference } from './refunds.queries.ts';
import { lockPurchase, recordPaidBack, type Settled } from './requests.ts';

export interface PaidBack {
  adminId: string;
  /** By the provider's id. */
  refundId: string;
  way: OwnWay;
  reference: string;
}

/** Owed refunds of offline payments are settled by people, who paid them back or found that the payment did not stay. */
export const createPaidBack = (
  { database, clock }: BillingPlatform,
  { ledger, refundForAdmin }: { ledger: Ledger; refundForAdmin: (request: AdminRefundRequest) => Promise<unknown> },
) => {
  const settle = async (
    tx: Tx,
    payment: PaymentRow,
    row: RefundRow,
    { adminId, ...settled }: Settled & { adminId: string },
  ): Promise<void> => {
    const { amount_in_paise: amountInPaise, currency, provider_payment_id: paymentId } = row;
    const now = clock.now();
    const source = { kind: 'admin', id: adminId } as const;
    await updateRefund(tx, row.id, { settled_by: settled.how, settled_at: now }).execute();
    await recordPaidBack(tx, payment, { ...settled, amountInPaise, now, source });
    const event = {
      kind: 'refund',
      id: row.provider_refund_id ?? '',
      paymentId,
      money: { amountInPaise, currency },
      status: 'processed',
      bankReference: settled.reference || undefined,
      // Access ended when it was accepted.
      at: row.accepted_at ?? now,
    } as const;
    await ledger.record(tx, [event], { source, mode: payment.mode, provider: OFFLINE });
  };

  /** Reverses what is owed of a payment. Returns whether nothing is left of it because of a reversal. */
  const reverseOwed = (paymentId: string, reversal: { adminId: string; reason: string }): Promise<boolean> =>
    database.transaction(async (tx) => {
      const payment = await lockPurchase(tx, paymentId, clock.now());
      if (payment.provider !== OFFLINE || (await isPaymentDeducted(tx, payment))) return false;
      for (const row of await refundsOf(tx, paymentId))
        if (row.status === 'pending') await settle(tx, payment, row, { ...reversal, how: 'reversal', reference: '' });
      const refunds = await refundsOf(tx, paymentId);
      const isReversed = refunds.some((row) => row.settled_by === 'reversal');
      if (!isReversed || claimedInPaise(refunds) < payment.amount_in_paise) return false;
      await releaseReference(tx, paymentId);
      return true;
    });

  return {
    /**
     * Says how an owed refund was paid back. A repeated call changes nothing. Throws `payment_not_found` and
     * `refund_not_possible`.
     */
    payBack: (paymentId: string, { adminId, refundId, way, reference }: PaidBack): Promise<void> =>
      database.transaction(async (tx) => {
        const payment = await lockPurchase(tx, paymentId, clock.now());
        const row = (await refundsOf(tx, paymentId)).find((refund) => refund.provider_refund_id === refundId);
        if (payment.provider !== OFFLINE || !row)
          throw fail('refund_not_possible', { message: messages.ways.offlineOnly });
        if (row.settled_by === way && (row.bank_reference ?? '') === reference) return;
        if (row.status !== 'pending') throw fail('refund_not_possible');
        await settle(tx, payment, row, { adminId, how: way, reference });
      }),

    /**
     * The payment did not stay, or was another person's: what is owed of it and all that is left go back in the books, nothing
     * is paid, and its reference may be used again. Throws as `payBack`.
     */
    reverse: async (paymentId: string, reversal: { adminId: string; reason: string }): Promise<void> => {
      if (!(await reverseOwed(paymentId, reversal)))
        await refundForAdmin({
          ...reversal,
          paymentId,
          amountInPaise: undefined,
          settled: { how: 'reversal', reference: '' },
          requestKey: `reversal-${paymentId}`,
        });
    },
  };
};
