import type { z } from 'zod';
import type { Purchase } from '#contract/payments.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { PaymentStanding } from '#server/database/payment-tables.ts';
import type { Gateway } from './gateway.ts';
import { purchasesOf, type RefundOfPayment, refundsOfPayments } from './purchases.queries.ts';
import type { Receipts } from './receipts/receipts.ts';

type PurchaseAnswer = z.input<typeof Purchase>;
type RefundAnswer = PurchaseAnswer['refunds'][number];

/** What a buyer is told of where their payment stands; what needs a person is being checked. */
const STATUS: Record<PaymentStanding, PurchaseAnswer['status']> = {
  disputed: 'disputed',
  refund_pending: 'refund_pending',
  refund_failed: 'refund_pending',
  refunded: 'refunded',
  partly_refunded: 'partly_refunded',
  paid: 'paid',
  duplicate: 'paid',
  unmatched: 'being_checked',
  wrong_amount: 'being_checked',
  failed: 'being_checked',
  not_finished: 'being_checked',
};

const STATES = { requested: 'requested', pending: 'initiated', processed: 'processed', failed: 'delayed' } as const;

const toRefund = (row: RefundOfPayment, state: RefundAnswer['state']): RefundAnswer => ({
  state,
  amountInPaise: row.amount_in_paise,
  at: toInstant(row.accepted_at ?? row.created_at),
  bankReference: row.bank_reference,
});

/** A refund that failed and is asked for again is one refund to the buyer, and late. */
const refundsToShow = (rows: readonly RefundOfPayment[]): RefundAnswer[] => {
  const failed = rows.filter(({ status }) => status === 'failed');
  const others = rows.filter(({ status }) => status !== 'failed' && status !== 'withdrawn');
  const last = failed.at(-1);
  if (others.length === 0) return last ? [toRefund(last, 'delayed')] : [];
  return others.flatMap((row) => {
    if (row.status === 'withdrawn') return [];
    return [toRefund(row, row.status === 'requested' && last ? 'delayed' : STATES[row.status])];
  });
};

export interface PurchasesNeeds {
  db: Db;
  gateway: Gateway;
  receipts: Receipts;
}

/** What a person has bought, newest first, with what became of it and the papers. */
export const createPurchases =
  ({ db, gateway, receipts }: PurchasesNeeds) =>
  async (userId: string): Promise<PurchaseAnswer[]> => {
    const rows = await purchasesOf(db, userId, await gateway.mode());
    const ids = rows.map((row) => row.provider_payment_id);
    const refunds = ids.length === 0 ? [] : await refundsOfPayments(db, ids);
    const links = await receipts.linksOf(ids);
    return rows.map((row) => ({
      paymentId: row.provider_payment_id,
      status: STATUS[row.standing ?? 'paid'],
      amountInPaise: row.amount_in_paise,
      currency: row.currency,
      paidWith: row.masked ?? row.method,
      paidAt: toInstant(row.captured_at ?? 0),
      accessUntil: row.access_until === null ? null : toInstant(row.access_until),
      refundableUntil: row.refundable_until === null ? null : toInstant(row.refundable_until),
      refunds: refundsToShow(refunds.filter((refund) => refund.provider_payment_id === row.provider_payment_id)),
      receipts: links.get(row.provider_payment_id) ?? [],
    }));
  };
