import type { PaymentProof } from './checkout-queries.ts';
import type { PaymentOutcome, PaymentWindow } from './payment-window.ts';

/** Types of the checkout script, which ships none. */
interface RazorpayOptions {
  key: string;
  subscription_id?: string;
  order_id?: string;
  name: string;
  description: string;
  prefill: { name: string; email: string };
  theme: { color: string };
  handler: (proof: PaymentProof) => void;
  modal: { ondismiss: () => void };
}

interface RazorpayCheckout {
  open: () => void;
  close?: () => void;
  on: (
    event: 'payment.failed',
    listener: (failure: { error: { code: string; description: string; reason?: string } }) => void,
  ) => void;
}

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => RazorpayCheckout;
  }
}

/** A plan that is paid once has an order instead of a subscription. */
const isOrder = (ref: string): boolean => ref.startsWith('order_');

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

/** Razorpay's window. It stays open after a failed payment, so that the failure counts only once it is closed. */
export const razorpayWindow: PaymentWindow = {
  hint: 'Opens the Razorpay payment window',

  open: async ({ key, checkoutScript, subscriptionId, name, description, colour, buyer }) => {
    // Once per document.
    if (!window.Razorpay) await insertScript(checkoutScript);
    if (!window.Razorpay) throw new Error('The checkout script gave nothing to open');
    const { promise: outcome, resolve } = Promise.withResolvers<PaymentOutcome>();
    let failure: string | undefined;
    const checkout = new window.Razorpay({
      key,
      ...(isOrder(subscriptionId) ? { order_id: subscriptionId } : { subscription_id: subscriptionId }),
      name,
      description,
      prefill: buyer,
      theme: { color: colour },
      handler: (proof) => resolve({ kind: 'paid', proof }),
      modal: { ondismiss: () => resolve({ kind: 'dismissed', failure }) },
    });
    checkout.on('payment.failed', ({ error }) => {
      failure = error.description || error.code;
    });
    checkout.open();
    return { outcome, close: () => checkout.close?.() };
  },
};
