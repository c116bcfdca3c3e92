import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';

const monthly = {
  name: 'Monthly',
  priceInPaise: 7900,
  comparePriceInPaise: null,
  term: { unit: 'month', count: 1 },
  isRenewing: false,
  refundDays: 3,
  isVisible: true,
};
const bundle = {
  ...monthly,
  name: 'Yearly bundle',
  priceInPaise: 49_900,
  term: { unit: 'year', count: 1 },
  refundDays: 7,
};
const Created = z.object({ plan: z.object({ _id: z.string() }) });

const openSchool = async () => {
  const money = await openBilling();
  const adminId = await money.aUser('ADMIN');
  const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    money.admin(adminId, method, `/plans${path}`, body);
  const create = async (more: object = {}): Promise<string> =>
    Created.parse((await admin('POST', '', { ...monthly, ...more })).body).plan._id;
  const onSale = async () => (await money.send('GET', '/api/v1/plans')).body['plans'];
  return { ...money, admin, create, onSale };
};

describe('plans', () => {
  it('are created by an admin and sold, the shortest term first', async () => {
    const { admin, create, onSale, rows } = await openSchool();
    const forLife = await create({ name: 'For life', priceInPaise: 149_900, term: { unit: 'lifetime' } });
    const created = await admin('POST', '', monthly);
    expect(created).toMatchObject({
      status: 201,
      body: { message: 'Plan added', plan: { ...monthly, isDefault: false, members: 0, salesInPaise: 0 } },
    });
    expect(await onSale()).toMatchObject([
      { name: 'Monthly', priceInPaise: 7900, term: { unit: 'month', count: 1 } },
      { _id: 'yearly-bundle' },
      { _id: forLife, term: { unit: 'lifetime', count: 1 } },
    ]);
    expect((await rows.audit()).map(({ kind }) => kind)).toEqual(['plan_created', 'plan_created']);
  });

  it.each([
    [{ priceInPaise: 99 }, 'priceInPaise', 'The minimum price is ₹1.00'],
    [{ comparePriceInPaise: 7900 }, 'comparePriceInPaise', 'The price to compare with must be higher than the price'],
    [
      { term: { unit: 'year', count: 11 } },
      'term.count',
      'Access can last at most 10 years. For longer, choose a lifetime.',
    ],
    [{ isRenewing: true, term: { unit: 'lifetime' } }, 'isRenewing', 'A lifetime does not renew'],
    [{ isRenewing: true, term: { unit: 'day', count: 6 } }, 'term.count', 'A plan that renews lasts at least 7 days'],
    [{ refundDays: 181 }, 'refundDays', 'Refunds are possible for at most 180 days'],
  ])('with %j are refused', async (more, path, message) => {
    const { admin } = await openSchool();
    expect(await admin('POST', '', { ...monthly, ...more })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path, message }] },
    });
  });

  it('that are hidden are sold by their link only', async () => {
    const { create, onSale, send, subscribe, aUser } = await openSchool();
    const planId = await create({ isVisible: false });
    expect(await onSale()).toMatchObject([{ _id: 'yearly-bundle' }]);
    expect((await send('GET', `/api/v1/plans/${planId}/price`)).body['totalInPaise']).toBe(7900);
    expect(await subscribe(await aUser(), { planId })).toMatch(/^order_/);
  });

  it('that are deleted are no longer sold, and the first one cannot be', async () => {
    const { admin, create, call, aUser, onSale } = await openSchool();
    const planId = await create();
    expect((await admin('DELETE', `/${planId}`)).body['message']).toBe('Plan deleted');
    expect(await onSale()).toMatchObject([{ _id: 'yearly-bundle' }]);
    const gone = { status: 404, body: { code: 'plan_not_found' } };
    expect(await call(await aUser(), 'POST', '/subscribe', { planId })).toMatchObject(gone);
    expect(await admin('DELETE', `/${planId}`)).toMatchObject(gone);
    expect(await admin('DELETE', '/yearly-bundle')).toMatchObject({ status: 409, body: { code: 'default_plan' } });
  });

  it('always have one that the site shows', async () => {
    const { admin, create, onSale } = await openSchool();
    const hide = () => admin('PUT', '/yearly-bundle', { ...bundle, isVisible: false });
    expect(await hide()).toMatchObject({ status: 409, body: { code: 'last_visible_plan' } });
    const planId = await create();
    expect((await hide()).status).toBe(200);
    expect(await onSale()).toMatchObject([{ _id: planId }]);
    expect(await admin('DELETE', `/${planId}`)).toMatchObject({ status: 409, body: { code: 'last_visible_plan' } });
  });

  it('of another process are sold at once', async () => {
    const { admin, another } = await openSchool();
    const other = await another();
    await other.send('GET', '/api/v1/plans');
    await admin('PUT', '/yearly-bundle', { ...bundle, priceInPaise: 59_900 });
    await expect
      .poll(async () => (await other.send('GET', '/api/v1/plans')).body['plans'])
      .toMatchObject([{ priceInPaise: 59_900 }]);
  });
});

describe('a change of price or terms', () => {
  it('makes a new version, and a change of the name does not', async () => {
    const { admin, clock } = await openSchool();
    const renamed = await admin('PUT', '/yearly-bundle', { ...bundle, name: 'Everything' });
    expect(renamed.body['plan']).toMatchObject({ name: 'Everything', versions: [{ number: 1, madeAt: null }] });
    const dearer = await admin('PUT', '/yearly-bundle', { ...bundle, priceInPaise: 59_900 });
    expect(dearer.body['plan']).toMatchObject({
      priceInPaise: 59_900,
      versions: [
        { number: 2, priceInPaise: 59_900, madeAt: new Date(clock.now()).toISOString() },
        { number: 1, priceInPaise: 49_900 },
      ],
    });
  });

  it('leaves what was bought as it was: the term and the days to return it', async () => {
    const { admin, create, buy, aUser, payments, rows, clock } = await openSchool();
    const { projections } = payments;
    const planId = await create();
    const userId = await aUser();
    await buy(userId, { planId });
    await admin('PUT', `/${planId}`, { ...monthly, term: { unit: 'day', count: 1 }, refundDays: 0 });
    expect(await projections.recompute()).toEqual([]);
    const bought = {
      status: 'active',
      access_until: '2026-07-15T04:30:00.000Z',
      refundable_until: '2026-06-18T18:29:59.999Z',
      renewable_from: '2026-07-07T16:30:00.000Z',
    };
    expect(await payments.subscriptionOf(userId)).toMatchObject(bought);
    await buy(await aUser(), { planId });
    const [one, other] = (await rows.payments()).map((payment) => payment.refundable_until);
    expect([one ?? other, one && other]).toEqual([Date.parse(bought.refundable_until), null]);
    clock.advance(40 * DAY_MS);
    expect((await payments.subscriptionOf(userId)).status).toBe('inactive');
  });

  it('retires the checkout that was open, and money for it still counts for what it sold', async () => {
    const { admin, create, subscribe, pay, reconcile, aUser, rows, clock, payments } = await openSchool();
    const planId = await create();
    const userId = await aUser();
    const first = await subscribe(userId, { planId });
    clock.advance(1000);
    await admin('PUT', `/${planId}`, { ...monthly, priceInPaise: 9900 });
    expect(await subscribe(userId, { planId })).not.toBe(first);
    expect((await rows.attempts()).map((row) => [row.state, row.amount_in_paise])).toEqual([
      ['retired', 7900],
      ['open', 9900],
    ]);
    await pay(first);
    clock.advance(10 * 60_000);
    await reconcile();
    expect(await rows.payments()).toMatchObject([{ amount_in_paise: 7900, standing: 'paid', problem: null }]);
    expect((await payments.subscriptionOf(userId)).status).toBe('active');
  });
});

it('members and sales are counted for each version', async () => {
  const { admin, create, buy, aUser } = await openSchool();
  const planId = await create();
  await buy(await aUser(), { planId });
  await admin('PUT', `/${planId}`, { ...monthly, priceInPaise: 9900 });
  await buy(await aUser(), { planId });
  await buy(await aUser());
  expect((await admin('GET', '')).body['plans']).toMatchObject([
    { _id: 'yearly-bundle', members: 1, salesInPaise: 49_900 },
    {
      _id: planId,
      members: 2,
      salesInPaise: 17_800,
      versions: [
        { number: 2, members: 1, salesInPaise: 9900 },
        { number: 1, members: 1, salesInPaise: 7900 },
      ],
    },
  ]);
});
