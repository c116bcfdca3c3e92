import { expect, test } from 'vitest';
import type { OwnPurchase } from '#web/api/purchase-queries.ts';
import { isBeingCancelled, refundOf, visibleRefunds } from './own-refunds.ts';

const now = Date.parse('2026-11-20T06:00:00.000Z');

const purchase = (changes: Partial<OwnPurchase> = {}): OwnPurchase => ({
  paymentId: 'pay_1',
  status: 'paid',
  amountInPaise: 49_900,
  currency: 'INR',
  paidWith: 'UPI',
  paidAt: '2026-11-17T06:00:00.000Z',
  accessUntil: '2027-12-10T06:00:00.000Z',
  refundableUntil: '2026-11-24T18:29:59.999Z',
  refunds: [],
  receipts: [],
  isGift: false,
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

test('a gift is not refunded with the bundle', () => {
  expect(refundOf([purchase(), purchase({ isGift: true })], now)).toBe(49_900);
});

test('cancelling refunds what is left inside the window', () => {
  expect(refundOf([purchase()], now)).toBe(49_900);
  expect(refundOf([purchase(), lastYear], now)).toBe(49_900);
  const part = purchase({
    status: 'partly_refunded',
    refunds: [refund('processed', '2026-11-18T06:00:00.000Z', 10_000)],
  });
  expect(refundOf([part], now)).toBe(39_900);
});

test('a cancellation that waits for the provider is not offered again', () => {
  const waiting = purchase({ status: 'refund_pending', refunds: [refund('requested', '2026-11-20T05:00:00.000Z')] });
  expect(isBeingCancelled([waiting], now)).toBe(true);
  expect(isBeingCancelled([waiting, purchase({ paymentId: 'pay_2' })], now)).toBe(false);
  expect(isBeingCancelled([purchase()], now)).toBe(false);
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
