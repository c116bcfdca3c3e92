import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/** Whether a webhook, or the proof of a payment, is signed with one of the secrets. Compares in constant time. */
export const isSignedByAny = (signed: string | Uint8Array, signature: string, secrets: readonly string[]): boolean => {
  if (!HEX_SHA256.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), given));
};
