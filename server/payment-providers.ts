import type { ConnectProvider } from './features/billing/provider/provider.ts';
import { razorpay, razorpayEnvironment, readFixedPayments } from './features/billing/provider/razorpay/razorpay.ts';
import type { FixedPayments } from './settings/payment-access.ts';

/** The payment providers; the first with settings is used. */
export const paymentProviders: ConnectProvider[] = [razorpay];

/** The names of their settings in the environment. */
export const paymentSettings: string[] = Object.keys(razorpayEnvironment);

/** The settings of payments that the environment sets. Throws ConfigError. */
export const fixedPaymentsOf = (environment: Record<string, string | undefined>): FixedPayments =>
  readFixedPayments(environment);
