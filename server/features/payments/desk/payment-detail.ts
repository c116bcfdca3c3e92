import type { z } from 'zod';
import type { PaymentDetail } from '#contract/sales.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import {
  type DisputeOfPayment,
  disputesOfPayments,
  type RefundOfPayment,
  refundsOfPayments,
} from '../purchases.queries.ts';
import type { Receipts } from '../receipts/receipts.ts';
import { refundableOf } from './give-back.ts';
import { findPaymentOfDesk } from './payment-list.queries.ts';
import { toSalesPayment } from './payment-list.ts';
import { emailsOf } from './people.queries.ts';
import { diaryOf } from './timeline.queries.ts';
import { nameOf, personIn, timelineOf, type ToMoney } from './timeline.ts';

type Detail = z.input<typeof PaymentDetail>;

export interface PaymentDetailNeeds {
  db: Db;
  clock: Clock;
  money: ToMoney;
  receipts: Receipts;
  /** In one sentence, why this person may watch or not; undefined for people that are gone. */
  explain: (userId: string) => Promise<string | undefined>;
}

const toRefund = (row: RefundOfPayment, requestedBy: string | null): Detail['refunds'][number] => ({
  refundId: row.provider_refund_id,
  status: row.status,
  amountInPaise: row.amount_in_paise,
  endsAccess: row.ends_access === 1,
  requestedBy,
  reason: row.reason,
  bankReference: row.bank_reference,
  at: toInstant(row.accepted_at ?? row.created_at),
});

const toDispute = (row: DisputeOfPayment): Detail['disputes'][number] => ({
  disputeId: row.provider_dispute_id,
  phase: row.phase,
  status: row.status,
  amountInPaise: row.amount_in_paise,
  respondBy: row.respond_by === null ? null : toInstant(row.respond_by),
});

/** All that is known of one payment, with its timeline. Throws `payment_not_found`. */
export const createPaymentDetail =
  ({ db, clock, money, receipts, explain }: PaymentDetailNeeds) =>
  async (paymentId: string): Promise<Detail> => {
    const row = await findPaymentOfDesk(db, paymentId);
    if (!row) throw fail('payment_not_found');
    const refunds = await refundsOfPayments(db, [paymentId]);
    const disputes = await disputesOfPayments(db, [paymentId]);
    const diary = await diaryOf(db, { paymentId, attemptId: row.attempt_id });
    const papers = (await receipts.linksOf([paymentId])).get(paymentId) ?? [];
    const actors = [...diary.map(({ actor }) => actor), ...refunds.flatMap((refund) => refund.requested_by ?? [])];
    const emails = await emailsOf(db, [...new Set(actors.flatMap((actor) => personIn(actor) ?? []))]);
    const now = clock.now();
    const sentence = row.user_id === null ? undefined : await explain(row.user_id);
    const refundable = refundableOf(row, refunds, disputes);
    const nameFor = (actor: string | null): string | null =>
      actor === null ? null : nameOf(actor, row.user_id, emails);
    const timeline = timelineOf(
      {
        beganAt: row.attempt_made_at,
        buyerId: row.user_id,
        diary,
        papers,
        emails,
        now: sentence === undefined ? undefined : { at: now, text: sentence },
      },
      money,
    );
    return {
      ...toSalesPayment(row),
      failure: row.failure,
      invoiceId: row.invoice_ref,
      refundableUntil: row.refundable_until === null ? null : toInstant(row.refundable_until),
      refundableInPaise: refundable.inPaise,
      refundRefusal: refundable.refusal,
      isInRefundWindow: row.refundable_until !== null && now <= row.refundable_until,
      isHandled: row.handled_at !== null,
      refunds: refunds.map((refund) => toRefund(refund, nameFor(refund.requested_by))),
      disputes: disputes.map(toDispute),
      receipts: papers,
      timeline,
    };
  };
