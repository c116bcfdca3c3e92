/** Row types of purchases and of what is kept beside them. As in tables.ts. */

export interface PaymentAttemptRow {
  id: string;
  user_id: string;
  provider: string;
  mode: 'test' | 'live';
  key_id: string;
  plan_ref: string;
  amount_in_paise: number;
  currency: string;
  /** How often the provider charges: 1 ends after the first year. */
  cycles: number;
  /** Null until the provider has answered, or when it never did. */
  subscription_ref: string | null;
  /** open: may be paid now; retired: replaced, but a late payment still counts; settled: paid or given up. */
  state: 'open' | 'retired' | 'settled';
  /** Until then one caller has the right to make the subscription at the provider. */
  creating_until: number;
  provider_status: string | null;
  provider_status_at: number;
  /** 1 once the provider will charge no more, whatever comes. */
  is_over: number;
  auto_renew: number;
  current_end: number | null;
  expires_at: number;
  /** When the provider was last asked about it. */
  checked_at: number;
  cancel_when: 'now' | 'period_end' | null;
  cancel_requested_at: number | null;
  /** When the provider took the cancel, or turned out to need none. */
  cancel_accepted_at: number | null;
  /** The state that the buyer gave, where tax invoices need it. */
  buyer_state: string | null;
  /** Where the buyer pays, at a provider whose payment page is its own. */
  checkout_url: string | null;
  created_at: number;
  updated_at: number;
}

export interface PaymentRow {
  id: string;
  provider: string;
  provider_payment_id: string;
  attempt_id: string | null;
  user_id: string | null;
  mode: 'test' | 'live';
  status: 'created' | 'failed' | 'authorized' | 'captured';
  /** 0 while only the buyer's signed proof speaks for it and the provider has not been heard. */
  confirmed: number;
  amount_in_paise: number;
  currency: string;
  method: string | null;
  masked: string | null;
  invoice_ref: string | null;
  failure: string | null;
  /** When the buyer began to pay; the capture may come days later. */
  initiated_at: number;
  captured_at: number | null;
  /** The end of the provider's billing period, when it is known. */
  period_end: number | null;
  access_until: number | null;
  refundable_until: number | null;
  receipt_no: string | null;
  /** Why this payment grants nothing or needs a person. */
  problem: 'wrong_amount' | 'duplicate' | 'unmatched' | null;
  created_at: number;
  updated_at: number;
  /** Where it stands, as one word; kept with the facts for lists, never asked who may watch. Null: not posted yet. */
  standing: PaymentStanding | null;
  /** What of it is in the total of its day, so that a change adds the difference. */
  counted_day: string | null;
  counted_sold: number | null;
  counted_gross_in_paise: number | null;
  counted_refunded_in_paise: number | null;
  counted_lost_in_paise: number | null;
  /** When an ADMIN took it off the to-do list. */
  handled_at: number | null;
}

export type PaymentStanding =
  | 'disputed'
  | 'refund_pending'
  | 'refund_failed'
  | 'refunded'
  | 'unmatched'
  | 'wrong_amount'
  | 'duplicate'
  | 'partly_refunded'
  | 'paid'
  | 'failed'
  | 'not_finished';

/** What was sold on one day of the school's calendar, by the day of the payment. */
export interface DailyTotalRow {
  mode: 'test' | 'live';
  /** Such as `2026-06-15`. */
  day: string;
  /** Payments that were not given back wholly. */
  sold: number;
  gross_in_paise: number;
  refunded_in_paise: number;
  /** Taken back by disputes that were lost. */
  lost_in_paise: number;
}

/** Until when a person's access runs, kept with the facts for counting and reminding; it never decides who may watch. */
export interface UserAccessRow {
  user_id: string;
  mode: 'test' | 'live';
  ends_at: number;
  /** The next reminder: so many days before the end. */
  remind_days: number | null;
  remind_at: number | null;
}

/** What an ADMIN did to somebody's access by hand; rows are never changed. */
export interface AccessChangeRow {
  id: string;
  user_id: string;
  /** grant: open until; extend: a payment's year is longer by `days`; revoke: nothing from before counts. */
  kind: 'grant' | 'extend' | 'revoke';
  at: number;
  until: number | null;
  /** For extend: the payment, by the provider's id. */
  payment_id: string | null;
  days: number;
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
  /** JSON: what the paper says, as it was when it was issued. */
  document: string;
}

export interface RefundRow {
  id: string;
  provider: string;
  provider_refund_id: string | null;
  provider_payment_id: string;
  amount_in_paise: number;
  currency: string;
  /** withdrawn: asked for here, but another refund had already given the money back. */
  status: 'requested' | 'pending' | 'processed' | 'failed' | 'withdrawn';
  idempotency_key: string | null;
  /** 1 for a refund that cancels the purchase: once the provider has taken it, access is over whatever becomes of it. */
  ends_access: number;
  accepted_at: number | null;
  bank_reference: string | null;
  requested_by: string | null;
  reason: string | null;
  /** When the provider was last asked about it. */
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

export interface PaymentAuditRow {
  id: string;
  at: number;
  actor: string;
  action: string;
  user_id: string | null;
  attempt_id: string | null;
  payment_id: string | null;
  detail: string;
}
