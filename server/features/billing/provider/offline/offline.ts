import { hash } from 'node:crypto';
import { OwnWay, type Way } from '#contract/billing/way-names.ts';
import type { Clock } from '#server/clock.ts';
import { InvalidProof, InvalidSignature, type PaymentProvider, ProviderError } from '../port.ts';

/** Stored with every purchase that is paid offline. */
export const OFFLINE = 'offline';

/** Crockford's: no two look alike, on paper and on the phone. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const PREFIX = 'order_';

/** The number that a buyer writes with the payment, from the first 40 bits of the id of the attempt. */
export const refOfAttempt = (attemptId: string): string => {
  const bits = BigInt(`0x${hash('sha256', attemptId).slice(0, 10)}`);
  const digits = Array.from({ length: LENGTH }, (_, place) => DIGITS[Number((bits >> BigInt(place * 5)) & 31n)]);
  return `${PREFIX}${digits.join('')}`;
};

/** As people read it: `7K3F-9QXZ`. */
export const orderNumberOf = (ref: string): string => {
  const digits = ref.slice(PREFIX.length);
  return `${digits.slice(0, LENGTH / 2)}-${digits.slice(LENGTH / 2)}`;
};

/** What an order number may stand for: banks leave out the dash, and people take 0 for O and 1 for I and L. Undefined for another text. */
export const refOfOrder = (typed: string): string | undefined =>
  /^[\dA-Z]{4}[ -]?[\dA-Z]{4}$/i.test(typed)
    ? `${PREFIX}${typed.replace(/[ -]/, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`
    : undefined;

/** How a payment was made. */
export const wayOf = ({ provider, method }: { provider: string; method: string | null }): Way =>
  provider === OFFLINE ? (OwnWay.safeParse(method).data ?? 'other') : 'online';

const withoutPlans = (): Promise<never> => Promise.reject(new ProviderError('rejected', 'there are no plans offline'));

/**
 * Money that comes to the school itself. It reports nothing and charges nothing by itself: people say what came and what they
 * paid back. A refund is pending until somebody has paid it back.
 */
export const createOfflineProvider = (clock: Clock): PaymentProvider => ({
  id: OFFLINE,
  startCheckout: async ({ attemptId, expiresAt }) => ({ kind: 'popup', ref: refOfAttempt(attemptId), expiresAt }),
  refOfReturn: () => undefined,
  confirmReturn: () => Promise.reject(new InvalidProof('nothing proves an offline payment')),
  parseWebhook: () => {
    throw new InvalidSignature('there are no webhooks offline');
  },
  fetchEvents: async () => [],
  checkKeys: async () => undefined,
  fetchPlan: withoutPlans,
  createPlan: withoutPlans,
  cancel: async () => 'already_ended',
  refund: async ({ paymentId, money, idempotencyKey, paidBack }) => ({
    kind: 'refund',
    id: `rfnd_${hash('sha256', `${paymentId} ${idempotencyKey}`).slice(0, 20)}`,
    paymentId,
    money,
    status: paidBack ? 'processed' : 'pending',
    idempotencyKey,
    bankReference: paidBack?.reference || undefined,
    at: clock.now(),
  }),
});
