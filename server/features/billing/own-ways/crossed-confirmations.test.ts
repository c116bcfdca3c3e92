// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openBilling } from '#test/billing/open-billing.ts';

const UTR = '432611870955';
const Sent = z.object({ request: z.looseObject({ _id: z.string() }) });
const Received = z.object({ payment: z.looseObject({ paymentId: z.string() }) });

const open = async () => {
  const money = await openBilling({ isPublic: () => true });
  const ways = await money.settings.ways();
  const on = { ...ways, upi: true, upiId: 'school@okbank', cash: true, cashText: 'At the office' };
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', on));
  const admin = await money.aUser('ADMIN');
  const received = { amountInPaise: 49_900, receivedOn: '2026-06-15' };
  const send = async (userId: string, more: object = {}): Promise<string> => {
    const body = { planId: 'yearly-bundle', way: 'upi', reference: UTR, paidOn: '2026-06-15', ...more };
    return Sent.parse((await money.call(userId, 'POST', '/requests', body)).body).request._id;
  };
  const confirm = (id: string, more: object = {}) =>
    money.admin(admin, 'POST', `/payment-requests/${id}/confirm`, { ...received, ...more });
  const record = (userId: string, more: object = {}) =>
    money.admin(admin, 'POST', `/people/${userId}/payments`, {
      planId: 'yearly-bundle',
      way: 'upi',
      reference: UTR,
      ...received,
      ...more,
    });
  return { ...money, owner: admin, send, confirm, record };
};

test('what the buyer changes while an admin confirms is not confirmed unseen', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const seen = { way: 'upi', reference: UTR };
  const id = await money.send(buyer);
  expect(await money.send(buyer, { reference: '432611870999' })).toBe(id);
  const changed = await money.confirm(id, seen);
  expect([changed.status, changed.body['code'], changed.body['message']]).toEqual([
    409,
    'payment_request_changed',
    'The buyer has changed this payment since you looked. Compare it again.',
  ]);
  // The same number, paid another way, or none.
  expect((await money.confirm(id, { way: 'cash' })).body['code']).toBe('payment_request_changed');
  expect((await money.confirm(id, { reference: '' })).body['code']).toBe('payment_request_changed');
  expect(await money.rows.payments()).toEqual([]);
  expect(await money.status(buyer)).toBe('inactive');
  // Written in another form, it is the same.
  const now = { way: 'upi', reference: '4326-1187-0999' };
  expect((await money.confirm(id, now)).status).toBe(200);
  expect((await money.confirm(id, now)).status).toBe(200);
  expect((await money.confirm(id, seen)).body['code']).toBe('payment_request_decided');
});

test('a request without a reference, and a caller who says nothing of what was seen, are confirmed', async () => {
  const money = await open();
  const [first, second] = [await money.aUser(), await money.aUser()];
  const cash = { way: 'cash', reference: '' };
  expect((await money.confirm(await money.send(first, cash), cash)).status).toBe(200);
  expect((await money.confirm(await money.send(second))).status).toBe(200);
});

test('the key of a recorded payment returns that payment, and none with other details', async () => {
  const money = await open();
  const { body } = await money.admin(money.owner, 'POST', '/plans', {
    name: 'Half a year',
    priceInPaise: 49_900,
    term: { unit: 'month', count: 6 },
    refundDays: 0,
  });
  const { _id: otherPlan } = z.looseObject({ _id: z.string() }).parse(body['plan']);
  const [buyer, other] = [await money.aUser(), await money.aUser()];
  const key = { idempotencyKey: '0123456789abcdef' };
  const first = await money.record(buyer, key);
  const { paymentId } = Received.parse(first.body).payment;
  const again = await money.record(buyer, { ...key, reference: '4326 1187 0955' });
  expect(again.body).toMatchObject({ payment: { paymentId } });
  for (const more of [
    { amountInPaise: 50_000 },
    { receivedOn: '2026-06-14' },
    { way: 'cash' },
    { reference: '432611870999' },
    { planId: otherPlan },
  ])
    expect((await money.record(buyer, { ...key, ...more })).body).toMatchObject({
      code: 'payment_key_reused',
      message: 'This payment was already recorded with other details. Reload the page to see it.',
    });
  expect((await money.record(other, key)).body['code']).toBe('payment_key_reused');
  expect(await money.rows.payments()).toHaveLength(1);
});
