import type { PaymentProof } from './checkout-queries.ts';

/** What the buyer pays for, and what the window shows of it. */
export interface PaymentOrder {
  key: string;
  checkoutScript: string;
  subscriptionId: string;
  name: string;
  description: string;
  /** Of the window, such as `#F37254`. */
  colour: string;
  buyer: { name: string; email: string };
}

export type PaymentOutcome = { kind: 'paid'; proof: PaymentProof } | { kind: 'dismissed'; failure: string | undefined };

export interface PaymentVisit {
  outcome: Promise<PaymentOutcome>;
  /** For when the page is left. */
  close: () => void;
}

/** A payment provider's window on this page. */
export interface PaymentWindow {
  /** Shown below the button. */
  hint: string;
  /** Rejects when the provider's script does not load. */
  open: (order: PaymentOrder) => Promise<PaymentVisit>;
}
