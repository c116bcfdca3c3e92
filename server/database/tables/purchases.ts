import { Mode } from '#contract/billing/payments.ts';
import { z } from 'zod';
import { PaymentStatus } from '#contract/billing/sales.ts';
import { OwnWay } from '#contract/billing/way-names.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { books } from './reasons.ts';

/** The row types of billing. */
export const paymentAttempts = table('payment_attempts', {
  key: ['id'],
  columns: {
    id: text,
    user_id: text,
    provider: text,
    mode: oneOf(Mode),
    key_id: text,
    /** The plan at the provider; empty for a one-time payment. */
    plan_ref: text,
    /** The version of the plan when the attempt began. */
    plan_version_id: text,
    /** The price after the discount and the deduction. */
    amount_in_paise: integer,
    coupon_id: text.orNull(),
    discount_in_paise: integer.orNull(),
    /** What single courses cost that the price is reduced by, as JSON; null without a deduction. */
    deducts: json.orNull(),
    /** When a payment of the attempt took the deduction. */
    deducted_at: time.orNull(),
    /** Set if it is a gift. */
    gift_id: text.orNull(),
    /** The parts that were agreed, as JSON; null where it is not paid in parts. */
    in_parts: json.orNull(),
    /** The attempt of the purchase of which this one pays parts. */
    parts_of: text.orNull(),
    /** The batch that it is for, and until when it holds a place there; null: while it can be paid. */
    batch_id: text.orNull(),
    batch_held_until: time.orNull(),
    currency: text,
    /** How often the provider charges: 1 ends after the first term. */
    cycles: integer,
    /** Null until the provider has responded, or when it never did. */
    subscription_ref: text.orNull(),
    /** open: may be paid now; retired: replaced, but a late payment still counts; settled: paid, or no longer expected to be. */
    state: oneOf('open', 'retired', 'settled'),
    /** Until then one caller owns the right to create the subscription at the provider. */
    creating_until: time,
    provider_status: text.orNull(),
    provider_status_at: time,
    /** 1 once the provider will never charge again. */
    is_over: flag,
    auto_renew: flag,
    current_end: time.orNull(),
    expires_at: time,
    /** When its state was last fetched from the provider. */
    checked_at: time,
    cancel_when: oneOf('now', 'period_end').orNull(),
    cancel_requested_at: time.orNull(),
    /** When the provider accepted the cancellation, or needed none. */
    cancel_accepted_at: time.orNull(),
    /** Until then one caller owns the right to cancel it at the provider. */
    cancelling_until: time.orNull(),
    /** The buyer's state, for tax invoices. */
    buyer_state: text.orNull(),
    /** The business on the invoice. */
    buyer_gstin: text.orNull(),
    buyer_name: text.orNull(),
    buyer_address: text.orNull(),
    /** The provider's payment page, if it has one. */
    checkout_url: text.orNull(),
    /** When the buyer first saw the provider's window or page. */
    window_opened_at: time.orNull(),
    /** Why a recomputation ended its mandate, which nothing else had ended: a to-do. Null otherwise. */
    mended: oneOf('account', 'revoked', 'returned', 'course_deleted', 'replaced').orNull(),
    created_at: time,
    updated_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'checkouts',
    exported: [
      'id',
      'provider',
      'mode',
      'amount_in_paise',
      'currency',
      'plan_version_id',
      'buyer_state',
      'buyer_gstin',
      'buyer_name',
      'buyer_address',
      'created_at',
    ],
    onDeletion: {
      set: { buyer_gstin: null, buyer_name: null, buyer_address: null, checkout_url: null },
      why: books,
    },
  },
  archive: { file: 'payments/checkouts.jsonl', title: 'Checkouts.' },
});
export type PaymentAttemptRow = RowOf<typeof paymentAttempts>;

/** One payment. Its attempt's user is the buyer. */
export const payments = table('payments', {
  key: ['id'],
  columns: {
    id: text,
    provider: text,
    provider_payment_id: text,
    attempt_id: text.orNull(),
    /** The user who gets the access: the buyer, or the redeemer of a gift. */
    user_id: text.orNull(),
    mode: oneOf(Mode),
    status: oneOf('created', 'failed', 'authorized', 'captured'),
    /** 0 while only the buyer's signed proof reports it and no event of the provider has arrived. */
    confirmed: flag,
    amount_in_paise: integer,
    currency: text,
    method: text.orNull(),
    masked: text.orNull(),
    invoice_ref: text.orNull(),
    /** In the provider's words. */
    failure: text.orNull(),
    /** Null for a reason that is not known here. */
    failure_reason: text.orNull(),
    /** When the buyer began to pay; the capture may come days later. */
    initiated_at: time,
    captured_at: time.orNull(),
    /** The end of the provider's billing period, when it is known. */
    period_end: time.orNull(),
    /** When its term begins. */
    access_from: time.orNull(),
    access_until: time.orNull(),
    refundable_until: time.orNull(),
    receipt_no: text.orNull(),
    /** Why this payment grants nothing or needs an admin. */
    problem: oneOf(
      z.enum(['wrong_amount', 'duplicate', 'unmatched', 'paid_without_access', 'charged_without_access']),
    ).orNull(),
    created_at: time,
    updated_at: time,
    /** The payment's state as one word: a projection for lists, null until it is first computed. */
    standing: oneOf(PaymentStatus).orNull(),
    /** When an admin resolved its to-do. */
    handled_at: time.orNull(),
    /** The provider's fee with tax; null while unknown. */
    fee_in_paise: integer.orNull(),
    /** The end of the buyer's access before this payment; null for a first one and for one without access. */
    previous_end: time.orNull(),
    /** 1 when the provider charged it without a checkout: a later payment of the same attempt. */
    is_automatic: flag.orNull(),
    /** The limit of its coupon that it exceeded when it was recorded. Never recomputed. */
    coupon_excess: oneOf('used_up', 'used_by_buyer', 'not_first_purchase').orNull(),
    /** When its gift was redeemed: the term begins then, not with the capture. */
    redeemed_at: time.orNull(),
    /** From when its term counts, where that was agreed to be later than the capture. */
    begins_at: time.orNull(),
    /** The school's time zone when the term was first computed, which its dates keep. Null until then. */
    time_zone: text.orNull(),
    /** The rule of its term when that was first computed, which its dates keep; 0 before rules had numbers, null until then. */
    term_rule: integer.orNull(),
    /** 1 when it was recorded after its mandate had ended, or for someone whom it could not give access. */
    late: flag.orNull(),
    /** Of the first payment of a purchase in parts: when access pauses without another, and how the purchase ended. */
    pauses_at: time.orNull(),
    parts_end: oneOf('cancelled', 'disputed').orNull(),
    /** Which parts it paid, as JSON; null for a payment of no purchase in parts. */
    paid_parts: json.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'payments',
    exported: [
      'provider_payment_id',
      'attempt_id',
      'mode',
      'status',
      'amount_in_paise',
      'currency',
      'method',
      'masked',
      'captured_at',
      'access_from',
      'access_until',
      'receipt_no',
    ],
    onDeletion: { set: { masked: null }, why: books },
  },
  archive: { file: 'payments/payments.csv', title: 'Payments, with the access that each gives.' },
});
export type PaymentRow = RowOf<typeof payments>;

export const refunds = table('refunds', {
  key: ['id'],
  columns: {
    id: text,
    provider: text,
    provider_refund_id: text.orNull(),
    provider_payment_id: text,
    amount_in_paise: integer,
    currency: text,
    /** withdrawn: requested here, but another refund had already returned the amount. */
    status: oneOf('requested', 'pending', 'processed', 'failed', 'withdrawn'),
    /** Sent to the provider, which refunds once per key. */
    idempotency_key: text.orNull(),
    /** Sent by the admin's client: a repeated request returns this row. */
    request_key: text.orNull(),
    /**
     * Until then one caller owns the right to call the provider; null if no call can have reached it. A time in the past
     * means that the outcome of an earlier call is unknown.
     */
    asking_until: time.orNull(),
    /** 1 for a refund that cancels the purchase: access ends when the provider accepts it, even if it fails later. */
    ends_access: flag,
    accepted_at: time.orNull(),
    /** How a manual refund was paid back, or that its payment was reversed; null for the provider, and while it is owed. */
    settled_by: oneOf(z.enum([...OwnWay.options, 'reversal'])).orNull(),
    /** When it was: the access had ended when it was accepted. */
    settled_at: time.orNull(),
    bank_reference: text.orNull(),
    requested_by: text.orNull(),
    reason: text.orNull(),
    /** When its state was last fetched from the provider. */
    checked_at: time,
    created_at: time,
    updated_at: time,
  },
  person: null,
  archive: { file: 'payments/refunds.csv', title: 'Refunds.' },
});
export type RefundRow = RowOf<typeof refunds>;

export const disputes = table('disputes', {
  key: ['id'],
  columns: {
    id: text,
    provider: text,
    provider_dispute_id: text,
    provider_payment_id: text,
    amount_in_paise: integer,
    currency: text,
    phase: text,
    status: oneOf('open', 'under_review', 'won', 'lost', 'closed'),
    respond_by: integer.orNull(),
    created_at: time,
    updated_at: time,
  },
  person: null,
  archive: { file: 'payments/disputes.csv', title: 'Disputes.' },
});
export type DisputeRow = RowOf<typeof disputes>;

export const webhookEvents = table('webhook_events', {
  columns: {
    event_id: text,
    provider: text,
    type: text,
    body: text,
    outcome: oneOf('applied', 'unmatched', 'ignored'),
    received_at: time,
  },
  person: { rows: { mentions: 'body' }, onDeletion: { set: { body: '{}' }, why: 'That the event arrived.' } },
  archive: { leftOut: 'What the payment provider reported is in payments and refunds.' },
});
export type WebhookEventRow = RowOf<typeof webhookEvents>;

export type PaymentStanding = NonNullable<PaymentRow['standing']>;
