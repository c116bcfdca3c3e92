import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/** Compares in constant time. */
const isSignedByAny = (signed: string | Uint8Array, signature: string, secrets: readonly string[]): boolean => {
  if (!HEX_SHA256.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), given));
};

/** For subscriptions the payment comes first; for one-time orders, which Lectern does not use, the order does. */
export const isCheckoutSignature = (
  ids: { paymentId: string; subscriptionRef: string },
  signature: string,
  keySecrets: readonly string[],
): boolean => isSignedByAny(`${ids.paymentId}|${ids.subscriptionRef}`, signature, keySecrets);

export const isWebhookSignature = (
  rawBody: Uint8Array,
  signature: string,
  webhookSecrets: readonly string[],
): boolean => isSignedByAny(rawBody, signature, webhookSecrets);
