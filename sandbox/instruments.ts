import { badRequest } from './errors.ts';
import { newId } from './ids.ts';
import type { Instrument, PaymentError } from './records.ts';

export type Outcome = { ok: true } | { ok: false; error: PaymentError };
export interface Attempt {
  instrument: Instrument;
  outcome: Outcome;
}

const failure = (description: string, reason: string, more: { code?: string; source?: string } = {}): Outcome => ({
  ok: false,
  error: {
    code: more.code ?? 'BAD_REQUEST_ERROR',
    description,
    source: more.source ?? 'bank',
    step: 'payment_authorization',
    reason,
  },
});

export const success: Outcome = { ok: true };

export const declined = failure(
  "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
  'payment_failed',
);

interface TestCard {
  network: string;
  type: string;
  international: boolean;
  outcome: Outcome;
}

const visa = { network: 'Visa', type: 'debit', international: false };
const mastercard = { network: 'MasterCard', international: true, outcome: success };

export const successCard = '4718609108204366';

const testCards: ReadonlyMap<string, TestCard> = new Map<string, TestCard>([
  [successCard, { ...visa, outcome: success }],
  ['5104015555555558', { ...mastercard, type: 'credit' }],
  ['5104060000000008', { ...mastercard, type: 'debit' }],
  [
    '4100280000080001',
    {
      ...visa,
      outcome: failure(
        'Your payment could not be completed due to insufficient account balance. Try again with another card or payment method.',
        'insufficient_funds',
        { source: 'customer' },
      ),
    },
  ],
  [
    '4100280000070002',
    {
      ...visa,
      outcome: failure(
        'Your payment has been cancelled. Try again or complete the payment later.',
        'payment_cancelled',
        { source: 'customer' },
      ),
    },
  ],
  ['4100280000060003', { ...visa, outcome: declined }],
  [
    '4100280000090000',
    {
      ...visa,
      outcome: failure(
        "Your payment didn't go through as it was not completed on time. Try again.",
        'payment_timed_out',
        { source: 'customer' },
      ),
    },
  ],
  [
    '4100280000020007',
    {
      ...visa,
      outcome: failure(
        "Your payment didn't go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.",
        'gateway_technical_error',
        { code: 'GATEWAY_ERROR', source: 'gateway' },
      ),
    },
  ],
]);

/** What a card number typed into the window leads to. Only the published test numbers are taken. */
export const attemptByCard = (typed: string): Attempt => {
  const digits = typed.replaceAll(/[\s-]/g, '');
  const card = testCards.get(digits);
  if (card === undefined) throw badRequest('This is not one of the test cards.', 'card');
  return { instrument: cardInstrument(digits, card), outcome: card.outcome };
};

/** success@razorpay pays, failure@razorpay is declined. */
export const attemptByUpi = (typed: string): Attempt => {
  const vpa = typed.trim().toLowerCase();
  const outcomes = new Map([
    ['success@razorpay', success],
    ['failure@razorpay', declined],
  ]);
  const outcome = outcomes.get(vpa);
  if (outcome === undefined) {
    throw badRequest('Invalid VPA. Please enter a valid Virtual Payment Address', 'vpa');
  }
  return { instrument: { method: 'upi', vpa }, outcome };
};

/** The Success and Failure buttons: the plain test card, with the end that was chosen. */
export const attemptByButton = (chosen: 'success' | 'failure'): Attempt => ({
  instrument: attemptByCard(successCard).instrument,
  outcome: chosen === 'success' ? success : declined,
});

const cardInstrument = (digits: string, card: TestCard): Instrument => ({
  method: 'card',
  card_id: newId('card'),
  last4: digits.slice(-4),
  network: card.network,
  type: card.type,
  international: card.international,
});
