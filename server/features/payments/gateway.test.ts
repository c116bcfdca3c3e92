import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createGateway } from './gateway.ts';
import { openMoney } from './open-for-test.ts';

const LIVE = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_PLAN_ID: 'plan_1' };
const TEST = { RAZORPAY_KEY_ID: 'rzp_test_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_PLAN_ID: 'plan_1' };
const PRODUCTION = { NODE_ENV: 'production' };
const ALLOWED = { ALLOW_TEST_PAYMENTS: '1' };
const ELSEWHERE = { RAZORPAY_API_BASE: 'http://127.0.0.1:4000' };

const standIn = {
  keyId: 'rzp_test_y',
  keySecret: 's',
  planId: 'plan_2',
  keySecrets: () => ['s'],
  webhookSecrets: () => ['w'],
};

const open = (settings: Record<string, string>, isPublic = false, isServed = true) =>
  createGateway({
    config: readConfig(settings),
    standIn: () => (isServed ? standIn : undefined),
    standInBase: () => undefined,
    isPublic: async () => isPublic,
  });

describe('[RZP-7.32] [RZP-7.33] [RZP-10.19] selling', () => {
  it.each([
    ['with nothing configured', {}, false, { isOn: true, isTestMode: true }],
    ['with live keys', LIVE, true, { isOn: true, isTestMode: false }],
    ['with live keys in production', { ...LIVE, ...PRODUCTION }, true, { isOn: true, isTestMode: false }],
    ['with test keys', TEST, true, { isOn: true, isTestMode: true }],
    [
      'with allowed test keys in production',
      { ...TEST, ...PRODUCTION, ...ALLOWED },
      true,
      { isOn: true, isTestMode: true },
    ],
    ['with the look-alike in public when allowed', ALLOWED, true, { isOn: true, isTestMode: true }],
    ['with test keys elsewhere', { ...TEST, ...ELSEWHERE }, false, { isOn: true, isTestMode: true }],
  ])('is on %s', async (_name, settings, isPublic, selling) => {
    expect(await open(settings, isPublic).selling()).toEqual(selling);
  });

  it.each([
    ['no keys in production', PRODUCTION, false, 'no_keys'],
    ['no keys in production, though test payments are allowed', { ...PRODUCTION, ...ALLOWED }, false, 'no_keys'],
    ['the look-alike in public', {}, true, 'test_public'],
    ['test keys in production', { ...TEST, ...PRODUCTION }, false, 'test_keys'],
    ['live keys at another address', { ...LIVE, ...ELSEWHERE }, false, 'not_razorpay'],
    [
      'live keys with another script',
      { ...LIVE, RAZORPAY_CHECKOUT_SCRIPT: 'https://x.example/' },
      false,
      'not_razorpay',
    ],
    ['another address in production', { ...TEST, ...PRODUCTION, ...ALLOWED, ...ELSEWHERE }, false, 'not_razorpay'],
  ])('is off with %s, and pretend money does not count', async (_name, settings, isPublic, reasonCode) => {
    const gateway = open(settings, isPublic);
    expect(await gateway.selling()).toEqual({ isOn: false, isTestMode: false, reasonCode });
    expect(await gateway.mode()).toBe('live');
    await expect(gateway.offer()).rejects.toMatchObject({ code: 'selling_off' });
  });

  it('is off without a plan, and while the look-alike is not served', async () => {
    const { RAZORPAY_PLAN_ID: _plan, ...keys } = TEST;
    expect(await open(keys).selling()).toEqual({ isOn: false, isTestMode: true, reasonCode: 'no_plan' });
    expect(await open({}, false, false).selling()).toMatchObject({ isOn: false, reasonCode: 'starting' });
  });

  it('never lets live keys travel to another address', () => {
    expect(open({ ...LIVE, ...ELSEWHERE }).current()).toBeUndefined();
    expect(open({ ...LIVE, ...ELSEWHERE }).providerOf('live')).toBeUndefined();
    expect(open(LIVE).providerOf('live')?.id).toBe('razorpay');
    expect(open(LIVE).providerOf('test')).toBeUndefined();
  });
});

describe('when selling is off', () => {
  it('[RZP-7.32] [RZP-7.33] key, subscribe and verify answer 503, and what was bought live goes on', async () => {
    let isPublic = false;
    const money = await openMoney({ isPublic: () => isPublic });
    const [pretender, buyer] = [await money.aUser(), await money.aUser()];
    const triple = await money.buy(pretender);
    await money.buy(buyer);
    await money.database.db.updateTable('payments').set({ mode: 'live' }).where('user_id', '=', buyer).execute();
    await money.payments.totals.rebuild();
    isPublic = true;
    const off = {
      status: 503,
      body: { code: 'selling_off', message: 'The course bundle is not on sale at the moment' },
    };
    expect(await money.call(pretender, 'GET', '/razorpay-key')).toMatchObject(off);
    expect(await money.call(pretender, 'POST', '/subscribe')).toMatchObject(off);
    expect(await money.call(pretender, 'POST', '/verify', triple)).toMatchObject(off);
    expect(await money.status(pretender)).toBe('inactive');
    expect(await money.status(buyer)).toBe('active');
    expect((await money.payments.sales(10)).allPayments.count).toBe(1);
  });

  it('[RZP-10.19] nothing of the look-alike exists in production or with keys', async () => {
    for (const settings of [PRODUCTION, TEST]) {
      const money = await openMoney({ settings: { ...settings, LOG_LEVEL: 'silent' } });
      const answer = await fetch(`${money.origin}/sandbox/control`);
      expect(answer.status).toBe(404);
      expect(money.stage.current()).toBeUndefined();
    }
  });
});
