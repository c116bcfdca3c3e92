// @module-tag long
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import { SLACK_MS } from './hanging-server.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

/** Whether the provider did what it was asked for before it hangs. */
const HANGING = ['hang', 'commit-then-hang'] as const;
const LIMIT_MS = 10_000;
const AS_SHIPPED = { timeoutMs: LIMIT_MS };

const asked = async <T>(request: () => Promise<T>): Promise<T> => {
  const begunAt = performance.now();
  const response = await request();
  const ms = performance.now() - begunAt;
  process.stdout.write(`responded after ${(ms / 1000).toFixed(1)} s\n`);
  expect(ms).toBeLessThan(LIMIT_MS + SLACK_MS);
  return response;
};

const refundsAtProvider = async (money: Money): Promise<unknown> => {
  const [payment] = await money.rows.payments();
  const sandbox = money.sandbox.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  const path = `/sandbox/v1/payments/${payment?.provider_payment_id}/refunds`;
  return (await money.send('GET', path, undefined, { authorization })).body['count'];
};

/** Time passes, and what is due is done, until nothing changes any more. */
const settle = async (money: Money): Promise<void> => {
  for (let hour = 0; hour < 4; hour += 1) {
    money.clock.advance(61 * MINUTE_MS);
    await money.jobs.runDue();
    await money.reconcile();
  }
};

test.each(HANGING)('a refund by a learner, from a provider with the manner %s, is completed once', async (effect) => {
  const money = await openBilling(AS_SHIPPED);
  const user = await money.aUser();
  await money.buy(user);
  await money.control('/faults', { effect, path_contains: '/refund', method: 'POST', times: 1 });
  const cancel = () => money.call(user, 'POST', '/unsubscribe');
  expect(await asked(cancel)).toMatchObject({ status: 200, body: { outcome: 'refund_requested' } });
  await settle(money);
  expect(await money.rows.refunds()).toMatchObject([{ status: 'processed', amount_in_paise: 49_900 }]);
  expect(await refundsAtProvider(money)).toBe(1);
  expect(await money.status(user)).toBe('inactive');
  expect(await cancel()).toMatchObject({ status: 200, body: { outcome: 'refund_initiated' } });
  expect(await refundsAtProvider(money)).toBe(1);
});

test.each(HANGING)('a refund by an admin, from a provider with the manner %s, is completed once', async (effect) => {
  const money = await openBilling(AS_SHIPPED);
  const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
  const { razorpay_payment_id: paymentId } = await money.buy(user);
  await money.control('/faults', { effect, path_contains: '/refund', method: 'POST', times: 1 });
  expect((await asked(() => money.refund(admin, paymentId, { reason: 'Asked by phone' }))).status).toBe(200);
  await settle(money);
  expect(await money.rows.refunds()).toMatchObject([{ status: 'processed' }]);
  expect(await refundsAtProvider(money)).toBe(1);
});

test.each(HANGING)('a renewal is turned off at a provider with the manner %s, and paid time stays', async (effect) => {
  const money = await openBilling({ ...AS_SHIPPED, settings: { SUBSCRIPTION_CYCLES: '2' } });
  const user = await money.aUser();
  await money.buy(user);
  money.clock.advance(5 * MINUTE_MS);
  await money.reconcile();
  money.clock.advance(8 * DAY_MS);
  await money.control('/faults', { effect, path_contains: '/cancel', method: 'POST', times: 1 });
  expect((await asked(() => money.call(user, 'POST', '/unsubscribe'))).status).toBe(200);
  await settle(money);
  expect(await money.rows.attempts()).toMatchObject([{ cancel_accepted_at: expect.any(Number), auto_renew: 0 }]);
  expect(await money.status(user)).toBe('active');
  expect(await refundsAtProvider(money)).toBe(0);
  money.clock.advance(360 * DAY_MS);
  const atProvider = async () => (await money.send('GET', '/sandbox/control/purchases')).body['items'];
  await expect.poll(atProvider).toMatchObject([{ status: 'cancelled', renews: false, payments: [{ amount: 49_900 }] }]);
});
