import type { PaymentSettings } from '#contract/billing/payment-settings.ts';

/** The current payment settings with their secrets. */
export interface PaymentAccess extends PaymentSettings {
  /** The current one first; earlier ones still verify signatures. */
  keySecrets: readonly string[];
  webhookSecrets: readonly string[];
  /** False if a secret was stored under another SECRET_KEY. */
  isReadable: boolean;
}

export interface FixedPaymentFields extends PaymentSettings {
  keySecret: readonly string[];
  webhookSecret: readonly string[];
}

/** The fields that the environment sets: variable and value. */
export type FixedPayments = {
  [F in keyof FixedPaymentFields]?: [variable: string, value: FixedPaymentFields[F] | undefined];
};
