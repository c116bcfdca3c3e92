// @module-tag both
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { inspectSettings } from '#server/settings/inspect-settings.ts';
import { createMemoryProvider } from '#test/billing/memory-provider/memory-provider.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import { chooseProvider } from './provider.ts';
import { razorpay, readFixedPayments } from './razorpay/razorpay.ts';

const LIVE = { RAZORPAY_KEY_ID: 'rzp_live_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_PLAN_ID: 'plan_1' };
const TEST = { RAZORPAY_KEY_ID: 'rzp_test_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_PLAN_ID: 'plan_1' };
const PRODUCTION = { NODE_ENV: 'production' };
const ALLOWED = { ALLOW_TEST_PAYMENTS: '1' };
const ELSEWHERE = { RAZORPAY_API_BASE: 'http://127.0.0.1:4000' };

const open = async (environment: Record<string, string>, { isPublic = false, isReady = true } = {}) => {
  const place = await temporaryFolder();
  const http = fastify();
  onTestFinished(async () => {
    await http.close();
    await place.remove();
  });
  const config = readConfig({ DATA_DIR: place.path, ...environment });
  const log = { debug: () => undefined, warn: () => undefined };
  const settings = inspectSettings(config, readFixedPayments(config.environment));
  const host = { config, http, clock: createFakeClock(), log, isPublic: async () => isPublic, settings };
  const chosen = chooseProvider([razorpay], host);
  if (isReady) await http.ready();
  return { ...chosen, modeNow: async () => chosen.modeWith(await settings.payments()) };
};

describe('selling', { tags: ['RZP-7.32', 'RZP-7.33', 'RZP-10.19'] }, () => {
  it.each([
    ['with nothing configured', {}, false, { isOn: true, isTestMode: true }],
    ['with live keys', LIVE, true, { isOn: true, isTestMode: false }],
    ['with live keys in production', { ...LIVE, ...PRODUCTION }, true, { isOn: true, isTestMode: false }],
    ['with test keys', TEST, false, { isOn: true, isTestMode: true }],
    ['with allowed test keys in public', { ...TEST, ...ALLOWED }, true, { isOn: true, isTestMode: true }],
    [
      'with allowed test keys in production',
      { ...TEST, ...PRODUCTION, ...ALLOWED },
      true,
      { isOn: true, isTestMode: true },
    ],
    ['with the sandbox in public when allowed', ALLOWED, true, { isOn: true, isTestMode: true }],
    ['with test keys elsewhere', { ...TEST, ...ELSEWHERE }, false, { isOn: true, isTestMode: true }],
  ])('is on %s', async (_name, settings, isPublic, selling) => {
    const activeProvider = await open(settings, { isPublic });
    expect(await activeProvider.selling()).toEqual(selling);
    expect(await activeProvider.modeNow()).toBe(selling.isTestMode ? 'test' : 'live');
  });

  it.each([
    ['no keys in production', PRODUCTION, false, 'no_keys'],
    ['no keys in production, though test payments are allowed', { ...PRODUCTION, ...ALLOWED }, false, 'no_keys'],
    ['the sandbox in public', {}, true, 'test_public'],
    ['test keys in production', { ...TEST, ...PRODUCTION }, false, 'test_keys'],
    ['test keys in public', TEST, true, 'test_keys'],
    ['live keys at another address', { ...LIVE, ...ELSEWHERE }, false, 'not_razorpay'],
    [
      'live keys with another script',
      { ...LIVE, RAZORPAY_CHECKOUT_SCRIPT: 'https://x.example/' },
      false,
      'not_razorpay',
    ],
    ['another address in production', { ...TEST, ...PRODUCTION, ...ALLOWED, ...ELSEWHERE }, false, 'not_razorpay'],
  ])('is off with %s, and test purchases do not count', async (_name, settings, isPublic, code) => {
    const activeProvider = await open(settings, { isPublic });
    expect(await activeProvider.selling()).toMatchObject({ isOn: false, isTestMode: false, off: { code } });
    expect(await activeProvider.modeNow()).toBe('live');
    await expect(activeProvider.sellingAccount()).rejects.toMatchObject({ code: 'selling_off' });
  });

  it('is on without a plan, which is made on first use, and off while the sandbox is not served', async () => {
    const { RAZORPAY_PLAN_ID: _plan, ...keys } = TEST;
    const withoutPlan = await open(keys);
    expect(await withoutPlan.selling()).toEqual({ isOn: true, isTestMode: true });
    const starting = await open({}, { isReady: false });
    expect(await starting.selling()).toMatchObject({ isOn: false, off: { code: 'starting' } });
    expect(await starting.modeNow()).toBe('test');
  });

  const paid = (mode: 'test' | 'live') => ({ provider: 'razorpay', mode });

  it('never sends live keys to another address', async () => {
    const elsewhere = await open({ ...LIVE, ...ELSEWHERE });
    expect([await elsewhere.current(), await elsewhere.providerOf(paid('live'))]).toEqual([undefined, undefined]);
    const live = await open(LIVE);
    expect([(await live.providerOf(paid('live')))?.id, await live.providerOf(paid('test'))]).toEqual([
      'razorpay',
      undefined,
    ]);
  });
});

describe('the settings', () => {
  it.each([
    [{ RAZORPAY_KEY_ID: 'rzp_test_x' }, 'RAZORPAY_KEY_SECRET is missing although RAZORPAY_KEY_ID is set'],
    [{ ...TEST, RAZORPAY_KEY_ID: 'key_x' }, 'RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_'],
  ])('stop the start when they cannot be used: %j', async (settings, sentence) => {
    await expect(open(settings)).rejects.toThrow(new ConfigError(sentence));
  });

  it('choose the first provider that is configured', async () => {
    const [place, http] = [await temporaryFolder(), fastify()];
    onTestFinished(place.remove);
    const config = readConfig({ DATA_DIR: place.path });
    const log = { debug: () => undefined, warn: () => undefined };
    const settings = inspectSettings(config, {});
    const host = { config, http, clock: createFakeClock(), log, isPublic: async () => false, settings };
    const memory = createMemoryProvider(createFakeClock());
    expect(chooseProvider([() => undefined, memory.connect, razorpay], host).providerId).toBe('memory');
    expect(() => chooseProvider([() => undefined], host)).toThrow('No payment provider is configured');
  });
});

describe('when selling is off', () => {
  it(
    'key, subscribe and verify return 503, and live purchases keep their access',
    { tags: ['RZP-7.32', 'RZP-7.33'] },
    async () => {
      let isPublic = false;
      const money = await openBilling({ isPublic: () => isPublic });
      const [testBuyer, buyer] = [await money.aUser(), await money.aUser()];
      const triple = await money.buy(testBuyer);
      await money.buy(buyer);
      await money.database.db.updateTable('payments').set({ mode: 'live' }).where('user_id', '=', buyer).execute();
      await money.payments.projections.recompute();
      isPublic = true;
      await money.payments.account.recomputePurchaseMode();
      const off = {
        status: 503,
        body: { code: 'selling_off', message: 'The course bundle is not on sale at the moment' },
      };
      expect(await money.call(testBuyer, 'GET', '/razorpay-key')).toMatchObject(off);
      expect(await money.call(testBuyer, 'POST', '/subscribe')).toMatchObject(off);
      expect(await money.call(testBuyer, 'POST', '/verify', triple)).toMatchObject(off);
      expect(await money.status(testBuyer)).toBe('inactive');
      expect(await money.status(buyer)).toBe('active');
      expect((await money.payments.admin.sales(10)).allPayments.count).toBe(1);
    },
  );

  it('the sandbox does not exist in production or with keys', { tags: ['RZP-10.19'] }, async () => {
    for (const settings of [PRODUCTION, TEST]) {
      const money = await openBilling({ settings: { ...settings, LOG_LEVEL: 'silent' } });
      const response = await fetch(`${money.origin}/sandbox/control`);
      expect(response.status).toBe(404);
      expect(money.sandbox.current()).toBeUndefined();
    }
  });
});
