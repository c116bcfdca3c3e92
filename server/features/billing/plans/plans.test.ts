import { describe, expect, it } from 'vitest';
import { openBilling } from '#test/billing/open-billing.ts';

const bundle = {
  _id: 'yearly-bundle',
  name: 'Yearly bundle',
  opens: 'everything',
  priceInPaise: 49_900,
  comparePriceInPaise: null,
  term: { unit: 'year', count: 1 },
  isRenewing: false,
  refundDays: 7,
};

/** A school whose server charges the bundle three times. */
const openRenewing = async () => {
  const money = await openBilling({ settings: { SUBSCRIPTION_CYCLES: '3' } });
  const adminId = await money.aUser('ADMIN');
  return { ...money, admin: (body: object) => money.admin(adminId, 'PUT', '/plans/yearly-bundle', body) };
};

describe('the plans of a new school', () => {
  it('are the bundle: ₹499 for a year, with 7 days to return it', async () => {
    const { send } = await openBilling();
    expect(await send('GET', '/api/v1/plans')).toMatchObject({ status: 200, body: { plans: [bundle] } });
    expect(await send('GET', '/api/v1/plans/yearly-bundle/price')).toMatchObject({
      status: 200,
      body: { plan: bundle, priceInPaise: 49_900, discountInPaise: 0, totalInPaise: 49_900 },
    });
    expect(await send('GET', '/api/v1/plans/unknown/price')).toMatchObject({
      status: 404,
      body: { code: 'plan_not_found' },
    });
  });

  it('say that it renews when the server charges it more than once', async () => {
    const { send } = await openBilling({ settings: { SUBSCRIPTION_CYCLES: '3' } });
    expect((await send('GET', '/api/v1/plans')).body['plans']).toEqual([{ ...bundle, isRenewing: true, parts: null }]);
  });

  it('keep the number of charges of the server at another price and under another name', async () => {
    const { admin, aUser, subscribe, payments, database, rows } = await openRenewing();
    const renamed = { ...bundle, name: 'Everything', isRenewing: true };
    expect((await admin(renamed)).body['plan']).toMatchObject({
      name: 'Everything',
      versions: [{ number: 1, isRenewing: true }],
    });
    await database.transaction((tx) => payments.admin.plans.setFirstPrice(tx, 'owner', 59_900));
    expect((await admin({ ...renamed, priceInPaise: 69_900 })).status).toBe(200);
    await subscribe(await aUser());
    expect(await rows.attempts()).toMatchObject([{ amount_in_paise: 69_900, cycles: 3 }]);
  });

  it('renew for as long as the server says so', async () => {
    const { admin, another } = await openRenewing();
    expect(await admin({ ...bundle, isRenewing: false })).toMatchObject({
      status: 409,
      body: {
        code: 'setting_fixed',
        details: [{ path: 'isRenewing', message: expect.stringContaining('SUBSCRIPTION_CYCLES') }],
      },
    });
    await admin({ ...bundle, isRenewing: true, priceInPaise: 59_900 });
    const once = await another({ SUBSCRIPTION_CYCLES: '1' });
    expect((await once.send('GET', '/api/v1/plans')).body['plans']).toMatchObject([
      { priceInPaise: 59_900, isRenewing: false },
    ]);
  });

  it('are bought with or without their id, on the same open subscription', async () => {
    const { call, aUser, rows } = await openBilling();
    const userId = await aUser();
    const first = await call(userId, 'POST', '/subscribe');
    const second = await call(userId, 'POST', '/subscribe', { planId: 'yearly-bundle' });
    expect([first.status, second.body['subscription_id']]).toEqual([200, first.body['subscription_id']]);
    expect(await rows.attempts()).toMatchObject([{ plan_version_id: 'yearly-bundle-1', amount_in_paise: 49_900 }]);
    expect(await call(userId, 'POST', '/subscribe', { planId: 'another' })).toMatchObject({
      status: 404,
      body: { code: 'plan_not_found' },
    });
  });
});
