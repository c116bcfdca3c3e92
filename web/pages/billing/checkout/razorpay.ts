/** Types of the provider's checkout script, which ships none. */
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
      // A failed script element cannot load again; the next click inserts a new one.
      script.remove();
      reject(new Error('The checkout script did not load'));
    });
    document.body.append(script);
  });

/** Loads the checkout script once per document; rejects when it does not load. */
export const loadPaymentWindow = async (address: string): Promise<PaymentWindowConstructor> => {
  if (!window.Razorpay) await insertScript(address);
  if (!window.Razorpay) throw new Error('The checkout script gave nothing to open');
  return window.Razorpay;
};

type PaymentOutcome =
  | { kind: 'paid'; confirmation: PaymentConfirmation }
  | { kind: 'dismissed'; failure: string | undefined };

interface PaymentVisit {
  outcome: Promise<PaymentOutcome>;
  /** For when the page is left. */
  close: () => void;
}

/**
 * Opens the payment window. It stays open after a failed payment, so that the failure counts only once it is closed.
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
