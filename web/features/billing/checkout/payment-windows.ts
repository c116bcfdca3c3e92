import type { PaymentWindow } from './payment-window.ts';
import { razorpayWindow } from './razorpay.ts';

/** By the provider's id, as the site's facts name it. A provider with a payment page of its own needs none. */
export const paymentWindows: Record<string, PaymentWindow | undefined> = { razorpay: razorpayWindow };
