import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { openBilling, type OpenBilling } from '#test/billing/open-billing.ts';
import { openShop } from '#test/billing/open-shop.ts';

const PRICE = '/api/v1/plans/yearly-bundle/price';

/** Adds a coupon as a new admin. Returns its id and who added it. */
const aCoupon = async (money: OpenBilling, terms: object) => {
  const admin = await money.aUser('ADMIN');
  const { status, body } = await money.admin(admin, 'POST', '/coupons', { code: 'DIWALI', percentOff: 20, ...terms });
  expect([status, body['message']]).toEqual([201, expect.stringMatching(/^Coupon [A-Z0-9-]+ created$/)]);
  return { admin, id: z.object({ _id: z.string() }).parse(body['coupon'])._id };
};

const listed = async (money: OpenBilling, admin: string) =>
  z
    .object({ coupons: z.array(z.looseObject({ code: z.string(), state: z.string() })) })
    .parse((await money.admin(admin, 'GET', '/coupons')).body).coupons;

const priceFor = (money: OpenBilling, code: string, user?: string) =>
  money.send('GET', `${PRICE}?couponCode=${code}`, undefined, user ? { authorization: `Bearer ${user}` } : {});

const buyWith = (money: Pick<OpenBilling, 'call'>, user: string, couponCode: string, planId?: string) =>
  money.call(user, 'POST', '/subscribe', { couponCode, planId });

describe('coupons', () => {
  it('refuses a code with a character that cannot be stored', async () => {
    const money = await openBilling();
    expect(await priceFor(money, 'DIWALI%00')).toMatchObject({ status: 400 });
  });

  it('are added, listed with their state, changed and copied by admins', async () => {
    const money = await openBilling();
    const { admin, id } = await aCoupon(money, { code: ' diwali ', maxUses: 50 });
    expect(await listed(money, admin)).toMatchObject([
      { _id: id, code: 'DIWALI', percentOff: 20, amountOffInPaise: null, maxUses: 50, state: 'active', uses: 0 },
    ]);
    const add = (body: object) => money.admin(admin, 'POST', '/coupons', body);
    expect(await add({ code: 'Diwali', percentOff: 5 })).toMatchObject({
      status: 409,
      body: { code: 'coupon_code_taken' },
    });
    expect(await add({ code: 'OTHER', percentOff: 5, planId: 'none' })).toMatchObject({
      status: 404,
      body: { code: 'plan_not_found' },
    });
    for (const body of [
      { code: 'NO' },
      { code: 'BOTH', percentOff: 5, amountOffInPaise: 500 },
      { code: 'NEITHER' },
      { code: 'ZERO', percentOff: 0 },
      { code: 'BACKWARDS', percentOff: 5, startsAt: '2026-07-02T00:00:00Z', endsAt: '2026-07-01T00:00:00Z' },
    ])
      expect((await add(body)).status).toBe(400);
    await add({ code: 'MONSOON', amountOffInPaise: 10_000, startsAt: '2026-07-01T00:00:00Z' });
    money.clock.advance(MINUTE_MS);
    await add({ code: 'OVER', amountOffInPaise: 10_000, endsAt: '2026-06-01T00:00:00Z' });
    const states = async () => (await listed(money, admin)).map(({ code, state }) => `${code} ${state}`);
    expect(await states()).toEqual(['OVER ended', expect.any(String), expect.any(String)]);
    expect((await states()).toSorted()).toEqual(['DIWALI active', 'MONSOON scheduled', 'OVER ended']);

    const change = { code: 'DIWALI26', amountOffInPaise: 5000, planId: 'yearly-bundle' };
    expect(
      await money.send('PUT', `/api/v1/admin/coupons/${id}`, change, { authorization: `Bearer ${admin}` }),
    ).toMatchObject({
      status: 200,
      body: { coupon: { code: 'DIWALI26', percentOff: null, amountOffInPaise: 5000, maxUses: null } },
    });
    expect((await priceFor(money, 'DIWALI')).status).toBe(404);
    const kinds = (await money.rows.audit()).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['coupon_changed', 'coupon_created', 'coupon_created', 'coupon_created']);
  });

  it('say what a plan costs with them, in either case, or why they cannot be used', async () => {
    const money = await openBilling();
    const { admin } = await aCoupon(money, { startsAt: '2026-06-15T00:00:00Z', endsAt: '2026-06-20T18:30:00Z' });
    expect(await money.send('GET', PRICE)).toMatchObject({
      body: { priceInPaise: 49_900, discountInPaise: 0, totalInPaise: 49_900 },
    });
    expect(await priceFor(money, 'diwali')).toMatchObject({
      status: 200,
      body: { priceInPaise: 49_900, discountInPaise: 9980, totalInPaise: 39_920 },
    });
    expect(await priceFor(money, 'DIWALI5')).toMatchObject({ status: 404, body: { code: 'coupon_not_found' } });
    await money.admin(admin, 'POST', '/coupons', { code: 'LATER', percentOff: 5, startsAt: '2026-07-01T00:00:00Z' });
    expect((await priceFor(money, 'LATER')).body).toMatchObject({ message: 'This code starts on 1 July 2026.' });
    money.clock.advance(6 * DAY_MS);
    expect(await priceFor(money, 'DIWALI')).toMatchObject({
      status: 409,
      body: { code: 'coupon_not_valid', message: 'This code ended on 20 June 2026.' },
    });
    const user = await money.aUser();
    expect((await buyWith(money, user, 'DIWALI')).body).toMatchObject({ code: 'coupon_not_valid' });
    expect(await money.rows.attempts()).toEqual([]);
  });

  it('are not guessed: a network that tried three hundred codes has to wait, and right codes do not count', async () => {
    const money = await openBilling({ settings: { RATE_LIMIT: 'on' } });
    await aCoupon(money, {});
    for (let time = 0; time < 3; time += 1) expect((await priceFor(money, 'DIWALI')).status).toBe(200);
    for (let time = 0; time < 300; time += 1) expect((await priceFor(money, `DIWALI${time}`)).status).toBe(404);
    const user = await money.aUser();
    expect((await priceFor(money, 'DIWALI')).status).toBe(429);
    expect((await buyWith(money, user, 'DIWALI')).status).toBe(429);
    money.clock.advance(16 * MINUTE_MS);
    expect((await priceFor(money, 'DIWALI')).status).toBe(200);
  });
});

describe('a coupon of 100 %', () => {
  it('opens access at once, with a ledger entry of 0 and neither provider nor receipt', async () => {
    const money = await openBilling();
    const { admin } = await aCoupon(money, { code: 'FREE', percentOff: 100, maxUsesPerPerson: 1 });
    const user = await money.aUser();
    const responses = await Promise.all(Array.from({ length: 4 }, () => buyWith(money, user, 'free')));
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(responses.find(({ status }) => status === 200)?.body).toMatchObject({
      subscription_id: expect.stringMatching(/^free_/),
      checkoutUrl: null,
      isPaid: true,
    });
    expect(await money.payments.subscriptionOf(user)).toMatchObject({
      status: 'active',
      access_until: '2027-06-15T04:30:00.000Z',
      refundable_until: null,
    });
    expect(await money.rows.payments()).toMatchObject([
      { status: 'captured', amount_in_paise: 0, confirmed: 1, problem: null, standing: 'paid', masked: 'FREE' },
    ]);
    expect(await money.rows.attempts()).toMatchObject([
      { state: 'settled', amount_in_paise: 0, discount_in_paise: 49_900 },
    ]);
    expect(await money.providerCalls('POST', /./)).toBe(0);
    expect((await money.call(user, 'GET', '/mine')).body).toMatchObject({
      purchases: [{ status: 'paid', amountInPaise: 0, refunds: [], receipts: [] }],
    });
    expect(await listed(money, admin)).toMatchObject([{ uses: 1, discountInPaise: 49_900 }]);
    expect((await money.call(admin, 'GET', '')).body).toMatchObject({ allPayments: { count: 1 }, grossInPaise: 0 });
  });

  it('is not refunded, and ends when its year ends', async () => {
    const money = await openBilling();
    const { admin } = await aCoupon(money, { code: 'FREE', percentOff: 100 });
    const user = await money.aUser();
    await buyWith(money, user, 'FREE');
    expect((await money.call(user, 'POST', '/unsubscribe')).body).toMatchObject({ outcome: 'unchanged' });
    const [payment] = await money.rows.payments();
    expect(await money.refund(admin, payment?.provider_payment_id ?? '', { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'refund_not_possible' },
    });
    await money.reconcile();
    expect(await money.rows.refunds()).toEqual([]);
    expect(await money.status(user)).toBe('active');
    money.clock.advance(366 * DAY_MS);
    expect(await money.status(user)).toBe('inactive');
  });
});

describe('the uses of a coupon', () => {
  it('are as many as it has, also for 200 buyers at once in two processes', async () => {
    const money = await openBilling();
    const other = await money.another();
    const { admin } = await aCoupon(money, { percentOff: 100, maxUses: 10 });
    const buyers = await Promise.all(Array.from({ length: 200 }, () => money.aUser()));
    const responses = await Promise.all(
      buyers.map((user, index) => buyWith(index % 2 ? money : other, user, 'DIWALI')),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ body }) => body['code'] === 'coupon_used_up')).toHaveLength(190);
    expect(await listed(money, admin)).toMatchObject([{ uses: 10, reserved: 0, state: 'used_up' }]);
    expect(await money.payments.countSubscribedUsers()).toBe(10);
  });

  it('are reserved while their buyers can pay, and free when they do not', async () => {
    const money = await openBilling();
    const { admin } = await aCoupon(money, { maxUses: 1 });
    const [first, second] = [await money.aUser(), await money.aUser()];
    const started = await buyWith(money, first, 'DIWALI');
    expect(started).toMatchObject({ status: 200, body: { isPaid: false } });
    expect((await buyWith(money, first, 'DIWALI')).body['subscription_id']).toBe(started.body['subscription_id']);
    expect((await priceFor(money, 'DIWALI', first)).status).toBe(200);
    expect(await priceFor(money, 'DIWALI', second)).toMatchObject({ status: 409, body: { code: 'coupon_used_up' } });
    expect((await buyWith(money, second, 'DIWALI')).status).toBe(409);
    expect(await listed(money, admin)).toMatchObject([{ uses: 0, reserved: 1, state: 'active' }]);

    // The buyer who changes their mind keeps the use: what was begun can still be paid.
    await money.subscribe(first);
    expect((await buyWith(money, second, 'DIWALI')).status).toBe(409);
    expect((await buyWith(money, first, 'DIWALI')).status).toBe(200);
    money.clock.advance(HOUR_MS);
    expect((await buyWith(money, second, 'DIWALI')).status).toBe(200);
    expect((await buyWith(money, first, 'DIWALI')).body).toMatchObject({ code: 'coupon_used_up' });
  });

  it('are confirmed by the payment of the lower price, and free again after its refund', async () => {
    const money = await openBilling();
    const { admin } = await aCoupon(money, { maxUses: 1 });
    const [first, second] = [await money.aUser(), await money.aUser()];
    const { body } = await buyWith(money, first, 'DIWALI');
    expect(body['subscription_id']).toMatch(/^order_/);
    await money.call(first, 'POST', '/verify', await money.pay(z.string().parse(body['subscription_id'])));
    expect(await money.status(first)).toBe('active');
    expect(await money.rows.payments()).toMatchObject([{ amount_in_paise: 39_920, problem: null, standing: 'paid' }]);
    expect(await listed(money, admin)).toMatchObject([
      { uses: 1, reserved: 0, state: 'used_up', discountInPaise: 9980 },
    ]);
    money.clock.advance(2 * HOUR_MS);
    expect((await buyWith(money, second, 'DIWALI')).body).toMatchObject({ code: 'coupon_used_up' });
    expect((await money.call(first, 'GET', '/mine')).body).toMatchObject({
      purchases: [{ amountInPaise: 39_920, receipts: [{ amountInPaise: 39_920 }] }],
    });
    const { document } = await money.database.db.selectFrom('receipts').select('document').executeTakeFirstOrThrow();
    expect(JSON.parse(document)).toMatchObject({ discount: { code: 'DIWALI', amountInPaise: 9980 } });

    expect((await money.call(first, 'POST', '/unsubscribe')).body).toMatchObject({ outcome: 'refund_initiated' });
    expect(await money.rows.refunds()).toMatchObject([{ amount_in_paise: 39_920, status: 'processed' }]);
    expect(await listed(money, admin)).toMatchObject([{ uses: 0, state: 'active' }]);
    expect((await buyWith(money, second, 'DIWALI')).status).toBe(200);
  });

  it('are limited per person and to first purchases', async () => {
    const money = await openBilling();
    const { admin } = await aCoupon(money, { percentOff: 100, maxUsesPerPerson: 1 });
    await money.admin(admin, 'POST', '/coupons', { code: 'WELCOME', percentOff: 100, isFirstPurchaseOnly: true });
    const user = await money.aUser();
    await buyWith(money, user, 'DIWALI');
    money.clock.advance(360 * DAY_MS);
    expect((await buyWith(money, user, 'DIWALI')).body).toMatchObject({ message: 'You have already used this code.' });
    expect((await priceFor(money, 'WELCOME', user)).body).toMatchObject({
      message: 'This code is for a first purchase.',
    });
    expect((await priceFor(money, 'WELCOME')).status).toBe(200);
    expect((await buyWith(money, await money.aUser(), 'WELCOME')).status).toBe(200);
  });
});

it('a coupon for a course is for the plans that open it, and names the reason for others', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const alone = await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] } });
  const other = await shop.addPlan({ name: 'Monsoon', opens: { courseIds: [monsoon] } });
  const add = (body: object) => shop.admin(shop.adminId, 'POST', '/coupons', { percentOff: 10, ...body });
  expect(await add({ code: 'NONE', courseId: 'none' })).toMatchObject({
    status: 404,
    body: { code: 'course_not_found' },
  });
  expect((await add({ code: 'BOTH', courseId: statistics, planId: alone })).body).toMatchObject({
    details: [{ path: 'courseId', message: 'Choose either a plan or a course' }],
  });
  expect(await add({ code: 'STATS', courseId: statistics })).toMatchObject({
    status: 201,
    body: { coupon: { courseId: statistics, planId: null } },
  });
  const user = await shop.aUser();
  for (const planId of [other, 'yearly-bundle'])
    expect(await buyWith(shop, user, 'STATS', planId)).toMatchObject({
      status: 409,
      body: { code: 'coupon_not_valid', message: 'This code is for another course.' },
    });
  await shop.buy(user, { planId: alone, couponCode: 'STATS' });
  expect(await shop.rightsOf(user)).toEqual(['statistics for life by payment']);
  expect(await shop.rows.payments()).toMatchObject([{ amount_in_paise: 26_910 }]);
});

it('a coupon for a plan of courses takes off exactly there, and one for the bundle nowhere else', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const both = await shop.addPlan({ name: 'Both', opens: { courseIds: [statistics, monsoon] }, priceInPaise: 33_300 });
  const alone = await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] } });
  for (const coupon of [
    { code: 'BOTH15', percentOff: 15, planId: both },
    { code: 'BUNDLE', amountOffInPaise: 10_000, planId: 'yearly-bundle' },
  ])
    expect((await shop.admin(shop.adminId, 'POST', '/coupons', coupon)).status).toBe(201);
  const price = (planId: string, code: string) => shop.send('GET', `/api/v1/plans/${planId}/price?couponCode=${code}`);
  const refused = { status: 409, body: { code: 'coupon_not_valid', message: 'This code is for another plan.' } };
  const user = await shop.aUser();
  for (const [planId, code] of [
    [alone, 'BOTH15'],
    ['yearly-bundle', 'BOTH15'],
    [both, 'BUNDLE'],
    [alone, 'BUNDLE'],
  ] as const) {
    expect(await price(planId, code)).toMatchObject(refused);
    expect(await buyWith(shop, user, code, planId)).toMatchObject(refused);
  }
  expect(await shop.rows.attempts()).toEqual([]);
  expect((await price(both, 'BOTH15')).body).toMatchObject({
    priceInPaise: 33_300,
    discountInPaise: 4995,
    totalInPaise: 28_305,
  });
  await shop.buy(user, { planId: both, couponCode: 'BOTH15' });
  expect(await shop.rightsOf(user)).toEqual(['monsoon for life by payment', 'statistics for life by payment']);
  shop.clock.advance(MINUTE_MS);
  await shop.buy(await shop.aUser(), { couponCode: 'BUNDLE' });
  expect(await shop.rows.payments()).toMatchObject([
    { amount_in_paise: 28_305, problem: null },
    { amount_in_paise: 39_900, problem: null },
  ]);
});

it.each(['autumn–20', ' AUTUMN\u221220\u200b', 'Ａutumn\u00ad-２０', 'Autumn -20'])(
  'a code that was pasted as %j is found',
  async (couponCode) => {
    const money = await openBilling();
    await aCoupon(money, { code: 'Autumn\u201020' });
    expect(await money.send('GET', `${PRICE}?couponCode=${encodeURIComponent(couponCode)}`)).toMatchObject({
      status: 200,
      body: { discountInPaise: 9980 },
    });
  },
);
