import type { Money, ProviderEvent, RefundEvent } from './provider-events.ts';

/** The next step of the browser: open the provider's window on this page, or go to the provider's own page. */
export type CheckoutStart =
  | { kind: 'popup'; ref: string; expiresAt: number }
  | { kind: 'redirect'; ref: string; url: string; expiresAt: number };

/** The charge: a plan at the provider, `cycles` times, or an amount once. */
export type Charge = { kind: 'plan'; ref: string; cycles: number } | { kind: 'once'; money: Money };

export interface CheckoutOrder {
  attemptId: string;
  charge: Charge;
  user: { id: string };
  /** Where a payment page of the provider sends the buyer afterwards. */
  returnUrl: string;
  expiresAt: number;
  /** Set when an earlier call may have created the checkout: one created since then is reused. */
  mayExistSince?: number | undefined;
}

export interface ParsedWebhook {
  type: string;
  events: ProviderEvent[];
}

/** The amount and the frequency of a plan: every `interval` × `period`. */
export interface ProviderPlan {
  ref: string;
  money: Money;
  period: string;
  interval: number;
}

/** A plan to be made: charged every `interval` × `period`. */
export interface NewProviderPlan extends Omit<ProviderPlan, 'ref'> {
  name: string;
  period: 'daily' | 'monthly' | 'yearly';
}

/**
 * The calls to a payment provider. They return events, never touch the database and never decide access. Those that
 * reach the provider throw ProviderError.
 */
export interface PaymentProvider {
  /** Stored with every purchase. */
  readonly id: string;
  startCheckout(order: CheckoutOrder): Promise<CheckoutStart>;
  /** The stored reference that the browser's payload is about; undefined when it names none. */
  refOfReturn(payload: unknown): string | undefined;
  /** Checks that the browser's payload proves the payment of `ref`. Throws InvalidProof. */
  confirmReturn(returned: {
    ref: string;
    expected: Money;
    payload: unknown;
    now: number;
  }): Promise<{ paymentId: string; events: ProviderEvent[] }>;
  /** Checks the signature over the raw bytes and reads the events, without a request. Throws InvalidSignature. */
  parseWebhook(delivery: {
    rawBody: Uint8Array;
    header: (name: string) => string | undefined;
    now: number;
  }): ParsedWebhook;
  /** Everything about a subscription or an order, or about one payment and its refunds. */
  fetchEvents(ref: string, options: { now: number; patienceMs?: number | undefined }): Promise<ProviderEvent[]>;
  /** Throws ProviderError when the keys are wrong, or lack permissions for selling. */
  checkKeys(): Promise<void>;
  /** A ProviderError of the kind `rejected` means that the keys know no such plan. */
  fetchPlan(ref: string): Promise<ProviderPlan>;
  /** Returns the reference of a new plan. A plan costs nothing, so a call whose outcome is unknown may be repeated. */
  createPlan(plan: NewProviderPlan): Promise<string>;
  cancel(ref: string, when: 'now' | 'period_end'): Promise<'cancelled' | 'scheduled' | 'already_ended'>;
  /** The same key never refunds twice. */
  refund(order: {
    paymentId: string;
    money: Money;
    idempotencyKey: string;
    patienceMs?: number | undefined;
    /** Where people pay it back: the reference of what they did; undefined while nobody has. */
    paidBack?: { reference: string } | undefined;
  }): Promise<RefundEvent>;
}

export type ProviderErrorKind = 'unavailable' | 'rate_limited' | 'rejected' | 'auth' | 'conflict';

/** A call that failed. `isAmbiguous`: it may have been carried out nevertheless. */
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

/** The browser's payload does not prove a payment. */
export class InvalidProof extends Error {}

/** The provider did not send this webhook, or sent other bytes. */
export class InvalidSignature extends Error {}
