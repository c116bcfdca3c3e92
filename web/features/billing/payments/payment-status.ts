import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PaymentStatus } from '#contract/billing/sales.ts';
import type { BadgeLabel } from '#web/ui/panel.tsx';

export const statusLabels: Record<PaymentStatus, BadgeLabel<MessageDescriptor>> = {
  paid: { label: msg({ message: 'Paid', context: 'payment' }), tone: 'good' },
  partly_refunded: { label: msg`Partly refunded`, tone: 'plain' },
  refund_pending: { label: msg`Refund pending`, tone: 'waiting' },
  refunded: { label: msg`Refunded`, tone: 'plain' },
  refund_failed: { label: msg`Refund failed`, tone: 'bad' },
  failed: { label: msg`Failed`, tone: 'plain' },
  disputed: { label: msg`Disputed`, tone: 'bad' },
  unmatched: { label: msg`Unmatched`, tone: 'bad' },
  duplicate: { label: msg`Duplicate`, tone: 'waiting' },
  coupon_exceeded: { label: msg`Coupon limit`, tone: 'waiting' },
  wrong_amount: { label: msg`Wrong amount`, tone: 'bad' },
  paid_without_access: { label: msg`Paid without access`, tone: 'bad' },
  charged_without_access: { label: msg`Charged without access`, tone: 'bad' },
  not_finished: { label: msg`Incomplete`, tone: 'plain' },
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
