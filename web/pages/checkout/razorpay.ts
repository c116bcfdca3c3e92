/** What the payment provider's checkout script gives to a page; written down here because it ships no types. */
export interface PaymentConfirmation {
  razorpay_payment_id: string;
  razorpay_subscription_id: string;
  razorpay_signature: string;
}

interface PaymentFailure {
  error: { code: string; description: string; reason?: string };
}

interface PaymentWindowOptions {
  key: string;
  subscription_id: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  theme: { color: string };
  handler: (confirmation: PaymentConfirmation) => void;
  modal: { ondismiss: () => void };
}

interface PaymentWindow {
  open: () => void;
  close?: () => void;
  on: (event: 'payment.failed', listener: (failure: PaymentFailure) => void) => void;
}

type PaymentWindowConstructor = new (options: PaymentWindowOptions) => PaymentWindow;

declare global {
  interface Window {
    Razorpay?: PaymentWindowConstructor;
  }
}

const insertScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // A failed element never fires again: without it, the next click starts afresh.
      script.remove();
      reject(new Error('The checkout script did not load'));
    });
    document.body.append(script);
  });

/** Loads the checkout script, at most once for a page; rejects when it cannot be had. */
export const loadPaymentWindow = async (address: string): Promise<PaymentWindowConstructor> => {
  if (!window.Razorpay) await insertScript(address);
  if (!window.Razorpay) throw new Error('The checkout script gave nothing to open');
  return window.Razorpay;
};

/** How a visit to the payment window ended. */
export type PaymentOutcome =
  | { kind: 'paid'; confirmation: PaymentConfirmation }
  | { kind: 'dismissed'; failure: string | undefined };

interface PaymentVisit {
  outcome: Promise<PaymentOutcome>;
  /** Takes the window away when the page behind it goes. */
  close: () => void;
}

/**
 * Opens the payment window. A failed try leaves it open for another one, so that a failure counts only when the person
 * then closes it.
 */
export const openPaymentWindow = (
  PaymentWindow: PaymentWindowConstructor,
  options: Omit<PaymentWindowOptions, 'handler' | 'modal'>,
): PaymentVisit => {
  const { promise, resolve } = Promise.withResolvers<PaymentOutcome>();
  let failure: string | undefined;
  const paymentWindow = new PaymentWindow({
    ...options,
    handler: (confirmation) => resolve({ kind: 'paid', confirmation }),
    modal: { ondismiss: () => resolve({ kind: 'dismissed', failure }) },
  });
  paymentWindow.on('payment.failed', ({ error }) => {
    failure = error.description || error.code;
  });
  paymentWindow.open();
  return { outcome: promise, close: () => paymentWindow.close?.() };
};
