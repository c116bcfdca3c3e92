import type { z } from 'zod';
import type { Purchase } from '#contract/billing/payments.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { PaymentStanding } from '#server/database/tables/purchases.ts';
import { languageFor } from '#server/database/translations.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { takenDeductionsOf } from '../deductions/deductions.ts';
import { standingOf } from '../ledger/ledger.ts';
import { readPaidParts } from '../parts/parts.ts';
import { namerOf, openedCourses, openedOf } from '../plans/plans.ts';
import { type Mode, wayOf } from '../provider/provider.ts';
import type { Receipts } from '../receipts/receipts.ts';
import {
  blocksMoney,
  type DisputeOfPayment,
  readReturns,
  type RefundOfPayment,
  returnedAt,
} from '../returns/returns.ts';

const MAX_PURCHASES = 50;

const purchasesOf = (db: Db, userId: string, mode: Mode) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .leftJoin('payment_requests as stated', 'stated.payment_id', 'p.provider_payment_id')
    .selectAll('p')
    .select([
      'a.gift_id',
      'a.auto_renew',
      'a.plan_version_id',
      'v.opens',
      'plan.id as plan_id',
      'plan.name as plan_name',
      'stated.reference',
    ])
    .where('a.user_id', '=', userId)
    .where('a.mode', '=', mode)
    .where('p.captured_at', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.id')
    .limit(MAX_PURCHASES)
    .execute();

type PurchaseItem = z.input<typeof Purchase>;
type RefundItem = PurchaseItem['refunds'][number];

/** A payment's standing for its buyer: payments that need an admin are being checked. */
const STATUS: Record<PaymentStanding, PurchaseItem['status']> = {
  disputed: 'disputed',
  refund_pending: 'refund_pending',
  refund_failed: 'refund_pending',
  refunded: 'refunded',
  partly_refunded: 'partly_refunded',
  paid: 'paid',
  duplicate: 'paid',
  paid_without_access: 'being_checked',
  charged_without_access: 'being_checked',
  coupon_exceeded: 'paid',
  unmatched: 'being_checked',
  wrong_amount: 'being_checked',
  failed: 'being_checked',
  not_finished: 'being_checked',
};

const STATES = { requested: 'requested', pending: 'initiated', processed: 'processed', failed: 'delayed' } as const;

const toRefund = (row: RefundOfPayment, state: RefundItem['state']): RefundItem => ({
  state,
  amountInPaise: row.amount_in_paise,
  at: toInstant(returnedAt(row)),
  bankReference: row.bank_reference,
});

/** To the buyer a refund that failed and was requested again is one refund, and delayed. */
const refundsToShow = (rows: readonly RefundOfPayment[]): RefundItem[] => {
  const failed = rows.filter(({ status }) => status === 'failed');
  const others = rows.filter(({ status }) => status !== 'failed' && status !== 'withdrawn');
  const last = failed.at(-1);
  if (others.length === 0) return last ? [toRefund(last, 'delayed')] : [];
  return others.flatMap((row) => {
    if (row.status === 'withdrawn') return [];
    if (row.settled_by === 'reversal') return [toRefund(row, 'reversed')];
    return [toRefund(row, row.status === 'requested' && last ? 'delayed' : STATES[row.status])];
  });
};

type PurchaseRow = Awaited<ReturnType<typeof purchasesOf>>[number];

/** The buyer sees a dispute only when it blocks the money; documents that a bank asks for concern the school alone. */
const statusOf = (
  row: PurchaseRow,
  refunds: readonly RefundOfPayment[],
  disputes: readonly DisputeOfPayment[],
): PurchaseItem['status'] => {
  if (row.standing !== 'disputed') return STATUS[row.standing ?? 'paid'];
  if (disputes.some(({ status }) => status === 'lost')) return 'dispute_lost';
  return STATUS[standingOf({ ...row, status: 'captured' }, refunds, disputes.filter(blocksMoney))];
};

/** A buyer's purchases and gifts, newest first, with refunds and receipts. */
export const createPurchases =
  (platform: BillingPlatform, receipts: Receipts) =>
  async (buyer: Pick<Actor, 'id' | 'language'>): Promise<PurchaseItem[]> => {
    const { settings, database } = platform;
    const [db, userId] = [database.db, buyer.id];
    const mode = await settings.purchaseMode();
    const rows = await purchasesOf(db, userId, mode);
    const deducted = await takenDeductionsOf(db, { userId, mode });
    const ids = rows.map((row) => row.provider_payment_id);
    const returnsOf = await readReturns(db, ids);
    const links = await receipts.linksOf(ids);
    const language = await languageFor(platform, buyer);
    const opened = await openedCourses(
      db,
      rows.flatMap((row) => (row.opens === 'courses' ? [row.plan_version_id] : [])),
      language,
    );
    const nameOf = await namerOf(db, rows, language);
    return rows.map((row) => {
      const { refunds, disputes } = returnsOf(row.provider_payment_id);
      return {
        paymentId: row.provider_payment_id,
        planName: nameOf(row),
        opens: openedOf(row, opened),
        status: statusOf(row, refunds, disputes),
        amountInPaise: row.amount_in_paise,
        currency: row.currency,
        way: wayOf(row),
        reference: row.reference ?? '',
        paidWith: row.masked ?? row.method,
        paidAt: toInstant(row.captured_at ?? 0),
        // The recipient of a gift has the access.
        accessUntil: row.gift_id === null ? toInstantOrNull(row.access_until) : null,
        // With the purchase that it was deducted from.
        refundableUntil: deducted.has(row.provider_payment_id) ? null : toInstantOrNull(row.refundable_until),
        willRenew: row.auto_renew === 1,
        refunds: refundsToShow(refunds),
        receipts: links.get(row.provider_payment_id) ?? [],
        isGift: row.gift_id !== null,
        parts: readPaidParts(row.paid_parts),
      };
    });
  };
