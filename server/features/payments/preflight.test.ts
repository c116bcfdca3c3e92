import { expect, it } from 'vitest';
import { z } from 'zod';
import { openMoney } from './open-for-test.ts';
import { sellingNotices } from './selling-notices.ts';

type Money = Awaited<ReturnType<typeof openMoney>>;

const AN_HOUR_MS = 60 * 60_000;

const makePlan = async (money: Money, plan: { period?: string; amount?: number }): Promise<string> => {
  const sandbox = money.stage.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  const { period = 'yearly', amount = 49_900 } = plan;
  const item = { name: 'Subscription Bundle', amount, currency: 'INR' };
  const made = await money.send('POST', '/sandbox/v1/plans', { period, interval: 1, item }, { authorization });
  return z.string().parse(made.body['id']);
};

it('the plan that is right lets selling go on, and the ADMIN sees each check', async () => {
  const money = await openMoney();
  const admin = await money.aUser('ADMIN');
  const ask = (method: 'GET' | 'POST') => money.admin(admin, method, '/preflight');
  expect((await ask('GET')).body).toMatchObject({ preflight: { state: 'unknown', isSelling: true, checkedAt: null } });
  expect((await ask('POST')).body).toMatchObject({
    preflight: {
      state: 'ok',
      isSelling: true,
      mode: 'test',
      sentence: 'The plan at Razorpay is what this school sells: ₹499.00 a year.',
      checks: ['selling', 'plan', 'amount', 'currency', 'period', 'mode'].map((name) => ({ name, isOk: true })),
    },
  });
  expect((await money.admin(await money.aUser(), 'POST', '/preflight')).status).toBe(403);
});

it('[RZP-7.32] a plan that is something else, or that these keys do not know, stops selling with one line, never the site', async () => {
  const money = await openMoney();
  const buyer = await money.aUser();
  await money.buy(buyer);
  const plans = [
    [
      await makePlan(money, { amount: 49_800 }),
      'the amount of the plan at Razorpay is ₹498.00, this school sells ₹499.00',
    ],
    [await makePlan(money, { period: 'monthly' }), 'the period of the plan at Razorpay is every 1 × monthly'],
    ['plan_00000000000000', 'Razorpay knows no plan plan_00000000000000 under these test keys'],
  ] as const;
  for (const [planId, line] of plans) {
    const other = await money.another({ RAZORPAY_PLAN_ID: planId });
    await other.payments.planCheck.check();
    const { razorpay } = other.config;
    const [notice] = await sellingNotices(other.payments.selling, razorpay)();
    const deaf = await sellingNotices(other.payments.selling, { ...razorpay, webhookSecrets: [] })();
    expect(deaf.map(({ code }) => code)).toEqual([notice?.code, 'webhook_secret_missing']);
    expect(notice?.text).toContain(`Selling is off: ${line}`);
    expect((await other.call(await money.aUser(), 'POST', '/subscribe')).status).toBe(503);
    expect((await other.payments.subscriptionOf(buyer)).status).toBe('active');
  }
});

it('a provider that is down at the start leaves selling on, and the plan is asked for again', async () => {
  const money = await openMoney({ timeoutMs: 100 });
  const wrong = await money.another({ RAZORPAY_PLAN_ID: await makePlan(money, { amount: 100 }) });
  await money.control('/faults', { effect: '500', path_contains: '/plans/', times: 3 });
  await wrong.payments.planCheck.check();
  expect((await wrong.payments.selling()).isOn).toBe(true);
  money.clock.advance(AN_HOUR_MS);
  await wrong.payments.planCheck.check();
  expect(await wrong.payments.selling()).toMatchObject({ isOn: false, reasonCode: 'plan_mismatch', isTestMode: true });
  await money.control('/faults', { effect: '500', path_contains: '/plans/', times: 3 });
  await wrong.payments.planCheck.check();
  expect((await wrong.payments.selling()).isOn).toBe(false);
});
