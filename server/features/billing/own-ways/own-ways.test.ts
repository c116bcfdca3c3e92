// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { type OpenBilling, openBilling } from '#test/billing/open-billing.ts';
import { expireRequests } from './expiry.ts';

const WAYS = {
  upi: true,
  upiId: 'school@okbank',
  upiText: 'Opens the same day.',
  bank: true,
  bankText: 'Account 1234, IFSC ABCD0001234',
  cash: true,
  cashText: 'Ratu Road, Ranchi. 10 to 6.',
  other: false,
  otherText: '',
  askName: 'Nirmala Tirkey',
  askHours: '10 to 6',
  askPhone: '+91 98765 43210',
  staffRecords: false,
};
const TODAY = '2026-06-15';
const UTR = '432611870955';

const Request = z.looseObject({ _id: z.string(), state: z.string(), amountInPaise: z.int() });
type Request = z.infer<typeof Request>;
const Received = z.object({
  paymentId: z.string().nullable(),
  accessFrom: z.string().nullable(),
  accessUntil: z.string().nullable(),
  amountInPaise: z.int(),
  excessInPaise: z.int(),
});

const open = async (options: Parameters<typeof openBilling>[0] = {}) => {
  const money = await openBilling(options);
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', WAYS));
  const admin = await money.aUser('ADMIN');
  const stated = (userId: string, more: object = {}) =>
    money.call(userId, 'POST', '/requests', {
      planId: 'yearly-bundle',
      way: 'upi',
      reference: UTR,
      paidOn: TODAY,
      ...more,
    });
  const state = async (userId: string, more: object = {}): Promise<Request> => {
    const { status, body } = await stated(userId, more);
    expect([status, body['message']]).toEqual([200, 'The school has your message. It looks for your payment.']);
    return Request.parse(body['request']);
  };
  const confirm = (id: string, more: object = {}, caller = admin) =>
    money.admin(caller, 'POST', `/payment-requests/${id}/confirm`, {
      amountInPaise: 49_900,
      receivedOn: TODAY,
      ...more,
    });
  const record = (userId: string, more: object = {}) =>
    money.admin(admin, 'POST', `/people/${userId}/payments`, {
      planId: 'yearly-bundle',
      way: 'cash',
      reference: '',
      amountInPaise: 49_900,
      receivedOn: TODAY,
      ...more,
    });
  const waiting = async () => (await money.admin(admin, 'GET', '/payment-requests')).body;
  const withdraw = (userId: string, id: string) =>
    money.send('DELETE', `/api/v1/payments/requests/${id}`, undefined, { authorization: `Bearer ${userId}` });
  const expire = async (): Promise<void> => {
    await money.jobs.enqueue(money.database.db, expireRequests, {});
    await money.jobs.runDue();
  };
  return { ...money, owner: admin, stated, state, confirm, record, waiting, withdraw, expire };
};

/** A school without any keys, which others reach: nothing is sold online. */
const WITHOUT_PROVIDER = { isPublic: () => true };

const receiptsOf = async (money: Pick<OpenBilling, 'database'>): Promise<string[]> => {
  const rows = await money.database.db
    .selectFrom('receipts')
    .select(['number', 'document'])
    .orderBy('number')
    .execute();
  return rows.map(
    ({ number, document }) =>
      `${number} ${z.looseObject({ payment: z.looseObject({ paidWith: z.string().nullable() }) }).parse(JSON.parse(document)).payment.paidWith}`,
  );
};

test('a school without a payment provider sells by its own ways: what a buyer says opens nothing, and what an admin confirms does', async () => {
  const money = await open(WITHOUT_PROVIDER);
  const buyer = await money.aUser();
  expect((await money.call(buyer, 'GET', '/ways')).body).toMatchObject({
    ways: [
      { way: 'upi', text: 'Opens the same day.', upiId: 'school@okbank' },
      { way: 'bank', text: 'Account 1234, IFSC ABCD0001234' },
      { way: 'cash', text: 'Ratu Road, Ranchi. 10 to 6.' },
    ],
    ask: { name: 'Nirmala Tirkey', hours: '10 to 6', phone: '+91 98765 43210' },
  });
  expect((await money.call(buyer, 'POST', '/subscribe')).body['code']).toBe('selling_off');
  const { body } = await money.call(buyer, 'POST', '/orders', { planId: 'yearly-bundle' });
  const order = z.looseObject({ _id: z.string(), number: z.string() }).parse(body['order']);
  expect(order).toMatchObject({ amountInPaise: 49_900, isPaid: false });
  expect(order.number).toMatch(/^[\dA-HJKMNP-TV-Z]{4}-[\dA-HJKMNP-TV-Z]{4}$/);
  expect(order['upiLink']).toBe(`upi://pay?pa=school@okbank&pn=Lectern&am=499.00&cu=INR&tn=${order.number}`);
  const request = await money.state(buyer, { orderId: order._id, reference: '४३२६ ११८७ ०९५५' });
  expect(request).toMatchObject({
    state: 'waiting',
    amountInPaise: 49_900,
    order: order.number,
    reference: '4326 1187 0955',
    keptUntil: '2026-06-22T04:30:00.000Z',
  });
  expect(await money.status(buyer)).toBe('inactive');
  expect(await money.waiting()).toMatchObject({
    requests: [{ _id: request._id, user: { _id: buyer }, usedBy: null, isUnusual: false, warning: null }],
    waiting: { count: 1, amountInPaise: 49_900 },
  });
  const { status, body: confirmed } = await money.confirm(request._id);
  expect([status, confirmed['message']]).toEqual([200, 'Payment confirmed']);
  expect(Received.parse(confirmed['payment'])).toMatchObject({
    accessFrom: '2026-06-15T04:30:00.000Z',
    accessUntil: '2027-06-15T04:30:00.000Z',
    excessInPaise: 0,
  });
  expect(await money.status(buyer)).toBe('active');
  expect(await receiptsOf(money)).toEqual(['R2627-000001 UPI 4326 1187 0955']);
  expect((await money.call(buyer, 'GET', '/mine')).body).toMatchObject({
    purchases: [{ way: 'upi', paidWith: 'UPI 4326 1187 0955', status: 'paid', amountInPaise: 49_900 }],
  });
  expect((await money.call(buyer, 'GET', '/requests')).body).toMatchObject({ requests: [{ state: 'confirmed' }] });
  expect(await money.waiting()).toMatchObject({ requests: [], waiting: { count: 0, amountInPaise: 0 } });
});

test('access counts from the day on which the money came, or from its confirmation; a dry run writes nothing', async () => {
  const money = await open();
  const [first, second] = [await money.aUser(), await money.aUser()];
  const early = { paidOn: '2026-06-10' };
  const one = await money.state(first, early);
  const two = await money.state(second, { ...early, reference: '432611870956' });
  const received = { receivedOn: '2026-06-10' };
  const dry = await money.confirm(one._id, { ...received, isDryRun: true });
  expect(dry.body['payment']).toEqual({
    paymentId: null,
    amountInPaise: 49_900,
    accessFrom: '2026-06-10T18:29:59.999Z',
    accessUntil: '2027-06-10T18:29:59.999Z',
    excessInPaise: 0,
  });
  expect(await money.rows.payments()).toEqual([]);
  expect(await money.status(first)).toBe('inactive');
  expect((await money.confirm(one._id, received)).body['payment']).toMatchObject({
    accessFrom: '2026-06-10T18:29:59.999Z',
  });
  const later = await money.confirm(two._id, { ...received, accessFrom: 'confirmed' });
  expect(later.body['payment']).toMatchObject({ accessFrom: '2026-06-15T04:30:00.000Z' });
  for (const [receivedOn, message] of [
    ['2026-06-16', 'Choose today or an earlier day'],
    ['2024-06-16', 'Choose a day within the last 400 days'],
  ] as const)
    expect((await money.record(first, { receivedOn })).body).toMatchObject({
      details: [{ path: 'receivedOn', message }],
    });
});

test('a request is one for a plan however often it is sent, and changes with what is sent', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const both = await Promise.all([money.state(buyer), money.state(buyer)]);
  expect(new Set(both.map(({ _id }) => _id)).size).toBe(1);
  const changed = await money.state(buyer, { way: 'cash', reference: '', amountInPaise: 44_900 });
  expect(changed).toMatchObject({ _id: both[0]._id, way: 'cash', reference: '', statedInPaise: 44_900 });
  expect((await money.database.db.selectFrom('payment_requests').select('id').execute()).length).toBe(1);
  const other = await money.aUser();
  expect((await money.stated(other, { way: 'other' })).body['code']).toBe('way_off');
  expect((await money.stated(other, { reference: '12345' })).body).toMatchObject({
    details: [{ path: 'reference', message: 'The reference of a UPI payment has 12 digits' }],
  });
  expect((await money.stated(other, { way: 'bank', reference: '' })).body).toMatchObject({
    details: [{ path: 'reference', message: 'Enter the reference of the payment' }],
  });
  expect((await money.stated(other, { paidOn: '2026-06-16' })).body).toMatchObject({
    details: [{ path: 'paidOn', message: 'Choose today or an earlier day' }],
  });
  const withdrawn = await money.withdraw(buyer, changed._id);
  expect(withdrawn.body).toMatchObject({ request: { state: 'withdrawn' } });
  expect((await money.withdraw(other, changed._id)).status).toBe(404);
});

test('a reference counts once for each way, and the second admin is told which payment was the first', async () => {
  const money = await open();
  const [first, second] = [await money.aUser(), await money.aUser()];
  const one = await money.state(first);
  money.clock.advance(1000);
  const two = await money.state(second, { reference: '4326-1187-0955' });
  expect(await money.waiting()).toMatchObject({ requests: [{ usedBy: null }, { usedBy: { requestId: one._id } }] });
  expect((await money.confirm(one._id)).status).toBe(200);
  // Pressed twice.
  expect((await money.confirm(one._id)).status).toBe(200);
  expect((await money.confirm(one._id, { amountInPaise: 100, reason: 'Agreed' })).body['code']).toBe(
    'payment_request_decided',
  );
  const refused = await money.confirm(two._id);
  expect([refused.status, refused.body['code'], refused.body['message']]).toEqual([
    409,
    'reference_used',
    expect.stringMatching(/^This reference was already counted: order .{9} of .*, received on 15 June 2026$/),
  ]);
  expect((await money.record(second, { way: 'upi', reference: UTR })).body['code']).toBe('reference_used');
  expect((await money.stated(await money.aUser())).body['code']).toBe('reference_used');
  expect((await money.rows.payments()).length).toBe(1);
  // Cash with the same number is another payment.
  expect((await money.record(second, { reference: UTR })).status).toBe(200);
});

test('less is taken with what was agreed, and more is named until it is paid back', async () => {
  const money = await open();
  const [less, more] = [await money.aUser(), await money.aUser()];
  const one = await money.state(less, { amountInPaise: 44_900 });
  expect(await money.waiting()).toMatchObject({ waiting: { count: 1, amountInPaise: 44_900 } });
  expect((await money.confirm(one._id, { amountInPaise: 44_900 })).body).toMatchObject({
    code: 'validation_failed',
    details: [
      {
        path: 'reason',
        message: '₹50.00 less than the price. Add a note about the agreement, or refuse it.',
      },
    ],
  });
  const agreed = await money.confirm(one._id, { amountInPaise: 44_900, reason: 'For a brother' });
  expect(agreed.body).toMatchObject({ request: { reason: 'For a brother' }, payment: { amountInPaise: 44_900 } });
  expect(await money.status(less)).toBe('active');
  const two = await money.state(more, { reference: '432611870956' });
  const over = await money.confirm(two._id, { amountInPaise: 50_000 });
  const { paymentId } = Received.parse(over.body['payment']);
  expect(over.body['payment']).toMatchObject({ amountInPaise: 50_000, excessInPaise: 100 });
  const toDo = async () => (await money.admin(money.owner, 'GET', '/payments/to-do')).body['toDo'];
  expect(await toDo()).toMatchObject([
    { kind: 'overpaid', paymentId, happened: '₹1.00 more than the price came. The whole amount is in the books.' },
  ]);
  const back = { amountInPaise: 100, reason: 'Too much', paidBackBy: { way: 'cash', reference: 'Voucher 7' } };
  const refunded = await money.refund(money.owner, paymentId ?? '', back);
  expect(refunded.body).toMatchObject({
    outcome: 'initiated',
    payment: { refunds: [{ status: 'processed', paidBackBy: 'cash', bankReference: 'Voucher 7' }] },
  });
  expect(await toDo()).toEqual([]);
  expect(await money.status(more)).toBe('active');
});

test('an unconfirmed request expires after seven days, and frees its coupon', async () => {
  const money = await open();
  const code = { code: 'ONCE', percentOff: 10, amountOffInPaise: null, maxUses: 1 };
  await money.admin(money.owner, 'POST', '/coupons', code);
  const [first, second] = [await money.aUser(), await money.aUser()];
  const request = await money.state(first, { couponCode: 'ONCE' });
  expect(request.amountInPaise).toBe(44_910);
  money.clock.advance(6 * DAY_MS);
  expect((await money.call(second, 'POST', '/subscribe', { couponCode: 'ONCE' })).body['code']).toBe('coupon_used_up');
  money.clock.advance(DAY_MS);
  await money.expire();
  expect((await money.call(first, 'GET', '/requests')).body).toMatchObject({ requests: [{ state: 'expired' }] });
  const notices = await money.database.db.selectFrom('notices').select(['user_id', 'kind']).execute();
  expect(notices.filter(({ kind }) => kind === 'payment_request').map((row) => row.user_id)).toEqual([first, first]);
  expect((await money.call(second, 'POST', '/subscribe', { couponCode: 'ONCE' })).status).toBe(200);
  const receivedOn = '2026-06-15';
  const warned = await money.confirm(request._id, { amountInPaise: 44_910, receivedOn });
  expect([warned.status, warned.body['code'], warned.body['message']]).toEqual([
    409,
    'payment_warning',
    'The price was kept until 22 June 2026',
  ]);
  expect((await money.confirm(request._id, { amountInPaise: 44_910, receivedOn, isWarned: true })).status).toBe(200);
});

test('a payment online closes what waits for the same plan, and confirming it later warns', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const request = await money.state(buyer);
  await money.buy(buyer);
  expect((await money.call(buyer, 'GET', '/requests')).body).toMatchObject({ requests: [{ state: 'paid_otherwise' }] });
  expect((await money.confirm(request._id)).body).toMatchObject({
    code: 'payment_warning',
    message: 'Already paid another way on 15 June 2026',
  });
  expect((await money.confirm(request._id, { isWarned: true })).status).toBe(200);
  const standings = (await money.rows.payments()).map(({ standing }) => standing);
  expect(standings).toHaveLength(2);
  expect(standings).toEqual(expect.arrayContaining(['duplicate', 'paid']));
});

test('a refund is owed until somebody says how it was paid back, and a reversal frees the reference', async () => {
  const money = await open();
  const [first, second] = [await money.aUser(), await money.aUser()];
  const one = Received.parse((await money.record(first, { way: 'upi', reference: UTR })).body['payment']);
  const { body } = await money.call(first, 'POST', '/unsubscribe');
  expect(body['outcome']).toBe('refund_initiated');
  expect(await money.status(first)).toBe('inactive');
  const detail = (await money.admin(money.owner, 'GET', `/payments/${one.paymentId}`)).body['payment'];
  const [refund] = z.looseObject({ refunds: z.array(z.looseObject({ refundId: z.string() })) }).parse(detail).refunds;
  expect((await money.admin(money.owner, 'GET', '/payments/to-do')).body['toDo']).toMatchObject([
    { kind: 'pay_back', amountInPaise: 49_900 },
  ]);
  const back = { refundId: refund?.refundId, way: 'bank', reference: 'N123456' };
  const paidBack = () => money.admin(money.owner, 'POST', `/payments/${one.paymentId}/paid-back`, back);
  expect((await paidBack()).body).toMatchObject({ payment: { status: 'refunded', refunds: [{ paidBackBy: 'bank' }] } });
  expect((await paidBack()).status).toBe(200);
  await money.reconcile();
  expect((await receiptsOf(money)).length).toBe(2);
  const two = Received.parse((await money.record(second, { way: 'bank', reference: 'CHQ 000123' })).body['payment']);
  const reverse = () =>
    money.admin(money.owner, 'POST', `/payments/${two.paymentId}/reverse`, { reason: 'It bounced' });
  expect((await reverse()).body).toMatchObject({ message: 'Payment reversed', payment: { status: 'refunded' } });
  expect((await reverse()).status).toBe(200);
  expect(await money.status(second)).toBe('inactive');
  expect((await money.record(second, { way: 'bank', reference: 'CHQ 000123' })).status).toBe(200);
  const online = await money.buy(await money.aUser());
  for (const path of ['reverse', 'refund'])
    expect(
      (
        await money.admin(money.owner, 'POST', `/payments/${online.razorpay_payment_id}/${path}`, {
          reason: 'x',
          idempotencyKey: '0123456789abcdef',
          paidBackBy: { way: 'cash', reference: '' },
        })
      ).body['message'],
    ).toBe('Only an offline payment is refunded manually');
  expect((await money.admin(money.owner, 'GET', '/reports/ways?from=2026-06-15&to=2026-06-15')).body).toMatchObject({
    ways: [
      { way: 'online', payments: 1, netInPaise: 49_900 },
      { way: 'upi', payments: 1, grossInPaise: 49_900, returnedInPaise: 0 },
      { way: 'bank', payments: 2, grossInPaise: 99_800, returnedInPaise: 99_800 },
    ],
    days: [
      { day: '2026-06-15', way: 'online', inInPaise: 49_900, outInPaise: 0 },
      { day: '2026-06-15', way: 'upi', inInPaise: 49_900, outInPaise: 0 },
      { day: '2026-06-15', way: 'bank', inInPaise: 99_800, outInPaise: 99_800 },
    ],
  });
});
