import { expect, it } from 'vitest';
import { z } from 'zod';
import { inEnglish } from '#server/languages.ts';
import { openBilling } from '#test/billing/open-billing.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

const AN_HOUR_MS = 60 * 60_000;

const makePlan = async (money: Money, plan: { period?: string; amount?: number }): Promise<string> => {
  const sandbox = money.sandbox.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  const { period = 'yearly', amount = 49_900 } = plan;
  const item = { name: 'Subscription Bundle', amount, currency: 'INR' };
  const made = await money.send('POST', '/sandbox/v1/plans', { period, interval: 1, item }, { authorization });
  return z.string().parse(made.body['id']);
};

it('a matching plan keeps selling on, and the admin sees each check', async () => {
  const money = await openBilling();
  const admin = await money.aUser('ADMIN');
  const ask = (method: 'GET' | 'POST') => money.admin(admin, method, '/plan-check');
  expect((await ask('GET')).body).toMatchObject({ planCheck: { state: 'unknown', isSelling: true, checkedAt: null } });
  expect((await ask('POST')).body).toMatchObject({
    planCheck: {
      state: 'ok',
      isSelling: true,
      mode: 'test',
      sentence: 'The plan at Razorpay matches: ₹499.00 a year.',
      checks: ['selling', 'plan', 'amount', 'currency', 'period', 'mode'].map((name) => ({ name, isOk: true })),
    },
  });
  expect((await money.admin(await money.aUser(), 'POST', '/plan-check')).status).toBe(403);
});

it(
  'a plan that differs or is unknown to the keys stops selling with one log line, and not the site',
  { tags: ['RZP-7.32'] },
  async () => {
    const money = await openBilling();
    const buyer = await money.aUser();
    await money.buy(buyer);
    const plans = [
      [
        await makePlan(money, { amount: 49_800 }),
        'the amount of the plan at Razorpay is ₹498.00, but this school sells ₹499.00',
      ],
      [await makePlan(money, { period: 'monthly' }), 'the period of the plan at Razorpay is every 1 × monthly'],
      ['plan_00000000000000', 'Razorpay has no plan plan_00000000000000 for these test keys'],
    ] as const;
    for (const [planId, line] of plans) {
      const other = await money.another({ RAZORPAY_PLAN_ID: planId, RAZORPAY_WEBHOOK_SECRET: '' });
      await other.payments.planCheck.check();
      const notices = await other.payments.admin.notices();
      expect(notices.map(({ code }) => code)).toEqual(['selling_off_plan_mismatch', 'webhook_secret_missing']);
      expect(inEnglish(notices[0]?.text ?? '')).toContain(`Selling is off: ${line}`);
      expect((await other.call(await money.aUser(), 'POST', '/subscribe')).status).toBe(503);
      expect((await other.payments.subscriptionOf(buyer)).status).toBe('active');
    }
  },
);

it('a provider that returns another plan than the configured one stops selling', async () => {
  const money = await openBilling({
    adaptAccount: (account) => ({
      ...account,
      provider: {
        ...account.provider,
        fetchPlan: async (ref) => ({ ...(await account.provider.fetchPlan(ref)), ref: 'plan_other' }),
      },
    }),
  });
  await money.payments.planCheck.check();
  expect(await money.payments.planCheck.report()).toMatchObject({
    state: 'mismatch',
    isSelling: false,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'plan', found: 'plan_other', isOk: false })]),
  });
});

it('a provider that is down at the start keeps selling on, and the check is repeated', async () => {
  const money = await openBilling();
  const wrong = await money.another({ RAZORPAY_PLAN_ID: await makePlan(money, { amount: 100 }) });
  await money.control('/faults', { effect: '500', path_contains: '/plans/', times: 3 });
  await wrong.payments.planCheck.check();
  expect((await wrong.payments.selling()).isOn).toBe(true);
  money.clock.advance(AN_HOUR_MS);
  await wrong.payments.planCheck.check();
  expect(await wrong.payments.selling()).toMatchObject({
    isOn: false,
    off: { code: 'plan_mismatch' },
    isTestMode: true,
  });
  await money.control('/faults', { effect: '500', path_contains: '/plans/', times: 3 });
  await wrong.payments.planCheck.check();
  expect((await wrong.payments.selling()).isOn).toBe(false);
});
