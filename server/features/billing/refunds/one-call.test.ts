// @module-tag both
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { migrate } from '#server/database/migrate.ts';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { isolatedData } from '#test/isolated-data.ts';
import { liveHistory } from '#test/billing/histories/histories.ts';
import { openBilling } from '#test/billing/open-billing.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

const RENEWING = { settings: { SUBSCRIPTION_CYCLES: '2' } };

/** How often the provider was asked to refund and to cancel, after every job and the reconciler had their turn. */
const askedFor = async (money: Money): Promise<{ refunds: number; cancels: number }> => {
  for (const ms of [10_000, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS]) {
    money.clock.advance(ms);
    await money.jobs.runDue();
    await money.reconcile();
  }
  return {
    refunds: await money.providerCalls('POST', /refund$/),
    cancels: await money.providerCalls('POST', /cancel$/),
  };
};

describe('the provider is called once', () => {
  it('for a cancel inside the window, at once', async () => {
    const money = await openBilling(RENEWING);
    const user = await money.aUser();
    await money.buy(user);
    const jobs = Promise.all([money.call(user, 'POST', '/unsubscribe'), money.jobs.runDue()]);
    expect((await jobs)[0]).toMatchObject({ status: 200, body: { outcome: 'refund_initiated' } });
    expect(await askedFor(money)).toEqual({ refunds: 1, cancels: 1 });
  });

  it('for ten cancels in two processes, and for those that come later', async () => {
    const money = await openBilling(RENEWING);
    const other = await money.another();
    const user = await money.aUser();
    await money.buy(user);
    const ten = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? money : other).call(user, 'POST', '/unsubscribe'),
    );
    expect((await Promise.all(ten)).map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    await other.call(user, 'POST', '/unsubscribe');
    expect(await askedFor(money)).toEqual({ refunds: 1, cancels: 1 });
  });

  it('for a renewal that is turned off, also by two processes at once', async () => {
    const money = await openBilling(RENEWING);
    const other = await money.another();
    const user = await money.aUser();
    await money.buy(user);
    money.clock.advance(5 * MINUTE_MS);
    await money.reconcile();
    money.clock.advance(200 * HOUR_MS);
    await Promise.all([money.call(user, 'POST', '/unsubscribe'), other.call(user, 'POST', '/unsubscribe')]);
    expect(await askedFor(money)).toEqual({ refunds: 0, cancels: 1 });
    expect(await money.rows.attempts()).toMatchObject([{ cancel_when: 'period_end' }]);
  });

  it('for a refund of an admin', async () => {
    const money = await openBilling(RENEWING);
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const { razorpay_payment_id: paymentId } = await money.buy(user);
    expect(await money.refund(admin, paymentId, { reason: 'Moved away' })).toMatchObject({
      status: 200,
      body: { outcome: 'initiated' },
    });
    expect(await askedFor(money)).toEqual({ refunds: 1, cancels: 1 });
  });

  it.each([
    ['500', 2],
    ['409', 2],
    // The sandbox's log has calls that got a response.
    ['commit-then-cut', 0],
  ])('again only after a look-up, if a call ended in %s', async (effect, refunds) => {
    const money = await openBilling();
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const { razorpay_payment_id: paymentId } = await money.buy(user);
    await money.control('/faults', { effect, path_contains: '/refund', method: 'POST' });
    const body = { reason: 'Goodwill', amountInPaise: 10_000 };
    expect(await money.refund(admin, paymentId, body)).toMatchObject({ body: { outcome: 'requested' } });
    expect(await askedFor(money)).toEqual({ refunds, cancels: 0 });
    expect(await money.providerCalls('GET', /refunds$/)).toBe(1);
    expect(await money.rows.refunds()).toMatchObject([{ status: 'processed', amount_in_paise: 10_000 }]);
  });
});

it.each([
  ['the response is lost', 1],
  ['the process dies after the call', 4],
])('a provider without idempotency keys refunds ₹499 once when %s', async (_what, trouble) => {
  const data = await isolatedData();
  const database =
    data.databaseUrl === undefined ? openSqlite(`${data.dataDir}/lectern.db`) : await openPostgres(data.databaseUrl);
  await migrate(database, JUNE_MORNING_MS);
  const actions: [string, number][] = [
    ['ignoreKeys', 0],
    ['subscribe', 0],
    ['pay', 0],
    ['deliver', 0],
    ['deliver', 0],
    ['deliver', 0],
    ['deliver', 0],
    ['trouble', trouble],
    ['cancel', 0],
    ['wait', 0],
    ['jobs', 0],
    ['cancel', 0],
  ];
  const steps = actions.map(([action, pick]) => ({ action, pick, buyer: 0, isWithNext: false }));
  const { memory } = await liveHistory(database, { steps });
  const [payment] = memory.payments;
  expect(memory.refunds).toHaveLength(1);
  expect(payment && memory.refundedOf(payment)).toBe(49_900);
  await database.close();
  await data.remove();
});

describe('a repeated refund of an admin', () => {
  const part = { reason: 'Goodwill', amountInPaise: 10_000, idempotencyKey: 'the-key-of-one-dialog' };

  const bought = async () => {
    const money = await openBilling();
    const [admin, user] = [await money.aUser('ADMIN'), await money.aUser()];
    const { razorpay_payment_id: paymentId } = await money.buy(user);
    return { money, admin, paymentId };
  };

  it('creates one refund with one result, ten times at once and again later', async () => {
    const { money, admin, paymentId } = await bought();
    const ten = await Promise.all(Array.from({ length: 10 }, () => money.refund(admin, paymentId, part)));
    const [row] = await money.rows.refunds();
    for (const response of [...ten, await money.refund(admin, paymentId, part)])
      expect(response).toMatchObject({
        status: 200,
        body: {
          outcome: 'initiated',
          refund: { id: row?.id, amountInPaise: 10_000 },
          payment: { refundableInPaise: 39_900 },
        },
      });
    expect(await money.rows.refunds()).toMatchObject([{ amount_in_paise: 10_000, status: 'processed' }]);
    expect(await money.providerCalls('POST', /refund$/)).toBe(1);
  });

  it('returns the first result when all that was left is refunded', async () => {
    const { money, admin, paymentId } = await bought();
    const all = { reason: 'Moved away', idempotencyKey: 'another-key-of-a-dialog' };
    const first = await money.refund(admin, paymentId, all);
    expect(first).toMatchObject({ status: 200, body: { refund: { amountInPaise: 49_900 } } });
    expect(await money.refund(admin, paymentId, all)).toMatchObject({
      status: 200,
      body: { outcome: 'initiated', refund: first.body['refund'] },
    });
    expect(await money.rows.refunds()).toHaveLength(1);
  });

  it('returns 409 with another amount or for another payment', async () => {
    const { money, admin, paymentId } = await bought();
    const { razorpay_payment_id: other } = await money.buy(await money.aUser());
    await money.refund(admin, paymentId, part);
    const reused = { status: 409, body: { code: 'refund_key_reused' } };
    expect(await money.refund(admin, paymentId, { ...part, amountInPaise: 20_000 })).toMatchObject(reused);
    expect(await money.refund(admin, paymentId, { ...part, amountInPaise: undefined })).toMatchObject(reused);
    expect(await money.refund(admin, other, part)).toMatchObject(reused);
    expect(await money.rows.refunds()).toHaveLength(1);
  });

  it('refunds one of two payments that use the same key at once', async () => {
    const { money, admin, paymentId } = await bought();
    const { razorpay_payment_id: other } = await money.buy(await money.aUser());
    const both = await Promise.all([money.refund(admin, paymentId, part), money.refund(admin, other, part)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await money.rows.refunds()).toHaveLength(1);
  });

  it('is requested again after the provider refused, and ten at once are refused alike', async () => {
    const { money, admin, paymentId } = await bought();
    await money.control('/faults', { effect: 'low-balance', path_contains: '/refund', method: 'POST', times: 10 });
    const ten = await Promise.all(Array.from({ length: 10 }, () => money.refund(admin, paymentId, part)));
    expect(new Set(ten.map(({ status }) => status))).toEqual(new Set([409]));
    await money.control('/reset');
    expect(await money.refund(admin, paymentId, part)).toMatchObject({
      status: 200,
      body: { outcome: 'initiated', refund: { amountInPaise: 10_000 } },
    });
  });

  it.each([undefined, '', 'short', 'x'.repeat(65), 'a key with blanks in it', 7])(
    'requires a key, not %j',
    async (idempotencyKey) => {
      const { money, admin, paymentId } = await bought();
      expect(await money.refund(admin, paymentId, { ...part, idempotencyKey })).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          message: expect.stringMatching(/^Send an idempotencyKey of 16 to 64 letters/),
        },
      });
      expect(await money.rows.refunds()).toEqual([]);
    },
  );
});
