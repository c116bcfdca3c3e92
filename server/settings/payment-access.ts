import type { PaymentSettings } from '#contract/payment-settings.ts';

/** With what the school is paid now: the settings with their secrets. */
export interface PaymentAccess extends PaymentSettings {
  /** The current one first; earlier ones verify what was signed before a change. */
  keySecrets: readonly string[];
  webhookSecrets: readonly string[];
  /** False when a secret was stored under another SECRET_KEY. */
  isReadable: boolean;
}

export interface FixedPaymentFields extends PaymentSettings {
  keySecret: readonly string[];
  webhookSecret: readonly string[];
}

/** What the environment sets of it: by field the variable and its value. */
export type FixedPayments = {
  [F in keyof FixedPaymentFields]?: [variable: string, value: FixedPaymentFields[F] | undefined];
};
