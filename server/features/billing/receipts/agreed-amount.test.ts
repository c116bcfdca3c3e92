// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { createPdf } from '#server/pdf/pdf.ts';
import type { Sheet } from '#server/pdf/sheet.ts';
import { openBilling } from '#test/billing/open-billing.ts';

test('a receipt of less, agreed with a coupon, names the price of the plan', async () => {
  const drawing = createPdf();
  onTestFinished(() => drawing.close());
  const drawn: Sheet[] = [];
  const draw: typeof drawing.draw = (sheet, owner) => {
    if ('parts' in sheet) drawn.push(sheet);
    return drawing.draw(sheet, owner);
  };
  const money = await openBilling({ pdf: { ...drawing, draw, close: async () => undefined } });
  const ways = await money.settings.ways();
  await money.database.transaction((tx) =>
    money.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Desk' }),
  );
  const [owner, buyer] = [await money.aUser('ADMIN'), await money.aUser()];
  const coupon = { code: 'FRIEND', percentOff: null, amountOffInPaise: 10_000, maxUsesPerPerson: 1, maxUses: 1 };
  await money.admin(owner, 'POST', '/coupons', coupon);
  const plan = { planId: 'yearly-bundle', couponCode: 'FRIEND' };
  const sent = await money.call(buyer, 'POST', '/requests', {
    ...plan,
    way: 'cash',
    reference: '',
    paidOn: '2026-06-15',
  });
  const { _id: id } = Object(sent.body['request']);
  const received = { amountInPaise: 30_000, receivedOn: '2026-06-15', reason: 'A sister of Asha' };
  expect((await money.admin(owner, 'POST', `/payment-requests/${id}/confirm`, received)).status).toBe(200);
  await money.jobs.runDue();

  const headers = { authorization: `Bearer ${buyer}` };
  const response = await fetch(`${money.origin}/api/v1/payments/receipts/TR2627-000001`, { headers });
  expect(response.status).toBe(200);
  const rows = (drawn[0]?.parts ?? []).flatMap((part) => (part.kind === 'rows' ? part.rows : []));
  expect(rows.filter(([, value]) => String(value).includes('₹'))).toEqual([
    ['Price', '₹499.00'],
    ['Discount with FRIEND', '−₹100.00'],
    ['Agreed with the school', '−₹99.00'],
  ]);
});
