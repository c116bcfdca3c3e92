/** Minor units of a currency: 49900 INR is ₹499. */
export interface Money {
  amountInPaise: number;
  currency: string;
}

export type Mode = 'test' | 'live';
export const MODES: readonly Mode[] = ['test', 'live'];

export interface SubscriptionEvent {
  kind: 'subscription';
  ref: string;
  status: string;
  /** No further charge follows and the status is final. */
  isOver: boolean;
  willRenew: boolean;
  periodEnd?: number | undefined;
  /** The checkout attempt, which the provider stores with the subscription. */
  attemptId?: string | undefined;
  /** When the provider was in this state; a later event wins. */
  at: number;
}

/** Why a payment failed. */
export type FailureReason =
  | 'insufficient_funds'
  | 'declined'
  | 'suspected_fraud'
  | 'cancelled'
  | 'timed_out'
  | 'not_authenticated'
  | 'wrong_details'
  | 'card_expired'
  | 'not_enabled'
  | 'blocked'
  | 'limit_exceeded'
  | 'technical_error';

export interface PaymentEvent {
  kind: 'payment';
  id: string;
  subscriptionRef?: string | undefined;
  invoiceRef?: string | undefined;
  status: 'created' | 'failed' | 'authorized' | 'captured';
  money: Money;
  feeInPaise?: number | undefined;
  method?: string | undefined;
  masked?: string | undefined;
  /** When the buyer began to pay. */
  initiatedAt: number;
  /** When the money was captured; not every event says it. */
  paidAt?: number | undefined;
  /** From when its term counts, where that is later than the capture. */
  beginsAt?: number | undefined;
  /** The end of the billing period that it pays for. */
  periodEnd?: number | undefined;
  /** In the provider's words. */
  failure?: string | undefined;
  /** Undefined for a reason that is not known here. */
  failureReason?: FailureReason | undefined;
  /** False while only the buyer's signed proof shows that it was paid. */
  isConfirmed: boolean;
}

export interface RefundEvent {
  kind: 'refund';
  id: string;
  paymentId: string;
  money: Money;
  status: 'pending' | 'processed' | 'failed';
  /** Undefined for a refund that was made in the provider's dashboard. */
  idempotencyKey?: string | undefined;
  bankReference?: string | undefined;
  at: number;
}

export interface DisputeEvent {
  kind: 'dispute';
  id: string;
  paymentId: string;
  money: Money;
  phase: string;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  respondBy?: number | undefined;
}

/** Events of a provider. They arrive in any order, more than once, or not at all. */
export type ProviderEvent = SubscriptionEvent | PaymentEvent | RefundEvent | DisputeEvent;
