import { expect, test } from 'vitest';
import type { OwnPurchase } from '#web/features/billing/billing-queries.ts';
import { visibleRefunds } from './subscription-card-footer.tsx';

const now = Date.parse('2026-11-20T06:00:00.000Z');

const purchase = (changes: Partial<OwnPurchase> = {}): OwnPurchase => ({
  paymentId: 'pay_1',
  planName: 'Yearly bundle',
  opens: 'everything',
  willRenew: false,
  status: 'paid',
  amountInPaise: 49_900,
  currency: 'INR',
  way: 'online',
  reference: '',
  paidWith: 'UPI',
  paidAt: '2026-11-17T06:00:00.000Z',
  accessUntil: '2027-12-10T06:00:00.000Z',
  refundableUntil: '2026-11-24T18:29:59.999Z',
  refunds: [],
  receipts: [],
  isGift: false,
  parts: null,
  ...changes,
});
const lastYear = purchase({
  paymentId: 'pay_0',
  accessUntil: '2026-12-10T06:00:00.000Z',
  refundableUntil: '2025-12-17T18:29:59.999Z',
});
const refund = (state: OwnPurchase['refunds'][number]['state'], at: string, amountInPaise = 49_900) => ({
  state,
  amountInPaise,
  at,
  bankReference: null,
});

test('a refund is shown until it is done, and for thirty days after', () => {
  const states = [
    refund('processed', '2026-11-01T06:00:00.000Z'),
    refund('processed', '2026-10-01T06:00:00.000Z'),
    refund('delayed', '2026-06-01T06:00:00.000Z'),
  ];
  const visible = visibleRefunds([purchase({ refunds: states }), lastYear], now);
  expect(visible.map(({ state, at }) => `${state} ${at.slice(0, 10)}`)).toEqual([
    'processed 2026-11-01',
    'delayed 2026-06-01',
  ]);
});
