/** The row types of billing. */

export interface PaymentAttemptRow {
  id: string;
  user_id: string;
  provider: string;
  mode: 'test' | 'live';
  key_id: string;
  /** The plan at the provider; empty for a one-time payment. */
  plan_ref: string;
  /** The version of the plan when the attempt began. */
  plan_version_id: string;
  /** The price after the discount and the deduction. */
  amount_in_paise: number;
  coupon_id: string | null;
  discount_in_paise: number | null;
  /** What single courses cost that the price is reduced by, as JSON; null without a deduction. */
  deducts: string | null;
  /** When a payment of the attempt took the deduction. */
  deducted_at: number | null;
  /** Set if it is a gift. */
  gift_id: string | null;
  currency: string;
  /** How often the provider charges: 1 ends after the first term. */
  cycles: number;
  /** Null until the provider has responded, or when it never did. */
  subscription_ref: string | null;
  /** open: may be paid now; retired: replaced, but a late payment still counts; settled: paid, or no longer expected to be. */
  state: 'open' | 'retired' | 'settled';
  /** Until then one caller owns the right to create the subscription at the provider. */
  creating_until: number;
  provider_status: string | null;
  provider_status_at: number;
  /** 1 once the provider will never charge again. */
  is_over: number;
  auto_renew: number;
  current_end: number | null;
  expires_at: number;
  /** When its state was last fetched from the provider. */
  checked_at: number;
  cancel_when: 'now' | 'period_end' | null;
  cancel_requested_at: number | null;
  /** When the provider accepted the cancellation, or needed none. */
  cancel_accepted_at: number | null;
  /** Until then one caller owns the right to cancel it at the provider. */
  cancelling_until: number | null;
  /** The buyer's state, for tax invoices. */
  buyer_state: string | null;
  /** The business on the invoice. */
  buyer_gstin: string | null;
  buyer_name: string | null;
  buyer_address: string | null;
  /** The provider's payment page, if it has one. */
  checkout_url: string | null;
  /** When the buyer first saw the provider's window or page. */
  window_opened_at: number | null;
  /** Why a recomputation ended its mandate, which no act had ended: a to-do. Null otherwise. */
  mended: 'account' | 'revoked' | 'returned' | 'course_deleted' | 'replaced' | null;
  created_at: number;
  updated_at: number;
}

/** One payment. Its attempt's user is the buyer. */
export interface PaymentRow {
  id: string;
  provider: string;
  provider_payment_id: string;
  attempt_id: string | null;
  /** The user who gets the access: the buyer, or the redeemer of a gift. */
  user_id: string | null;
  mode: 'test' | 'live';
  status: 'created' | 'failed' | 'authorized' | 'captured';
  /** 0 while only the buyer's signed proof reports it and no event of the provider has arrived. */
  confirmed: number;
  amount_in_paise: number;
  currency: string;
  method: string | null;
  masked: string | null;
  invoice_ref: string | null;
  /** In the provider's words. */
  failure: string | null;
  /** Null for a reason that is not known here. */
  failure_reason: string | null;
  /** When the buyer began to pay; the capture may come days later. */
  initiated_at: number;
  captured_at: number | null;
  /** The end of the provider's billing period, when it is known. */
  period_end: number | null;
  /** When its term begins. */
  access_from: number | null;
  access_until: number | null;
  refundable_until: number | null;
  receipt_no: string | null;
  /** Why this payment grants nothing or needs an admin. */
  problem: 'wrong_amount' | 'duplicate' | 'unmatched' | 'paid_without_access' | 'charged_without_access' | null;
  created_at: number;
  updated_at: number;
  /** The payment's state as one word: a projection for lists, null until it is first computed. */
  standing: PaymentStanding | null;
  /** When an admin resolved its to-do. */
  handled_at: number | null;
  /** The provider's fee with tax; null while unknown. */
  fee_in_paise: number | null;
  /** The end of the buyer's access before this payment; null for a first one and for one without access. */
  previous_end: number | null;
  /** 1 when the provider charged it without a checkout: a later payment of the same attempt. */
  is_automatic: number | null;
  /** The limit of its coupon that it exceeded when it was recorded. Never recomputed. */
  coupon_excess: 'used_up' | 'used_by_buyer' | 'not_first_purchase' | null;
  /** When its gift was redeemed: the term begins then, not with the capture. */
  redeemed_at: number | null;
  /** The school's time zone when the term was first computed, which its dates keep. Null until then. */
  time_zone: string | null;
  /** The rule of its term when that was first computed, which its dates keep; 0 before rules had numbers, null until then. */
  term_rule: number | null;
  /** 1 when it was recorded after its mandate had ended, or for somebody whom it could not give access. */
  late: number | null;
}

export type PaymentStanding =
  | 'disputed'
  | 'refund_pending'
  | 'refund_failed'
  | 'refunded'
  | 'unmatched'
  | 'wrong_amount'
  | 'duplicate'
  | 'paid_without_access'
  | 'charged_without_access'
  | 'coupon_exceeded'
  | 'partly_refunded'
  | 'paid'
  | 'failed'
  | 'not_finished';

/** A projection: the sales of one day of the school's calendar, by the day of the capture. */
export interface DailySalesRow {
  mode: 'test' | 'live';
  /** Such as `2026-06-15`. */
  day: string;
  /** Payments for plans that open everything and that are not fully refunded, and their amount. */
  sold: number;
  sold_in_paise: number;
  gross_in_paise: number;
  refunded_in_paise: number;
  /** Amount of lost disputes. */
  lost_in_paise: number;
  /** Fees of the provider. */
  fees_in_paise: number;
  /** Payments whose fee the provider has not reported. */
  without_fee: number;
  /** All payments, including refunded ones. */
  payments: number;
  /** Payments with a refund. */
  with_refund: number;
  /** Payments that started or continued access and are not fully refunded. */
  joined: number;
  renewed: number;
  /** Payments of a checkout; the others were charged automatically. */
  from_checkout: number;
}

/** A projection: the amount paid on a day for one version of a plan, before refunds. */
export interface DailyPlanSalesRow {
  mode: 'test' | 'live';
  day: string;
  plan_version_id: string;
  paid: number;
  gross_in_paise: number;
}

/**
 * A projection for lists, counts and reminders: the end of access to everything, and the amount paid, of every user with a
 * purchase or a grant. It does not decide access.
 */
export interface UserAccessRow {
  user_id: string;
  mode: 'test' | 'live';
  /** 0 without any access. */
  ends_at: number;
  /** After refunds. */
  paid_in_paise: number;
  /** 1 if the last purchase is refunded or being refunded. */
  is_refunded: number;
  /** The plan version of the access; null for a grant. */
  plan_version_id: string | null;
  /** Days before the end of the next reminder. */
  remind_days: number | null;
  remind_at: number | null;
}

/** As `UserAccessRow`, of a course that a user got alone. */
export interface CourseAccessRow extends Pick<
  UserAccessRow,
  'user_id' | 'mode' | 'ends_at' | 'plan_version_id' | 'remind_days' | 'remind_at'
> {
  course_id: string;
}

/** An admin's change of a user's access. Rows are never changed. */
export interface AccessChangeRow {
  id: string;
  user_id: string;
  /** grant: access until; extend: a payment's term is longer by `added_ms`; revoke: nothing before it counts. */
  kind: 'grant' | 'extend' | 'revoke';
  at: number;
  until: number | null;
  /** What is granted or revoked: `everything`, or the id of a course. An extension is about its payment. */
  scope: string;
  source: 'admin' | 'import';
  /** For extend: the payment, by the provider's id. */
  payment_id: string | null;
  days: number;
  /** For extend: the length of those days, which differs from 24 hours when clocks change; null in old rows. */
  added_ms: number | null;
  changed_by: string;
  reason: string;
}

export interface ReceiptRow {
  number: string;
  kind: 'receipt' | 'tax_invoice' | 'credit_note';
  mode: 'test' | 'live';
  user_id: string;
  payment_id: string;
  /** For a credit note: the refund, by the provider's id. */
  refund_id: string | null;
  amount_in_paise: number;
  issued_at: number;
  /** JSON: the document as it was issued. */
  document: string;
  /** 1 when its credit notes do not add up to it. */
  differs: number | null;
}

export interface RefundRow {
  id: string;
  provider: string;
  provider_refund_id: string | null;
  provider_payment_id: string;
  amount_in_paise: number;
  currency: string;
  /** withdrawn: requested here, but another refund had already returned the amount. */
  status: 'requested' | 'pending' | 'processed' | 'failed' | 'withdrawn';
  /** Sent to the provider, which refunds once per key. */
  idempotency_key: string | null;
  /** Sent by the admin's client: a repeated request returns this row. */
  request_key: string | null;
  /**
   * Until then one caller owns the right to call the provider; null if no call can have reached it. A time in the past
   * means that the outcome of an earlier call is unknown.
   */
  asking_until: number | null;
  /** 1 for a refund that cancels the purchase: access ends when the provider accepts it, even if it fails later. */
  ends_access: number;
  accepted_at: number | null;
  bank_reference: string | null;
  requested_by: string | null;
  reason: string | null;
  /** When its state was last fetched from the provider. */
  checked_at: number;
  created_at: number;
  updated_at: number;
}

export interface DisputeRow {
  id: string;
  provider: string;
  provider_dispute_id: string;
  provider_payment_id: string;
  amount_in_paise: number;
  currency: string;
  phase: string;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  respond_by: number | null;
  created_at: number;
  updated_at: number;
}

export interface WebhookEventRow {
  event_id: string;
  provider: string;
  type: string;
  body: string;
  outcome: 'applied' | 'unmatched' | 'ignored';
  received_at: number;
}
