import type { ConnectProvider } from './features/billing/provider/provider.ts';
import { razorpay } from './features/billing/provider/razorpay/razorpay.ts';

/** How the school can be paid; the first whose settings are there is used. */
export const paymentProviders: ConnectProvider[] = [razorpay];
