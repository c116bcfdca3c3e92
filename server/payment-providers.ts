import type { ConnectProvider } from './features/billing/provider/provider.ts';
import { razorpay, readFixedPayments } from './features/billing/provider/razorpay/razorpay.ts';
import type { FixedPayments } from './settings/payment-access.ts';

/** How the school can be paid; the first whose settings are there is used. */
export const paymentProviders: ConnectProvider[] = [razorpay];

/** The settings of payments that the environment sets. Throws ConfigError. */
export const fixedPaymentsOf = (environment: Record<string, string | undefined>): FixedPayments =>
  readFixedPayments(environment);
