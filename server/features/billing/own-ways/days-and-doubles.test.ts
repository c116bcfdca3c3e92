// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const UTR = '432611870955';
const Sent = z.object({ request: z.looseObject({ _id: z.string() }) });
const Received = z.object({ payment: z.looseObject({ paymentId: z.string() }) });
const Timeline = z.object({ timeline: z.array(z.object({ text: z.string() })) });
const Document = z.looseObject({
  payment: z.looseObject({ paidAt: z.int(), accessFrom: z.int().optional() }),
  refund: z.looseObject({ at: z.int() }).nullable(),
});

const open = async (options: Parameters<typeof openBilling>[0] = {}) => {
  const money = await openBilling(options);
  const ways = await money.settings.ways();
  const on = { ...ways, upi: true, upiId: 'school@okbank', bank: true, bankText: 'Account 1234' };
  await money.database.transaction((tx) => money.settings.change(tx, 'ways', on));
  const owner = await money.aUser('ADMIN');
  const send = async (userId: string, more: object = {}): Promise<string> => {
    const body = { planId: 'yearly-bundle', way: 'upi', reference: UTR, paidOn: '2026-06-15', ...more };
    return Sent.parse((await money.call(userId, 'POST', '/requests', body)).body).request._id;
  };
  const received = { amountInPaise: 49_900, receivedOn: '2026-06-15' };
  const confirm = (id: string, more: object = {}) =>
    money.admin(owner, 'POST', `/payment-requests/${id}/confirm`, { ...received, ...more });
  const record = (userId: string, more: object = {}) =>
    money.admin(owner, 'POST', `/people/${userId}/payments`, {
      planId: 'yearly-bundle',
      way: 'bank',
      reference: 'CHQ 000123',
      ...received,
      ...more,
    });
  const cashBook = async (from: string, to: string) =>
    (await money.admin(owner, 'GET', `/reports/ways?from=${from}&to=${to}`)).body['days'];
  const documents = async () => {
    const rows = await money.database.db
      .selectFrom('receipts')
      .select('document')
      .orderBy('issued_at')
      .orderBy('number', 'desc')
      .execute();
    return rows.map(({ document }) => Document.parse(JSON.parse(document)));
  };
  return { ...money, owner, send, confirm, record, cashBook, documents };
};

/** The last moment of the day of the school. */
const endOf = (day: string): number => Date.parse(`${day}T18:29:59.999Z`);

test('access that counts from today leaves the day of the money, in the cash book, the figures and the receipt', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const id = await money.send(buyer, { paidOn: '2026-06-10' });
  const confirmed = await money.confirm(id, { receivedOn: '2026-06-10', accessFrom: 'confirmed' });
  expect(confirmed.body).toMatchObject({
    payment: { accessFrom: '2026-06-15T04:30:00.000Z', accessUntil: '2027-06-15T04:30:00.000Z' },
  });
  expect(await money.status(buyer)).toBe('active');
  expect(await money.cashBook('2026-06-01', '2026-06-15')).toEqual([
    { day: '2026-06-10', way: 'upi', inInPaise: 49_900, outInPaise: 0 },
  ]);
  const sold = await money.database.db.selectFrom('daily_sales').select(['day', 'gross_in_paise']).execute();
  expect(sold.filter((row) => row.gross_in_paise > 0)).toEqual([{ day: '2026-06-10', gross_in_paise: 49_900 }]);
  expect(await money.documents()).toMatchObject([
    { payment: { paidAt: endOf('2026-06-10'), accessFrom: Date.parse('2026-06-15T04:30:00.000Z') } },
  ]);
  expect((await money.call(buyer, 'GET', '/mine')).body).toMatchObject({
    purchases: [{ paidAt: '2026-06-10T18:29:59.999Z', accessUntil: '2027-06-15T04:30:00.000Z' }],
  });
});

test('what was paid back later went out on that day, in the cash book and on the credit note', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const { payment } = Received.parse((await money.record(buyer)).body);
  money.clock.advance(DAY_MS);
  await money.call(buyer, 'POST', '/unsubscribe');
  const [owed] = await money.rows.refunds();
  money.clock.advance(2 * DAY_MS);
  const back = { refundId: owed?.provider_refund_id, way: 'upi', reference: '432611870999' };
  expect((await money.admin(money.owner, 'POST', `/payments/${payment.paymentId}/paid-back`, back)).status).toBe(200);
  expect(await money.cashBook('2026-06-15', '2026-06-18')).toEqual([
    { day: '2026-06-18', way: 'upi', inInPaise: 0, outInPaise: 49_900 },
    { day: '2026-06-15', way: 'bank', inInPaise: 49_900, outInPaise: 0 },
  ]);
  const [, note] = await money.documents();
  expect(note?.refund?.at).toBe(Date.parse('2026-06-18T04:30:00.000Z'));
  expect((await money.call(buyer, 'GET', '/mine')).body).toMatchObject({
    purchases: [{ refunds: [{ state: 'processed', at: '2026-06-18T04:30:00.000Z' }] }],
  });
});

test('a cheque that bounces after its buyer cancelled is reversed: what is owed, the rest, and the reference', async () => {
  const money = await open();
  const buyer = await money.aUser();
  const { paymentId } = Received.parse((await money.record(buyer)).body).payment;
  const part = { amountInPaise: 10_000, reason: 'Agreed by phone' };
  await money.refund(money.owner, paymentId, part);
  const detail = async () => (await money.admin(money.owner, 'GET', `/payments/${paymentId}`)).body['payment'];
  await money.call(buyer, 'POST', '/unsubscribe');
  expect(await detail()).toMatchObject({ isReversible: true, refundableInPaise: 0 });
  const reverse = () => money.admin(money.owner, 'POST', `/payments/${paymentId}/reverse`, { reason: 'It bounced' });
  expect((await reverse()).body).toMatchObject({ message: 'Payment reversed', payment: { status: 'refunded' } });
  expect((await reverse()).status).toBe(200);
  expect((await money.call(buyer, 'GET', '/mine')).body).toMatchObject({
    purchases: [{ status: 'refunded', refunds: [{ state: 'reversed' }, { state: 'reversed' }] }],
  });
  expect((await money.rows.refunds()).map((row) => [row.status, row.settled_by, row.amount_in_paise])).toEqual(
    expect.arrayContaining([
      ['processed', 'reversal', 10_000],
      ['processed', 'reversal', 39_900],
    ]),
  );
  expect(await detail()).toMatchObject({
    isReversible: false,
    timeline: expect.arrayContaining([expect.objectContaining({ text: 'Payment reversed: It bounced' })]),
  });
  expect((await money.admin(money.owner, 'GET', '/payments/to-do')).body['toDo']).toEqual([]);
  expect((await money.record(await money.aUser())).status).toBe(200);
});

test('what is left beside an owed part is reversed with it', async () => {
  const money = await open();
  const { paymentId } = Received.parse((await money.record(await money.aUser())).body).payment;
  await money.refund(money.owner, paymentId, { amountInPaise: 10_000, reason: 'Agreed by phone' });
  const { body } = await money.admin(money.owner, 'POST', `/payments/${paymentId}/reverse`, { reason: 'It bounced' });
  expect(body).toMatchObject({ payment: { status: 'refunded', refundedInPaise: 49_900 } });
  const { timeline } = Timeline.parse(body['payment']);
  expect(timeline.filter(({ text }) => text === 'Payment reversed: It bounced')).toHaveLength(2);
  expect(timeline.filter(({ text }) => text.includes('cancelled at the payment provider'))).toEqual([]);
});

test('a coupon is not held against its own buyer who pays online what they did not pay offline', async () => {
  const money = await open();
  const code = { code: 'ONCE', percentOff: 10, amountOffInPaise: null, maxUsesPerPerson: 1, maxUses: 1 };
  await money.admin(money.owner, 'POST', '/coupons', code);
  const [buyer, other] = [await money.aUser(), await money.aUser()];
  const coupon = { couponCode: 'ONCE' };
  await money.call(buyer, 'POST', '/orders', { planId: 'yearly-bundle', ...coupon });
  expect((await money.call(buyer, 'POST', '/subscribe', coupon)).status).toBe(200);
  await money.send(buyer, coupon);
  expect((await money.call(other, 'POST', '/subscribe', coupon)).body['code']).toBe('coupon_used_up');
  await money.buy(buyer, coupon);
  expect((await money.call(buyer, 'GET', '/requests')).body).toMatchObject({ requests: [{ state: 'paid_otherwise' }] });
  expect((await money.rows.payments()).map((row) => row.standing)).toEqual(['paid']);
});

test('a coupon is held for a gift that waits, and not for one that was only begun', async () => {
  const money = await open();
  const code = { code: 'ONCE', percentOff: 10, amountOffInPaise: null, maxUsesPerPerson: 1, maxUses: 1 };
  await money.admin(money.owner, 'POST', '/coupons', code);
  const buyer = await money.aUser();
  const gift = { name: 'José Núñez', email: 'jose@school.example', message: '' };
  const given = { planId: 'yearly-bundle', couponCode: 'ONCE', gift };
  await money.call(buyer, 'POST', '/orders', given);
  expect((await money.call(buyer, 'POST', '/subscribe', given)).status).toBe(200);
  await money.send(buyer, given);
  const own = await money.call(buyer, 'POST', '/subscribe', { couponCode: 'ONCE' });
  expect(own.body['code']).toBe('coupon_not_valid');
  expect((await money.call(buyer, 'POST', '/orders', { planId: 'yearly-bundle', couponCode: 'ONCE' })).status).toBe(
    409,
  );
});

test('notices about what waits are withdrawn when it is paid otherwise, and when its buyer leaves', async () => {
  const money = await open();
  const [first, second] = [await money.aUser(), await money.aUser()];
  await money.send(first);
  await money.send(second, { reference: '432611870956' });
  const waits = async () =>
    (
      await money.database.db
        .selectFrom('notices')
        .select('id')
        .where('kind', '=', 'payment_waits')
        .where('shown_at', 'is not', null)
        .execute()
    ).length;
  expect(await waits()).toBe(2);
  await money.buy(first);
  expect(await waits()).toBe(1);
  await money.database.transaction((tx) => money.payments.ownWays.forgetBuyer(tx, second));
  expect(await waits()).toBe(0);
});

test('a number counts once over UPI and bank, also for two at once, and for itself in cash', async () => {
  const money = await open();
  const [first, second, third] = [await money.aUser(), await money.aUser(), await money.aUser()];
  const upi = await money.send(first);
  money.clock.advance(1000);
  const bank = await money.send(second, { way: 'bank' });
  expect((await money.admin(money.owner, 'GET', '/payment-requests')).body['requests']).toMatchObject([
    { usedBy: null },
    { usedBy: { requestId: upi } },
  ]);
  const both = await Promise.all([money.confirm(upi), money.confirm(bank)]);
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect(both.flatMap(({ body }) => body['code'] ?? [])).toEqual(['reference_used']);
  expect((await money.record(third, { reference: UTR })).body['code']).toBe('reference_used');
  expect((await money.record(third, { way: 'cash', reference: UTR })).status).toBe(200);
});

test('a bank reference counts once however it is typed', async () => {
  const money = await open();
  const [first, second] = [await money.aUser(), await money.aUser()];
  expect((await money.record(first, { reference: 'HDFC N052 6411' })).status).toBe(200);
  for (const reference of ['hdfcn0526411', ' hdfc-n052-6411 ', 'HDFC/N052.6411', 'ＨＤＦＣＮ０５２６４１１'])
    expect((await money.record(second, { reference })).body['code'], reference).toBe('reference_used');
  expect((await money.record(second, { reference: 'HDFC N052 6412' })).status).toBe(200);
});
