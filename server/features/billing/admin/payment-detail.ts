import type { z } from 'zod';
import type { PaymentDetail } from '#contract/billing/sales.ts';
import type { Write } from '#contract/languages/say.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { type DisputeOfPayment, readReturns, type RefundOfPayment, returnedAt } from '../returns/returns.ts';
import { OFFLINE } from '../provider/provider.ts';
import { auditEntriesOf } from '#server/audit/audit.ts';
import { isPaymentDeducted } from '../deductions/deductions.ts';
import { hasNewerPart, refundableOf } from '../refunds/refunds.ts';
import type { Receipts } from '../receipts/receipts.ts';
import { type AdminPaymentRow, findAdminPayment } from './payment-list.queries.ts';
import { toSalesPayment } from './payment-list.ts';
import { emailsOf } from './people.queries.ts';
import { nameOfUser, timelineOf } from './timeline.ts';

type Detail = z.input<typeof PaymentDetail>;

const toRefund = (row: RefundOfPayment, requestedBy: string | null): Detail['refunds'][number] => ({
  refundId: row.provider_refund_id,
  status: row.status,
  amountInPaise: row.amount_in_paise,
  endsAccess: row.ends_access === 1,
  requestedBy,
  reason: row.reason,
  paidBackBy: row.settled_by === 'reversal' ? null : row.settled_by,
  bankReference: row.bank_reference,
  at: toInstant(returnedAt(row)),
});

const toDispute = (row: DisputeOfPayment): Detail['disputes'][number] => ({
  disputeId: row.provider_dispute_id,
  phase: row.phase,
  status: row.status,
  amountInPaise: row.amount_in_paise,
  respondBy: toInstantOrNull(row.respond_by),
});

/**
 * One payment with its refunds, disputes, receipts and timeline. Throws `payment_not_found`. `explain` says why a user has
 * access or not; nothing for a deleted account.
 */
export const createPaymentDetail = (
  { database: { db }, clock }: BillingPlatform,
  { receipts, explain }: { receipts: Receipts; explain: (userId: string, write: Write) => Promise<string | undefined> },
) => {
  /** The access that the payment gives now. */
  const sentenceOf = async (row: AdminPaymentRow, write: Write): Promise<string | undefined> => {
    if (row.user_id === null) return undefined;
    if (row.gift_id === null || row.redeemed_at !== null) return explain(row.user_id, write);
    return write(salesMessages.access.giftWaits(row.full_name ?? '', row.recipient_name ?? ''));
  };

  return async (paymentId: string, write: Write): Promise<Detail> => {
    const row = await findAdminPayment(db, paymentId);
    if (!row) throw fail('payment_not_found');
    const returns = (await readReturns(db, [paymentId]))(paymentId);
    const { refunds, disputes } = returns;
    const auditEntries = await auditEntriesOf(db, { paymentId, attemptId: row.attempt_id });
    const links = (await receipts.linksOf([paymentId])).get(paymentId) ?? [];
    const userIds = [
      ...auditEntries.flatMap(({ source }) => ('id' in source ? [source.id] : [])),
      ...refunds.flatMap((refund) => refund.requested_by ?? []),
    ];
    const emails = await emailsOf(db, [...new Set(userIds)]);
    const now = clock.now();
    const sentence = await sentenceOf(row, write);

    const isDeducted = await isPaymentDeducted(db, row);
    const refundable = refundableOf(row, { ...returns, isDeducted, hasNewerPart: await hasNewerPart(db, row) });
    const isSomeLeft = refundable.inPaise > 0 || refunds.some(({ status }) => status === 'pending');
    const format = { write, buyerId: row.buyer_id, emails };
    const timeline = timelineOf(
      {
        startedAt: row.attempt_made_at,
        auditEntries,
        receipts: links,
        now: sentence === undefined ? undefined : { at: now, text: sentence },
      },
      format,
    );
    return {
      ...toSalesPayment(row),
      invoiceId: row.invoice_ref,
      refundableUntil: toInstantOrNull(row.refundable_until),
      refundableInPaise: refundable.inPaise,
      refundRefusal: refundable.refusal,
      isInRefundWindow: row.refundable_until !== null && now <= row.refundable_until,
      isHandled: row.handled_at !== null,
      isReversible: row.provider === OFFLINE && !isDeducted && isSomeLeft,
      refunds: refunds.map((refund) =>
        toRefund(refund, refund.requested_by === null ? null : nameOfUser(refund.requested_by, format)),
      ),
      disputes: disputes.map(toDispute),
      receipts: links,
      timeline,
    };
  };
};
