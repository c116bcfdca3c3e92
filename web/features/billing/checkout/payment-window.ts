import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PaymentProof } from './checkout-queries.ts';
import { deferred } from '#web/api/deferred.ts';

/** The order of the buyer, as the window shows it. */
interface PaymentOrder {
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

interface PaymentVisit {
  outcome: Promise<PaymentOutcome>;
  /** For when the page is left. */
  close: () => void;
}

/** A payment provider's window on this page. */
interface PaymentWindow {
  /** Shown below the button. */
  hint: MessageDescriptor;
  /** Rejects when the provider's script does not load. */
  open: (order: PaymentOrder) => Promise<PaymentVisit>;
}

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
const razorpayWindow: PaymentWindow = {
  hint: msg`Opens the Razorpay payment window`,

  open: async ({ key, checkoutScript, subscriptionId, name, description, colour, buyer }) => {
    // Once per document.
    if (!window.Razorpay) await insertScript(checkoutScript);
    if (!window.Razorpay) throw new Error('The checkout script gave nothing to open');
    const { promise: outcome, resolve } = deferred<PaymentOutcome>();
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

/** By the provider's id, as the site's facts name it. A provider with a payment page of its own needs none. */
export const paymentWindows: Record<string, PaymentWindow | undefined> = { razorpay: razorpayWindow };
