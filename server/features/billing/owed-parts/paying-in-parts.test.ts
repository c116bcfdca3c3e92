// @module-tag both
import { expect, it } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { openPartsShop } from '#test/billing/parts-shop.ts';
import { aCourse } from '#test/factories.ts';

const END = '2027-06-15T04:30:00.000Z';

it('a buyer pays in three parts, misses one, pays and goes on', async () => {
  const shop = await openPartsShop();
  const { aUser, buyFirst, standing, payPart, mine, status, clock, payments } = shop;
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  expect(await standing(userId)).toEqual(['running: paid 0, open 200000, open 200000']);
  expect(await mine(userId)).toMatchObject([
    {
      paymentId: first,
      planName: 'Foundation',
      totalInPaise: 600_000,
      paidInPaise: 200_000,
      leftInPaise: 400_000,
      accessUntil: END,
      // The last moment of 18 July in Kolkata.
      pausesAt: '2026-07-18T18:29:59.999Z',
      parts: [{ dueOn: '2026-06-15' }, { dueOn: '2026-07-15' }, { dueOn: '2026-08-14' }],
    },
  ]);
  expect(await payments.subscriptionOf(userId)).toMatchObject({ status: 'active', access_until: END });
  clock.set(Date.parse('2026-07-18T18:29:59.998Z'));
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'active',
    'running: paid 0, grace 200000, open 200000',
  ]);
  clock.advance(1);
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'inactive',
    'paused: paid 0, overdue 200000, open 200000',
  ]);
  expect((await payments.subscriptionOf(userId)).access_until).toBe(END);
  await payPart(userId, first);
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'active',
    'running: paid 0, paid 0, open 200000',
  ]);
  await payPart(userId, first);
  expect(await standing(userId)).toEqual(['complete: paid 0, paid 0, paid 0']);
  clock.set(Date.parse(END) - 1);
  expect(await status(userId)).toBe('active');
  clock.advance(1);
  expect(await status(userId)).toBe('inactive');
});

it('all the rest is paid at once, early: access ends when it was to end', async () => {
  const { aUser, buyFirst, payPart, standing, as, payments, rows } = await openPartsShop();
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  await payPart(userId, first, 3);
  expect(await standing(userId)).toEqual(['complete: paid 0, paid 0, paid 0']);
  expect((await payments.subscriptionOf(userId)).access_until).toBe(END);
  const paid = (await rows.payments()).toSorted((a, b) => a.amount_in_paise - b.amount_in_paise);
  expect(paid.map((row) => [row.amount_in_paise, row.standing, row.paid_parts])).toEqual([
    [200_000, 'paid', '{"from":1,"to":1,"of":3}'],
    [400_000, 'paid', '{"from":2,"to":3,"of":3}'],
  ]);
  expect(await as(userId, 'POST', `/payments/parts/${first}/start`, {})).toMatchObject({
    status: 409,
    body: { code: 'nothing_left_to_pay' },
  });
});

it('a coupon is spread over the parts, and the dates are said before paying', async () => {
  const { aUser, admin, adminId, planId, as, buyFirst, mine, rows } = await openPartsShop();
  await admin(adminId, 'POST', '/coupons', { code: 'THIRD', percentOff: 33 });
  const userId = await aUser();
  const { body } = await as(userId, 'GET', `/plans/${planId}/price?couponCode=THIRD`);
  expect(body).toMatchObject({
    totalInPaise: 402_000,
    parts: [
      { n: 1, amountInPaise: 134_000, dueOn: '2026-06-15' },
      { n: 2, amountInPaise: 134_000, dueOn: '2026-07-15' },
      { n: 3, amountInPaise: 134_000, dueOn: '2026-08-14' },
    ],
  });
  await buyFirst(userId, { couponCode: 'THIRD' });
  expect(await mine(userId)).toMatchObject([{ totalInPaise: 402_000, paidInPaise: 134_000 }]);
  expect(await rows.payments()).toMatchObject([{ amount_in_paise: 134_000, standing: 'paid' }]);
});

it('a plan that changes leaves what was agreed, and what was agreed is never sold again while it runs', async () => {
  const { aUser, adminId, admin, planId, buyFirst, standing, payPart, call, passDays, payments } =
    await openPartsShop();
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  const changed = { name: 'Foundation', priceInPaise: 900_000, term: { unit: 'month' }, refundDays: 0, parts: null };
  expect((await admin(adminId, 'PUT', `/plans/${planId}`, changed)).status).toBe(200);
  expect(await standing(userId)).toEqual(['running: paid 0, open 200000, open 200000']);
  passDays(40);
  expect(await call(userId, 'POST', '/subscribe', { planId })).toMatchObject({
    status: 409,
    body: { code: 'already_subscribed', message: 'You are paying for this in parts. Pay the next part instead.' },
  });
  await payPart(userId, first, 3);
  expect(await standing(userId)).toEqual(['complete: paid 0, paid 0, paid 0']);
  expect((await payments.subscriptionOf(userId)).access_until).toBe(END);
});

it.each([
  ['a plan without parts', {}, 'parts_not_offered'],
  ['a gift', { gift: { name: 'Asha', email: 'asha@example.in', message: '' } }, 'parts_not_offered'],
])('%s is not bought in parts', async (_name, more, code) => {
  const { aUser, planId, call } = await openPartsShop();
  const plan = 'gift' in more ? { planId } : { planId: 'yearly-bundle' };
  expect(await call(await aUser(), 'POST', '/subscribe', { ...plan, inParts: true, ...more })).toMatchObject({
    status: 409,
    body: { code },
  });
});

it('what was added to one course of a purchase pauses with it, and comes back with the payment', async () => {
  const shop = await openPartsShop();
  const { aUser, buyFirst, passDays, payPart, admin, adminId, payments } = shop;
  const courseId = await aCourse(shop, { title: 'Physics' });
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  const extend = async (days: number) =>
    (await admin(adminId, 'POST', '/access/extend', { courseId, days, reason: 'Ill' })).body;
  expect(await extend(14)).toMatchObject({ people: 1, comeBack: 0 });
  const held = async () => payments.holds(userId, courseId);
  expect(await held()).toBe(true);
  passDays(34);
  expect([await shop.status(userId), await held()]).toEqual(['inactive', false]);
  // Who owes a part is not brought back by more days.
  expect(await extend(7)).toMatchObject({ people: 1, comeBack: 0 });
  expect(await held()).toBe(false);
  await payPart(userId, first);
  expect([await shop.status(userId), await held()]).toEqual(['active', true]);
});

it('a part belongs to its buyer', async () => {
  const { aUser, buyFirst, as } = await openPartsShop();
  const { razorpay_payment_id: first } = await buyFirst(await aUser());
  const other = await aUser();
  expect((await as(other, 'POST', `/payments/parts/${first}/start`, {})).status).toBe(404);
  expect((await as(other, 'GET', '/user/parts')).body).toMatchObject({ purchases: [] });
});

it('a webhook that arrives twice makes no second part, and a part that only it reports is counted', async () => {
  const shop = await openPartsShop({}, { webhooks: true });
  const { aUser, buyFirst, start, pay, standing, database } = shop;
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  await pay(await start(userId, first));
  await expect.poll(() => standing(userId)).toEqual(['running: paid 0, paid 0, open 200000']);
  await shop.reconcile();
  expect(await standing(userId)).toEqual(['running: paid 0, paid 0, open 200000']);
  expect(await database.db.selectFrom('part_dues').selectAll().execute()).toHaveLength(3);
});

it('a long absence of payments pauses access once, and one payment of all that is due brings it back', async () => {
  const { aUser, buyFirst, payPart, standing, status, passDays, rows } = await openPartsShop();
  const userId = await aUser();
  const { razorpay_payment_id: first } = await buyFirst(userId);
  passDays(100);
  expect([await status(userId), ...(await standing(userId))]).toEqual([
    'inactive',
    'paused: paid 0, overdue 200000, overdue 200000',
  ]);
  await payPart(userId, first);
  expect([await status(userId), ...(await standing(userId))]).toEqual(['active', 'complete: paid 0, paid 0, paid 0']);
  expect((await rows.payments()).map((row) => row.amount_in_paise)).toEqual([200_000, 400_000]);
  expect((await rows.payments())[0]?.access_until).toBe(Date.parse('2026-06-15T04:30:00Z') + 365 * DAY_MS);
});

it('the webhook of a purchase names the parts that it paid', async () => {
  const { aUser, buyFirst, payPart, database } = await openPartsShop();
  const hook = { id: 'hook', url: 'https://crm.example/', events: 'purchase', created_at: 0 };
  const none = { sealed_previous: null, previous_until: null, failing_since: null };
  await database.db
    .insertInto('webhooks')
    .values({ ...hook, ...none, sealed_secret: '' })
    .execute();
  const [one, other] = [await aUser(), await aUser()];
  const { razorpay_payment_id: first } = await buyFirst(one);
  await payPart(one, first, 3);
  await payPart(other, (await buyFirst(other)).razorpay_payment_id);
  const rows = await database.db.selectFrom('webhook_messages').select('body').orderBy('created_at').execute();
  const said = rows.map(({ body }) => JSON.parse(body).data).map((data) => [data.paymentId === first, data.parts]);
  expect(said).toEqual(
    expect.arrayContaining([
      [true, { from: 1, to: 1, of: 3 }],
      [false, { from: 2, to: 3, of: 3 }],
    ]),
  );
  expect(said).toHaveLength(4);
});
