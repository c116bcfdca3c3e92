import { badRequest } from './errors.ts';
import { newId } from './ids.ts';
import type { Instrument, PaymentError } from './records.ts';

/** How an attempt to pay ends. */
export type Outcome = 'success' | PaymentError;
export interface Attempt {
  instrument: Instrument;
  outcome: Outcome;
}

const failure = (
  reason: string,
  description: string,
  { code = 'BAD_REQUEST_ERROR', source = 'customer' } = {},
): PaymentError => ({ code, description, source, step: 'payment_authorization', reason });

const declined = failure(
  'payment_failed',
  "Your payment didn't go through as it was declined by the bank. Try another payment method or contact your bank.",
  { source: 'bank' },
);
const insufficientFunds = failure(
  'insufficient_funds',
  'Your payment could not be completed due to insufficient account balance. Try again with another card or payment method.',
);
const cancelled = failure(
  'payment_cancelled',
  'Your payment has been cancelled. Try again or complete the payment later.',
);
const timedOut = failure(
  'payment_timed_out',
  "Your payment didn't go through as it was not completed on time. Try again.",
);
const gatewayError = failure(
  'gateway_technical_error',
  "Your payment didn't go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.",
  { code: 'GATEWAY_ERROR', source: 'gateway' },
);

const visa = { network: 'Visa', type: 'debit', international: false };
const mastercard = { network: 'MasterCard', type: 'debit', international: true };
type Card = typeof visa & { outcome: Outcome };

const successCard = '4718609108204366';

/** The provider's published test cards. */
const testCards = new Map<string, Card>([
  [successCard, { ...visa, outcome: 'success' }],
  ['5104015555555558', { ...mastercard, type: 'credit', outcome: 'success' }],
  ['5104060000000008', { ...mastercard, outcome: 'success' }],
  ['4100280000080001', { ...visa, outcome: insufficientFunds }],
  ['4100280000070002', { ...visa, outcome: cancelled }],
  ['4100280000060003', { ...visa, outcome: declined }],
  ['4100280000090000', { ...visa, outcome: timedOut }],
  ['4100280000020007', { ...visa, outcome: gatewayError }],
]);

export const attemptByCard = (typed: string): Attempt => {
  const digits = typed.replaceAll(/[\s-]/g, '');
  const known = testCards.get(digits);
  if (known === undefined) throw badRequest('This is not one of the test cards.', 'card');
  const { outcome, ...card } = known;
  return { instrument: { method: 'card', card_id: newId('card'), last4: digits.slice(-4), ...card }, outcome };
};

/** success@razorpay pays, failure@razorpay is declined. */
export const attemptByUpi = (typed: string): Attempt => {
  const vpa = typed.trim().toLowerCase();
  if (vpa !== 'success@razorpay' && vpa !== 'failure@razorpay') {
    throw badRequest('Invalid VPA. Please enter a valid Virtual Payment Address', 'vpa');
  }
  return { instrument: { method: 'upi', vpa }, outcome: vpa === 'success@razorpay' ? 'success' : declined };
};

/** The Success and Failure buttons: the plain test card with the chosen outcome. */
export const attemptByButton = (chosen: 'success' | 'failure'): Attempt => ({
  instrument: attemptByCard(successCard).instrument,
  outcome: chosen === 'success' ? 'success' : declined,
});
