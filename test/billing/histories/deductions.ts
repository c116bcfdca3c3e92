import assert from 'node:assert/strict';
import type { Purchase } from './model.ts';
import { scopesOf } from './shop.ts';
import type { World } from './world.ts';

const DEDUCTIBLE_MS = 30 * 24 * 60 * 60_000;

/** A purchase that still has what was deducted for it. */
const stands = ({ sale, endedAt }: Purchase): boolean => !sale.isShort && endedAt === undefined;

/** What was deducted was paid by the same buyer for single courses shortly before. */
const checkOrigin = ({ sale }: Purchase, purchases: ReadonlyMap<string, Purchase>): void => {
  for (const { paymentId, amountInPaise } of sale.deductions) {
    const from = purchases.get(paymentId);
    assert.ok(from && from.sale.userId === sale.userId && !from.sale.isGift, 'deducted what another person paid');
    assert.notDeepEqual(scopesOf(from.sale.planName), ['everything'], 'deducted what everything cost');
    assert.ok(amountInPaise > 0 && amountInPaise <= from.amountInPaise, 'deducted more than was paid');
    assert.ok(from.paidAt >= sale.begunAt - DEDUCTIBLE_MS, 'deducted what was paid long before');
  }
  assert.ok(sale.deductions.length === 0 || (!sale.isGift && scopesOf(sale.planName)[0] === 'everything'));
};

/** Nobody gets money for what was deducted, neither as a refund of it nor by another deduction. */
export const checkDeductions = ({ memory }: World, purchases: readonly Purchase[]): void => {
  const byId = new Map(purchases.map((one) => [one.id, one]));
  for (const purchase of purchases) checkOrigin(purchase, byId);
  const inDashboard = new Set(memory.refunds.filter(({ key }) => key === undefined).map(({ payment }) => payment.id));
  const taken = new Map<string, number>();
  for (const { sale } of purchases.filter(stands))
    for (const { paymentId, amountInPaise } of sale.deductions)
      taken.set(paymentId, (taken.get(paymentId) ?? 0) + amountInPaise);
  for (const [id, amount] of taken) {
    const { amountInPaise = 0, refundedInPaise = 0 } = byId.get(id) ?? {};
    assert.ok(amount <= amountInPaise, 'one purchase was deducted twice');
    // Nothing refuses what the school refunds at the provider.
    assert.ok(inDashboard.has(id) || amount + refundedInPaise <= amountInPaise, 'refunded what was deducted');
  }
  for (const { sale } of purchases.filter((one) => one.sale.isShort))
    assert.ok(
      sale.deductions.some(({ paymentId }) => {
        const { endedAt, refundedInPaise = 0 } = byId.get(paymentId) ?? {};
        const others = purchases.filter((one) => one.sale !== sale && !one.sale.isShort);
        const isTaken = others.some((one) => one.sale.deductions.some((other) => other.paymentId === paymentId));
        return endedAt !== undefined || refundedInPaise > 0 || isTaken;
      }),
      'a deduction was refused without a reason',
    );
};
