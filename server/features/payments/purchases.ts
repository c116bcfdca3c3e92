import type { z } from 'zod';
import type { Purchase } from '#contract/payments.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { PaymentStanding } from '#server/database/payment-tables.ts';
import type { Gateway } from './gateway.ts';
import {
  type DisputeOfPayment,
  disputesOfPayments,
  purchasesOf,
  type RefundOfPayment,
  refundsOfPayments,
} from './purchases.queries.ts';
import type { Receipts } from './receipts/receipts.ts';
import { standingOf } from './sales-book.ts';

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

type PurchaseRow = Awaited<ReturnType<typeof purchasesOf>>[number];

/** A dispute matters to the buyer when it holds the money; a bank that only asks for papers is the school's affair. */
const statusOf = (
  row: PurchaseRow,
  refunds: readonly RefundOfPayment[],
  disputes: readonly DisputeOfPayment[],
): PurchaseAnswer['status'] => {
  if (row.standing !== 'disputed') return STATUS[row.standing ?? 'paid'];
  if (disputes.some(({ status }) => status === 'lost')) return 'dispute_lost';
  const holding = disputes.filter(({ phase }) => phase !== 'retrieval');
  return STATUS[standingOf({ ...row, status: 'captured' }, refunds, holding)];
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
    const disputed = rows.filter(({ standing }) => standing === 'disputed').map((row) => row.provider_payment_id);
    const disputes = disputed.length === 0 ? [] : await disputesOfPayments(db, disputed);
    const links = await receipts.linksOf(ids);
    return rows.map((row) => {
      const isOfIt = (other: { provider_payment_id: string }): boolean =>
        other.provider_payment_id === row.provider_payment_id;
      const own = refunds.filter(isOfIt);
      return {
        paymentId: row.provider_payment_id,
        status: statusOf(row, own, disputes.filter(isOfIt)),
        amountInPaise: row.amount_in_paise,
        currency: row.currency,
        paidWith: row.masked ?? row.method,
        paidAt: toInstant(row.captured_at ?? 0),
        accessUntil: row.access_until === null ? null : toInstant(row.access_until),
        refundableUntil: row.refundable_until === null ? null : toInstant(row.refundable_until),
        refunds: refundsToShow(own),
        receipts: links.get(row.provider_payment_id) ?? [],
      };
    });
  };
