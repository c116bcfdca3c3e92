import type { PaymentStatus } from '#contract/billing/sales.ts';
import type { BadgeLabel } from '#web/ui/panel.tsx';

export const statusLabels: Record<PaymentStatus, BadgeLabel> = {
  paid: { label: 'Paid', tone: 'good' },
  partly_refunded: { label: 'Partly refunded', tone: 'plain' },
  refund_pending: { label: 'Refund pending', tone: 'waiting' },
  refunded: { label: 'Refunded', tone: 'plain' },
  refund_failed: { label: 'Refund failed', tone: 'bad' },
  failed: { label: 'Failed', tone: 'plain' },
  disputed: { label: 'Disputed', tone: 'bad' },
  unmatched: { label: 'Unmatched', tone: 'bad' },
  duplicate: { label: 'Duplicate', tone: 'waiting' },
  coupon_exceeded: { label: 'Coupon limit', tone: 'waiting' },
  wrong_amount: { label: 'Wrong amount', tone: 'bad' },
  paid_without_access: { label: 'Paid without access', tone: 'bad' },
  charged_without_access: { label: 'Charged without access', tone: 'bad' },
  not_finished: { label: 'Incomplete', tone: 'plain' },
};

/** The statuses to filter by; the others are reached through the to-do list. */
export const offeredStatuses: readonly PaymentStatus[] = [
  'paid',
  'refund_pending',
  'refunded',
  'failed',
  'disputed',
  'unmatched',
];

export const allStatuses: readonly PaymentStatus[] = [
  ...offeredStatuses,
  'partly_refunded',
  'refund_failed',
  'duplicate',
  'coupon_exceeded',
  'wrong_amount',
  'paid_without_access',
  'charged_without_access',
  'not_finished',
];

/** These payments need an admin until they are marked as resolved. */
export const needsAttention = (status: PaymentStatus): boolean =>
  [
    'unmatched',
    'wrong_amount',
    'duplicate',
    'paid_without_access',
    'charged_without_access',
    'coupon_exceeded',
    'refund_failed',
    'disputed',
  ].includes(status);
