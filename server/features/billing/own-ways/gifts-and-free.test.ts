// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listMoneyFaults } from '../projections/money-faults.ts';
import { type OpenBilling, openBilling } from '#test/billing/open-billing.ts';

const open = async () => {
  const money = await openBilling({ isPublic: () => true });
  const ways = await money.settings.ways();
  const cash = { ...ways, cash: true, cashText: 'At the office' };
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', cash));
  return { ...money, owner: await money.aUser('ADMIN') };
};

const state = (money: OpenBilling, userId: string, more: object = {}) =>
  money.call(userId, 'POST', '/requests', {
    planId: 'yearly-bundle',
    way: 'cash',
    reference: '',
    paidOn: '2026-06-15',
    ...more,
  });
const idOf = ({ body }: { body: object }): string =>
  z.object({ request: z.looseObject({ _id: z.string() }) }).parse(body).request._id;

test('a gift that is paid offline waits for its link, and each person is a request of its own', async () => {
  const money = await open();
  const giver = await money.aUser();
  const gift = (name: string) => ({ gift: { name, email: `${name}@example.in`, message: 'For you' } });
  const first = idOf(await state(money, giver, gift('asha')));
  const second = idOf(await state(money, giver, gift('ravi')));
  expect(idOf(await state(money, giver, { ...gift('asha'), reference: 'Slip 7' }))).toBe(first);
  // By the page of the request, which does not know for whom it is.
  expect(idOf(await state(money, giver, { orderId: second, reference: 'Slip 8' }))).toBe(second);
  const body = { amountInPaise: 49_900, receivedOn: '2026-06-15' };
  const confirmed = await money.admin(money.owner, 'POST', `/payment-requests/${first}/confirm`, body);
  expect(confirmed.body).toMatchObject({ request: { isGift: true }, payment: { accessFrom: null, accessUntil: null } });
  expect(await money.status(giver)).toBe('inactive');
  const [given] = await money.payments.gifts.givenBy(giver);
  expect(given).toMatchObject({ recipientName: 'asha', amountInPaise: 49_900 });
  const link = await money.payments.gifts.createLink(giver, given?._id ?? '');
  const recipient = await money.aUser();
  const actor = { id: recipient, role: 'USER', sessionHash: '', confirmedAt: 0 } as const;
  await money.payments.gifts.redeem(actor, link.slice(link.lastIndexOf('/') + 1));
  expect(await money.status(recipient)).toBe('active');
  expect(await listMoneyFaults(money.database.db)).toEqual([]);
});

test('a free plan needs no provider, and a coupon that leaves nothing is bought at once', async () => {
  const money = await open();
  const free = { name: 'Taster', priceInPaise: 0, term: { unit: 'month', count: 1 }, refundDays: 0 };
  const made = await money.admin(money.owner, 'POST', '/plans', free);
  const { _id: planId } = z.looseObject({ _id: z.string() }).parse(made.body['plan']);
  const [first, second] = [await money.aUser(), await money.aUser()];
  expect((await money.call(first, 'POST', '/subscribe', { planId })).body).toMatchObject({ isPaid: true });
  expect(await money.status(first)).toBe('active');
  await money.admin(money.owner, 'POST', '/coupons', { code: 'ALL', percentOff: 100 });
  const order = { planId: 'yearly-bundle', couponCode: 'ALL' };
  expect((await money.call(second, 'POST', '/orders', order)).body).toMatchObject({
    order: { isPaid: true, amountInPaise: 0, upiLink: null },
  });
  expect(await money.status(second)).toBe('active');
});

test('what is withdrawn or refused frees its coupon, and a buyer sends ten in a day', async () => {
  const money = await open();
  await money.admin(money.owner, 'POST', '/coupons', { code: 'ONCE', percentOff: 10, maxUses: 1 });
  const [first, second] = [await money.aUser(), await money.aUser()];
  const withdraw = (userId: string, id: string) =>
    money.send('DELETE', `/api/v1/payments/requests/${id}`, undefined, { authorization: `Bearer ${userId}` });
  const one = idOf(await state(money, first, { couponCode: 'ONCE' }));
  expect((await state(money, second, { couponCode: 'ONCE' })).body['code']).toBe('coupon_used_up');
  await withdraw(first, one);
  const two = idOf(await state(money, second, { couponCode: 'ONCE' }));
  await money.admin(money.owner, 'POST', `/payment-requests/${two}/refuse`, { reason: 'Not found' });
  for (let count = 1; count < 10; count += 1)
    await withdraw(first, idOf(await state(money, first, { couponCode: 'ONCE' })));
  expect((await state(money, first)).body['code']).toBe('too_many_payment_requests');
});
