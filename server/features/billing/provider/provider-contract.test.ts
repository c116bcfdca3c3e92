import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { newId } from '#server/ids.ts';
import { createMemoryProvider } from '#test/billing/memory-provider/memory-provider.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import { createFakeClock } from '#test/fake-clock.ts';
import { InvalidProof, InvalidSignature, type PaymentProvider } from './provider.ts';
import { createRazorpayProvider } from './razorpay/provider-calls.ts';

const PRICE = { amountInPaise: 49_900, currency: 'INR' };

/** A provider with a yearly plan of ₹499. */
interface Subject {
  provider: PaymentProvider;
  planRef: string;
  now: () => number;
  /** Makes the provider refuse the keys from now on. */
  withWrongKey: () => PaymentProvider;
}

const openMemory = async (): Promise<Subject> => {
  const clock = createFakeClock();
  const { provider, state } = createMemoryProvider(clock);
  const withWrongKey = () => {
    state.trouble = 'wrong-key';
    return provider;
  };
  return { provider, planRef: 'plan_1', now: clock.now, withWrongKey };
};

interface Keys {
  apiBase: string;
  id: string;
  secret: string;
}

const createPlan = async ({ apiBase, id, secret }: Keys): Promise<string> => {
  const response = await fetch(`${apiBase}/v1/plans`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      period: 'yearly',
      interval: 1,
      item: { name: 'Contract of the tests', amount: PRICE.amountInPaise, currency: PRICE.currency },
    }),
  });
  return z.object({ id: z.string().startsWith('plan_') }).parse(await response.json()).id;
};

const openRazorpay = async (keys: Keys, now: () => number): Promise<Subject> => {
  const connect = (secret: string): PaymentProvider =>
    createRazorpayProvider(() => ({
      apiBase: keys.apiBase,
      keyId: keys.id,
      keySecrets: [secret],
      webhookSecrets: ['none'],
    }));
  return {
    provider: connect(keys.secret),
    planRef: await createPlan(keys),
    now,
    withWrongKey: () => connect('not-the-secret'),
  };
};

const openSandbox = async (): Promise<Subject> => {
  const money = await openBilling();
  const { keyId = '', keySecret = '' } = money.sandbox.current() ?? {};
  return openRazorpay({ apiBase: money.sandbox.base() ?? '', id: keyId, secret: keySecret }, money.clock.now);
};

const { RZP_TEST_KEY_ID: id = '', RZP_TEST_KEY_SECRET: secret = '' } = process.env;
const hasKeys = id.startsWith('rzp_test_') && secret !== '';
if (!hasKeys)
  process.stderr.write('Not tested against Razorpay: RZP_TEST_KEY_ID and RZP_TEST_KEY_SECRET hold no test key.\n');

const subjects: [string, () => Promise<Subject>][] = [
  ['the provider in memory', openMemory],
  ['Razorpay with the sandbox', openSandbox],
];
if (hasKeys)
  subjects.push([
    'Razorpay’s test mode',
    () => openRazorpay({ apiBase: 'https://api.razorpay.com', id, secret }, Date.now),
  ]);

const tags = ['RZP-10.5', 'RZP-10.8', 'RZP-10.10', 'RZP-10.17'];

/** Everything that can be checked without a person who pays. */
test.each(subjects)('%s fulfils the provider contract', { tags }, async (_name, open) => {
  const { provider, planRef, now: clock, withWrongKey } = await open();
  const now = clock();
  const order = {
    attemptId: newId(),
    charge: { kind: 'plan' as const, ref: planRef, cycles: 1 },
    user: { id: newId() },
    returnUrl: 'https://school.example/checkout',
    expiresAt: now + 24 * HOUR_MS,
  };

  const started = await provider.startCheckout(order);
  expect(started).toMatchObject({ kind: 'popup', ref: expect.stringMatching(/^\w{3,64}$/) });
  expect(Math.abs(started.expiresAt - order.expiresAt)).toBeLessThan(2000);
  const again = await provider.startCheckout({ ...order, mayExistSince: now });
  expect(again.ref).toBe(started.ref);
  expect(await provider.fetchEvents(started.ref, { now })).toMatchObject([
    { kind: 'subscription', ref: started.ref, status: 'created', isOver: false, attemptId: order.attemptId },
  ]);
  expect(await provider.fetchPlan(planRef)).toEqual({ ref: planRef, money: PRICE, period: 'yearly', interval: 1 });

  const monthly = { money: { ...PRICE, amountInPaise: 7900 }, period: 'monthly' as const, interval: 3 };
  const made = await provider.createPlan({ name: 'Quarter', ...monthly });
  expect(await provider.fetchPlan(made)).toEqual({ ref: made, ...monthly });

  expect(await provider.cancel(started.ref, 'now')).toBe('cancelled');
  expect(await provider.cancel(started.ref, 'now')).toBe('already_ended');
  expect(await provider.fetchEvents(started.ref, { now })).toMatchObject([
    { status: 'cancelled', isOver: true, willRenew: false },
  ]);

  const rejected = { name: 'ProviderError', kind: 'rejected', isAmbiguous: false };
  await expect(provider.fetchEvents('sub_00000000000000', { now })).rejects.toMatchObject(rejected);
  await expect(provider.fetchEvents('pay_00000000000000', { now })).rejects.toMatchObject(rejected);
  const refund = { paymentId: 'pay_00000000000000', money: PRICE, idempotencyKey: `contract-${newId()}` };
  await expect(provider.refund(refund)).rejects.toMatchObject(rejected);
  const unknownPlan = { ...order, charge: { kind: 'plan' as const, ref: 'plan_00000000000000', cycles: 1 } };
  await expect(provider.startCheckout(unknownPlan)).rejects.toMatchObject(rejected);
  await expect(provider.fetchPlan('plan_00000000000000')).rejects.toMatchObject(rejected);

  expect(provider.refOfReturn({})).toBeUndefined();
  const returned = { ref: started.ref, expected: PRICE, payload: {}, now };
  await expect(provider.confirmReturn(returned)).rejects.toThrow(InvalidProof);
  const forged = { rawBody: Buffer.from('{}'), header: () => undefined, now };
  expect(() => provider.parseWebhook(forged)).toThrow(InvalidSignature);
  await expect(withWrongKey().startCheckout(order)).rejects.toMatchObject({ kind: 'auth' });
});

test.each(subjects)('%s charges an amount once', { tags: ['RZP-10.5'] }, async (_name, open) => {
  const { provider, now: clock } = await open();
  const now = clock();
  const order = {
    attemptId: newId(),
    charge: { kind: 'once' as const, money: { amountInPaise: 7900, currency: 'INR' } },
    user: { id: newId() },
    returnUrl: 'https://school.example/checkout',
    expiresAt: now + 24 * HOUR_MS,
  };
  const started = await provider.startCheckout(order);
  expect(started).toEqual({ kind: 'popup', ref: expect.stringMatching(/^\w{3,64}$/), expiresAt: order.expiresAt });
  expect((await provider.startCheckout({ ...order, mayExistSince: now })).ref).toBe(started.ref);
  expect(await provider.fetchEvents(started.ref, { now })).toMatchObject([
    { kind: 'subscription', ref: started.ref, status: 'created', isOver: false, attemptId: order.attemptId },
  ]);
});
