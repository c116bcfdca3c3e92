import type { PaymentStatus } from '#contract/sales.ts';
import type { BadgeTone } from '#web/components/badge.tsx';

interface StatusWord {
  word: string;
  tone: BadgeTone;
}

/** How a payment's status is shown. */
export const statusWords: Record<PaymentStatus, StatusWord> = {
  paid: { word: 'Paid', tone: 'good' },
  partly_refunded: { word: 'Partly refunded', tone: 'plain' },
  refund_pending: { word: 'Refund pending', tone: 'waiting' },
  refunded: { word: 'Refunded', tone: 'plain' },
  refund_failed: { word: 'Refund failed', tone: 'bad' },
  failed: { word: 'Failed', tone: 'plain' },
  disputed: { word: 'Disputed', tone: 'bad' },
  unmatched: { word: 'Unmatched', tone: 'bad' },
  duplicate: { word: 'Duplicate', tone: 'waiting' },
  wrong_amount: { word: 'Wrong amount', tone: 'bad' },
  not_finished: { word: 'Not finished', tone: 'plain' },
};

/** The statuses that have a chip of their own; the others are found through the to-do list. */
export const offeredStatuses: readonly PaymentStatus[] = [
  'paid',
  'refund_pending',
  'refunded',
  'failed',
  'disputed',
  'unmatched',
];

export const isPaymentStatus = (text: string): text is PaymentStatus => Object.hasOwn(statusWords, text);

/** A payment with one of these waits for a person until it is marked as handled. */
export const needsPerson = (status: PaymentStatus): boolean =>
  ['unmatched', 'wrong_amount', 'duplicate', 'refund_failed', 'disputed'].includes(status);
