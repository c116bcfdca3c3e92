import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Instant, Paise } from '../fields.ts';

/** Something that an admin should look at. Those of one kind are one item. */
export const AttentionItem = z.object({
  kind: z.enum([
    'backup',
    'dispute',
    'refund_owed',
    'refund_failed',
    'pay_back',
    'jobs',
    'duplicate',
    'unmatched',
    'wrong_amount',
    'paid_without_access',
    'charged_without_access',
    'renewal_ended',
    'credit_notes_differ',
    'coupon_exceeded',
    'batch_exceeded',
    'overpaid',
    'payment_requests',
    'videos',
    'webhooks',
    'proxy',
    'email_texts',
    'same_address',
    'approvals',
    'certificates',
    'questions',
    'inbox',
    'ending',
  ]),
  level: z.enum(['error', 'warning', 'info']),
  /** Payments beyond a hundred are not counted. */
  count: z.int(),
  /** The sum of the payments. */
  amountInPaise: Paise.nullable(),
  /** Since when the oldest of them waits; for backups, when the last one was verified. */
  since: Instant.nullable(),
  /** The first two people who wait, where the item is about people. */
  names: z.array(z.string()).max(2),
  /** How many people wait, where the item is about people: somebody may have asked twice. */
  people: z.int(),
  /** Of a single payment. */
  paymentId: z.string().nullable(),
});
export type AttentionItem = z.output<typeof AttentionItem>;

export const ATTENTION_MAX = 5;

export const attention = {
  list: get('/admin/attention', {
    access: 'admin',
    summary: 'List what needs attention, worst first',
    response: success({ items: z.array(AttentionItem).max(ATTENTION_MAX), total: z.int() }),
  }),
};
