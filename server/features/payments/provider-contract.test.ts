import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { openMoney } from './open-for-test.ts';
import { createRazorpay } from './razorpay.ts';

const HOUR_MS = 60 * 60_000;

interface Side {
  apiBase: string;
  key: { id: string; secret: string };
  now: () => number;
}

const openLookAlike = async (): Promise<Side> => {
  const money = await openMoney();
  const sandbox = money.stage.current();
  return {
    apiBase: money.stage.base() ?? '',
    key: { id: sandbox?.keyId ?? '', secret: sandbox?.keySecret ?? '' },
    now: money.clock.now,
  };
};

const { RZP_TEST_KEY_ID: keyId = '', RZP_TEST_KEY_SECRET: keySecret = '' } = process.env;
const hasKeys = keyId.startsWith('rzp_test_') && keySecret !== '';
if (!hasKeys)
  process.stderr.write(
    'Razorpay’s test mode is not asked: RZP_TEST_KEY_ID and RZP_TEST_KEY_SECRET hold no test key.\n',
  );

const openRazorpay = async (): Promise<Side> => ({
  apiBase: 'https://api.razorpay.com',
  key: { id: keyId, secret: keySecret },
  now: Date.now,
});

const sides: [string, () => Promise<Side>][] = [
  ['the look-alike', openLookAlike],
  ...(hasKeys ? [['Razorpay’s test mode', openRazorpay] satisfies [string, () => Promise<Side>]] : []),
];

const connect = ({ apiBase, key }: Side, secret = key.secret) =>
  createRazorpay({
    apiBase: () => apiBase,
    key: () => ({ id: key.id, secret }),
    keySecrets: () => [secret],
    webhookSecrets: () => ['none'],
  });

const makePlan = async ({ apiBase, key }: Side): Promise<string> => {
  const answer = await fetch(`${apiBase}/v1/plans`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      period: 'yearly',
      interval: 1,
      item: { name: 'Contract of the tests', amount: 49_900, currency: 'INR' },
    }),
  });
  return z.object({ id: z.string().startsWith('plan_') }).parse(await answer.json()).id;
};

/** What can be asked without a person who pays; the same of both sides. */
test.each(sides)(
  '[RZP-10.5] [RZP-10.8] [RZP-10.10] [RZP-10.17] what is relied on is true of %s',
  { timeout: 60_000 },
  async (_name, open) => {
    const side = await open();
    const provider = connect(side);
    const now = side.now();
    const planRef = await makePlan(side);
    const order = {
      attemptId: newId(),
      plan: { ref: planRef, cycles: 1 },
      user: { id: newId() },
      returnUrl: 'https://school.example/checkout',
      expiresAt: now + 24 * HOUR_MS,
    };

    const made = await provider.startCheckout(order);
    expect(made).toMatchObject({ kind: 'popup', ref: expect.stringMatching(/^sub_\w{14}$/) });
    expect(Math.abs(made.expiresAt - order.expiresAt)).toBeLessThan(2000);
    const again = await provider.startCheckout({ ...order, mayExistSince: now });
    expect(again.ref).toBe(made.ref);
    expect(await provider.fetchFacts(made.ref, { now })).toMatchObject([
      { t: 'subscription', ref: made.ref, status: 'created', isOver: false, attemptId: order.attemptId },
    ]);

    expect(await provider.cancel(made.ref, 'now')).toBe('cancelled');
    expect(await provider.cancel(made.ref, 'now')).toBe('already_ended');
    expect(await provider.fetchFacts(made.ref, { now })).toMatchObject([
      { status: 'cancelled', isOver: true, willRenew: false },
    ]);

    const rejected = { name: 'ProviderError', kind: 'rejected', isAmbiguous: false };
    await expect(provider.fetchFacts('sub_00000000000000', { now })).rejects.toMatchObject(rejected);
    await expect(provider.fetchFacts('pay_00000000000000', { now })).rejects.toMatchObject(rejected);
    const money = { amountInPaise: 49_900, currency: 'INR' };
    const refund = { paymentId: 'pay_00000000000000', money, idempotencyKey: `contract-${newId()}` };
    await expect(provider.refund(refund)).rejects.toMatchObject(rejected);
    await expect(connect(side, 'not-the-secret').startCheckout(order)).rejects.toMatchObject({ kind: 'auth' });
    const unknownPlan = { ...order, plan: { ref: 'plan_00000000000000', cycles: 1 } };
    await expect(provider.startCheckout(unknownPlan)).rejects.toMatchObject(rejected);
  },
);
