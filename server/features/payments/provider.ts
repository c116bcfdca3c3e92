/** Minor units of a currency: 49900 INR is ₹499. */
export interface Money {
  amountInPaise: number;
  currency: string;
}

export type Mode = 'test' | 'live';

/** What the browser does next: open the provider's window on this page, or go to the provider's own page. */
export type CheckoutStart =
  | { kind: 'popup'; ref: string; expiresAt: number }
  | { kind: 'redirect'; ref: string; url: string; expiresAt: number };

export interface SubscriptionFact {
  t: 'subscription';
  ref: string;
  status: string;
  /** No further charge follows and the status is final. */
  isOver: boolean;
  willRenew: boolean;
  periodEnd?: number;
  /** The attempt it was made for, as the provider keeps it. */
  attemptId?: string;
  /** When this was so; later ones win. */
  at: number;
}

export interface PaymentFact {
  t: 'payment';
  id: string;
  subscriptionRef?: string;
  invoiceRef?: string;
  status: 'created' | 'failed' | 'authorized' | 'captured';
  money: Money;
  method?: string;
  masked?: string;
  /** When the buyer began to pay. */
  initiatedAt: number;
  /** When the money was taken, where the provider says it. */
  paidAt?: number;
  /** The end of the billing period that it pays for. */
  periodEnd?: number;
  failure?: string;
  /** False when only the buyer's signed proof speaks for it. */
  isConfirmed: boolean;
}

export interface RefundFact {
  t: 'refund';
  id: string;
  paymentId: string;
  money: Money;
  status: 'pending' | 'processed' | 'failed';
  /** The idempotency key under which it was asked for, when it was asked for here. */
  idempotencyKey?: string;
  bankReference?: string;
  at: number;
}

export interface DisputeFact {
  t: 'dispute';
  id: string;
  paymentId: string;
  money: Money;
  phase: string;
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed';
  respondBy?: number;
}

/** Something that the provider says happened. Facts arrive in any order, more than once, or not at all. */
export type Fact = SubscriptionFact | PaymentFact | RefundFact | DisputeFact;

export interface CheckoutOrder {
  attemptId: string;
  plan: { ref: string; cycles: number };
  user: { id: string };
  /** Where the buyer comes back to, from a payment page of the provider's own. */
  returnUrl: string;
  expiresAt: number;
  /** Set when an earlier try may have reached the provider: since then, what that try made is looked for first. */
  mayExistSince?: number;
}

export interface WebhookEvent {
  eventId: string;
  type: string;
  facts: Fact[];
}

/**
 * A payment provider, in six calls that answer facts. It never touches the database and never decides access.
 * Calls that reach it throw ProviderError.
 */
export interface PaymentProvider {
  readonly id: string;
  startCheckout(order: CheckoutOrder): Promise<CheckoutStart>;
  /** Checks what the browser brought back for `ref`, our own stored reference. Throws InvalidProof. */
  confirmReturn(returned: { ref: string; expected: Money; payload: unknown; now: number }): Promise<Fact[]>;
  /** Pure: checks the signature over the raw bytes and reads the event. Throws InvalidSignature. */
  parseWebhook(delivery: {
    rawBody: Uint8Array;
    header: (name: string) => string | undefined;
    now: number;
  }): WebhookEvent;
  /** All that is known of a subscription, or of a single payment and its refunds. */
  fetchFacts(ref: string, options: { now: number; patienceMs?: number }): Promise<Fact[]>;
  cancel(ref: string, when: 'now' | 'period_end'): Promise<'cancelled' | 'scheduled' | 'already_ended'>;
  /** The same key never refunds twice. */
  refund(order: { paymentId: string; money: Money; idempotencyKey: string; patienceMs?: number }): Promise<RefundFact>;
}

export type ProviderErrorKind = 'unavailable' | 'rate_limited' | 'rejected' | 'auth' | 'conflict';

/** A call that did not succeed. `isAmbiguous`: it may have been carried out all the same. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly isAmbiguous: boolean;

  constructor(kind: ProviderErrorKind, message: string, options: { isAmbiguous?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.isAmbiguous = options.isAmbiguous ?? false;
  }
}

/** What the browser brought back does not prove a payment. */
export class InvalidProof extends Error {}

/** A webhook that the provider did not send, or not like this. */
export class InvalidSignature extends Error {}
