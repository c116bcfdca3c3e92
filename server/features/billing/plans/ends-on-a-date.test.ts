// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openBilling } from '#test/billing/open-billing.ts';
import { ReceiptDocument } from '../receipts/document.ts';
import { writeEnglish } from '#test/write-english.ts';

const Created = z.object({ plan: z.object({ _id: z.string() }) });
const Request = z.object({ request: z.object({ _id: z.string() }) });
const Order = z.object({ order: z.object({ _id: z.string() }) });
const MORNING = Date.parse('2026-06-15T04:30:00Z');
const LAST_MOMENT = '2026-09-30T18:29:59.999Z';
const ended = {
  status: 404,
  body: { code: 'plan_not_found', message: 'This plan ended on 30 September 2026. It is no longer sold.' },
};

const WAYS = {
  upi: true,
  upiId: 'school@okbank',
  upiText: '',
  bank: false,
  bankText: '',
  cash: true,
  cashText: '',
  other: false,
  otherText: '',
  askName: '',
  askHours: '',
  askPhone: '',
  staffRecords: false,
};

const openShop = async (plan: object = {}, options: Parameters<typeof openBilling>[0] = {}) => {
  const money = await openBilling(options);
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', WAYS));
  const adminId = await money.aUser('ADMIN');
  const addPlan = async (more: object = {}): Promise<string> => {
    const term = { unit: 'until', date: '2026-09-30' };
    const fields = { name: 'Until the exam', priceInPaise: 99_900, term, refundDays: 7, ...plan, ...more };
    return Created.parse((await money.admin(adminId, 'POST', '/plans', fields)).body).plan._id;
  };
  const untilOf = async (userId: string) => (await money.payments.subscriptionOf(userId)).access_until;
  const record = (userId: string, planId: string, more: object = {}) => {
    const paid = { way: 'cash', reference: '', amountInPaise: 99_900, receivedOn: '2026-06-15' };
    return money.admin(adminId, 'POST', `/people/${userId}/payments`, { planId, ...paid, ...more });
  };
  return { ...money, adminId, addPlan, planId: await addPlan(), untilOf, record };
};

const gift = { name: 'Asha', email: 'asha@example.in', message: '' };

it('everybody has it until the end of its last day, whatever day they buy, and buy nothing twice', async () => {
  const { planId, aUser, buy, call, clock, untilOf, payments } = await openShop();
  const [first, second, last] = [await aUser(), await aUser(), await aUser()];
  await buy(first, { planId });
  clock.set(Date.parse('2026-09-15T04:30:00Z'));
  await buy(second, { planId });
  clock.set(Date.parse(LAST_MOMENT) - 1);
  await buy(last, { planId });
  expect([await untilOf(first), await untilOf(second), await untilOf(last)]).toEqual([
    LAST_MOMENT,
    LAST_MOMENT,
    LAST_MOMENT,
  ]);
  const again = await call(first, 'POST', '/subscribe', { planId });
  expect(again).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  clock.advance(2);
  expect((await payments.subscriptionOf(last)).status).toBe('inactive');
});

it('is sold at no door after its last day', async () => {
  const { planId, adminId, aUser, call, admin, send, clock, record, payments } = await openShop();
  clock.set(Date.parse('2026-09-30T04:30:00Z'));
  const stated = { planId, way: 'upi', reference: '432611870955', paidOn: '2026-09-30' };
  const waiting = Request.parse((await call(await aUser(), 'POST', '/requests', stated)).body).request._id;
  const buyer = await aUser();
  const orderId = Order.parse((await call(buyer, 'POST', '/orders', { planId })).body).order._id;
  clock.set(Date.parse(LAST_MOMENT) + 1);
  const userId = await aUser();
  expect(await call(userId, 'POST', '/subscribe', { planId })).toMatchObject(ended);
  expect(await call(userId, 'POST', '/subscribe', { planId, gift })).toMatchObject(ended);
  expect(await call(userId, 'POST', '/requests', { ...stated, reference: '432611870956' })).toMatchObject(ended);
  expect(await call(buyer, 'POST', '/requests', { ...stated, reference: '432611870957', orderId })).toMatchObject(
    ended,
  );
  expect(await record(userId, planId)).toMatchObject(ended);
  const receipt = { amountInPaise: 99_900, receivedOn: '2026-09-30', isWarned: true };
  expect(await admin(adminId, 'POST', `/payment-requests/${waiting}/confirm`, receipt)).toMatchObject(ended);
  expect(await send('GET', `/api/v1/plans/${planId}/price`)).toMatchObject(ended);
  expect((await send('GET', '/api/v1/plans')).body['plans']).toMatchObject([{ name: 'Yearly bundle' }]);
  expect((await admin(adminId, 'GET', '/plans')).body['plans']).toMatchObject([
    { isSold: true },
    { isSold: false, term: { unit: 'until', date: '2026-09-30' } },
  ]);
  expect((await payments.admin.plansToGive()).plans.map(({ name }) => name)).toEqual(['Yearly bundle']);
});

it('money that comes after the last day opens nothing, and waits for an admin', async () => {
  const { planId, aUser, subscribe, pay, call, clock, untilOf, rows } = await openShop();
  const [userId, giver] = [await aUser(), await aUser()];
  clock.set(Date.parse(LAST_MOMENT) - 1000);
  const [ref, ofGift] = [await subscribe(userId, { planId }), await subscribe(giver, { planId, gift })];
  clock.advance(60_000);
  await call(userId, 'POST', '/verify', await pay(ref));
  await call(giver, 'POST', '/verify', await pay(ofGift));
  expect(await untilOf(userId)).toBeNull();
  expect((await rows.payments()).map(({ standing, access_until: until }) => [standing, until])).toEqual([
    ['paid_without_access', null],
    ['paid_without_access', null],
  ]);
});

it('a gift is redeemed until the last day, and by nobody who has as much', async () => {
  const { planId, aUser, buy, send, payments, clock, untilOf } = await openShop();
  const tokenOf = async (giver: string): Promise<string> => {
    await buy(giver, { planId, gift });
    const [one = { _id: '' }] = await payments.gifts.givenBy(giver);
    return (await payments.gifts.createLink(giver, one._id)).split('/').at(-1) ?? '';
  };
  const redeem = (userId: string, token: string, path = 'redeem') =>
    send('POST', `/api/v1/gifts/${path}`, { token }, { authorization: `Bearer ${userId}` });
  const [token, late] = [await tokenOf(await aUser()), await tokenOf(await aUser())];
  const [holder, asha] = [await aUser(), await aUser()];
  await buy(holder, { planId });
  expect(await redeem(holder, token)).toMatchObject({
    status: 409,
    body: {
      code: 'gift_not_needed',
      message: 'You have access until 30 September 2026 or longer already. Pass the link on to another person.',
    },
  });
  clock.set(Date.parse('2026-08-01T04:30:00Z'));
  expect((await redeem(asha, token)).status).toBe(200);
  expect(await untilOf(asha)).toBe(LAST_MOMENT);
  clock.set(Date.parse(LAST_MOMENT) + 1);
  const over = { code: 'gift_not_valid', message: 'This gift could be redeemed until 30 September 2026' };
  expect(await redeem(await aUser(), late)).toMatchObject({ status: 409, body: over });
  expect(await redeem(await aUser(), late, 'view')).toMatchObject({ status: 409, body: over });
});

it('the next one is added in the last 30 days, and what a refund leaves is what was bought', async () => {
  const { planId, addPlan, aUser, buy, call, clock, untilOf, rows } = await openShop();
  const next = await addPlan({ name: 'The next exam', term: { unit: 'until', date: '2027-03-31' } });
  const userId = await aUser();
  await buy(userId, { planId });
  expect(await call(userId, 'POST', '/subscribe', { planId: next })).toMatchObject({ status: 409 });
  clock.set(Date.parse('2026-09-10T04:30:00Z'));
  await buy(userId, { planId: next });
  expect(await rows.payments()).toMatchObject([
    { access_from: MORNING, access_until: Date.parse(LAST_MOMENT), standing: 'paid' },
    { access_from: Date.parse(LAST_MOMENT), access_until: Date.parse('2027-03-31T18:29:59.999Z'), standing: 'paid' },
  ]);
  await call(userId, 'POST', '/unsubscribe');
  expect(await untilOf(userId)).toBe(LAST_MOMENT);
});

it.each([
  ['Asia/Kolkata', '2028-02-29', '2028-02-29T18:29:59.999Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-06-15', '2026-06-15T09:59:59.999Z'],
])('in %s the day %s ends at %s', async (timeZone, date, until) => {
  const { planId, aUser, buy, untilOf } = await openShop(
    { term: { unit: 'until', date } },
    { settings: { TIME_ZONE: timeZone } },
  );
  const userId = await aUser();
  await buy(userId, { planId });
  expect(await untilOf(userId)).toBe(until);
});

it.each([
  [{ term: { unit: 'until', date: '2026-06-14' } }, 'term.date', 'The last day of access must be in the future'],
  [{ term: { unit: 'until', date: '2027-02-29' } }, 'term.date', 'Please enter the last day of access'],
  [{ term: { unit: 'until' } }, 'term.date', 'Please enter the last day of access'],
  [
    { term: { unit: 'until', date: '2036-06-16' } },
    'term.date',
    'Access can last at most 10 years. For longer, choose a lifetime.',
  ],
  [{ isRenewing: true }, 'isRenewing', 'A plan that ends on a date does not renew'],
])('%j is refused', async (change, path, message) => {
  const { admin, adminId } = await openShop();
  const term = { unit: 'until', date: '2026-09-30' };
  const fields = { name: 'Until the exam', priceInPaise: 99_900, term, refundDays: 7, ...change };
  expect(await admin(adminId, 'POST', '/plans', fields)).toMatchObject({
    status: 400,
    body: { details: [{ path, message }] },
  });
});

it('a plan that is over keeps its other fields, and is sold again with a later day', async () => {
  const { planId, admin, adminId, aUser, buy, clock, untilOf } = await openShop();
  clock.set(Date.parse(LAST_MOMENT) + 1);
  const fields = { name: 'Exam 2026', priceInPaise: 99_900, refundDays: 7 };
  const save = async (date: string) =>
    (await admin(adminId, 'PUT', `/plans/${planId}`, { ...fields, term: { unit: 'until', date } })).status;
  expect([await save('2026-09-30'), await save('2026-09-29'), await save('2026-10-31')]).toEqual([200, 400, 200]);
  const userId = await aUser();
  await buy(userId, { planId });
  expect(await untilOf(userId)).toBe('2026-10-31T18:29:59.999Z');
});

it('every place that names the end names the same day', async () => {
  const { planId, aUser, buy, payments, untilOf, database } = await openShop();
  const userId = await aUser();
  await buy(userId, { planId });
  const rights = await payments.rightsOf({ id: userId, role: 'USER', sessionHash: '', confirmedAt: 0 });
  const [listed] = (await payments.admin.accessOf([userId])).get(userId)?.rights ?? [];
  const { document } = await database.db.selectFrom('receipts').select('document').executeTakeFirstOrThrow();
  expect([await untilOf(userId), rights[0]?.endsAt, listed?.until]).toEqual([LAST_MOMENT, LAST_MOMENT, LAST_MOMENT]);
  expect(ReceiptDocument.parse(JSON.parse(document))).toMatchObject({
    plan: { name: 'Until the exam', term: { unit: 'until', date: '2026-09-30' } },
    payment: { accessUntil: Date.parse(LAST_MOMENT) },
  });
  expect((await payments.admin.explain(userId, writeEnglish)).sentence).toContain('until 30 September 2026');
});
