// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const open = async () => {
  const money = await openBilling({ isPublic: () => true });
  const ways = await money.settings.ways();
  const bank = { ...ways, bank: true, bankText: 'Account 1234' };
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', bank));
  const owner = await money.aUser('ADMIN');
  const state = (userId: string, more: object) =>
    money.call(userId, 'POST', '/requests', {
      planId: 'yearly-bundle',
      way: 'bank',
      reference: 'HDFC 432611870955',
      paidOn: '2026-06-15',
      ...more,
    });
  const waiting = async () => (await money.admin(owner, 'GET', '/payment-requests')).body;
  return { ...money, owner, state, waiting };
};
const Named = z.looseObject({ _id: z.string() });

test('an order keeps its number and its price for money that comes after it can no longer be begun', async () => {
  const money = await open();
  const buyer = await money.aUser();
  await money.admin(money.owner, 'POST', '/coupons', { code: 'HALF', percentOff: 50 });
  const order = { planId: 'yearly-bundle', couponCode: 'HALF' };
  const { _id: orderId, number } = Named.parse((await money.call(buyer, 'POST', '/orders', order)).body['order']);
  money.clock.advance(26 * HOUR_MS);
  const sent = await money.state(buyer, { orderId });
  expect(sent.body).toMatchObject({ request: { state: 'waiting', order: number, amountInPaise: 24_950 } });
});

test('what is said of an order is never taken for another purchase', async () => {
  const money = await open();
  const giver = await money.aUser();
  const gift = { name: 'Asha', email: 'asha@example.in', message: '' };
  const own = Named.parse((await money.state(giver, {})).body['request']);
  const ordered = await money.call(giver, 'POST', '/orders', { planId: 'yearly-bundle', gift });
  const { _id: orderId } = Named.parse(ordered.body['order']);
  const sent = await money.state(giver, { orderId, reference: 'HDFC 2' });
  expect(sent.body).toMatchObject({ request: { isGift: true, reference: 'HDFC 2' } });
  const { _id: id } = Named.parse(sent.body['request']);
  expect(id).not.toBe(own._id);
  await money.admin(money.owner, 'POST', `/payment-requests/${id}/refuse`, { reason: 'Not found' });
  for (const named of [id, orderId])
    expect((await money.state(giver, { orderId: named, reference: 'HDFC 3' })).body['code']).toBe(
      'payment_request_decided',
    );
  expect((await money.state(giver, { orderId: 'order_of_nobody', reference: 'HDFC 3' })).body['code']).toBe(
    'payment_request_not_found',
  );
  expect(await money.waiting()).toMatchObject({ requests: [{ _id: own._id, reference: 'HDFC 432611870955' }] });
});

test('the queue warns of a buyer who has it already, and what it warns of can be confirmed', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const { _id: id } = Named.parse((await money.state(buyer, {})).body['request']);
  expect(await money.waiting()).toMatchObject({ requests: [{ warning: null }] });
  await money.admin(money.owner, 'POST', `/people/${buyer}/extend`, { days: 400, reason: 'Waited' });
  expect(await money.waiting()).toMatchObject({
    requests: [{ warning: 'This person already has what the plan opens, and it does not end soon' }],
  });
  const body = { amountInPaise: 49_900, receivedOn: '2026-06-15', isWarned: true };
  const confirmed = await money.admin(money.owner, 'POST', `/payment-requests/${id}/confirm`, body);
  expect(confirmed.body).toMatchObject({ request: { state: 'confirmed' } });
});
