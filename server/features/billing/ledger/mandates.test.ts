// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';
import { chargedWebhook, postWebhook } from '#test/billing/razorpay-webhooks.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const MONTHLY = { isRenewing: true, priceInPaise: 29_900, term: { unit: 'month', count: 1 } } as const;
const REASON = { reason: 'Shared the password' };

const toDo = async (shop: Shop) =>
  z
    .array(z.object({ kind: z.string(), paymentId: z.string(), happened: z.string() }))
    .parse((await shop.admin(shop.adminId, 'GET', '/payments/to-do')).body['toDo']);
const kindsToDo = async (shop: Shop): Promise<string[]> => (await toDo(shop)).map(({ kind }) => kind);
const revoke = (shop: Shop, userId: string, more: object = {}) =>
  shop.admin(shop.adminId, 'POST', `/people/${userId}/revoke`, { ...REASON, ...more });
const atProvider = async (shop: Shop) => {
  const { items } = z
    .object({ items: z.array(z.object({ status: z.string(), renews: z.boolean() })) })
    .parse((await shop.send('GET', '/sandbox/control/purchases')).body);
  return items.map(({ status, renews }) => `${status}${renews ? ', renews' : ''}`);
};

/** A member of a plan that is charged every month. */
const aMember = async (shop: Shop, plan: Parameters<Shop['addPlan']>[0] = {}) => {
  const planId = await shop.addPlan({ opens: 'everything', ...MONTHLY, ...plan });
  const userId = await shop.aUser();
  const proof = await shop.buy(userId, { planId });
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
  return { userId, planId, ref: proof.razorpay_subscription_id ?? '', paymentId: proof.razorpay_payment_id };
};
/** The webhook of the next month. */
const nextMonth = (shop: Shop, ref: string) =>
  postWebhook(
    shop,
    chargedWebhook(ref, { id: 'pay_00000000000002', amount: 29_900, created_at: Math.floor(shop.clock.now() / 1000) }),
  );

it('a revocation ends the renewal in the same act, and at the provider', async () => {
  const shop = await openShop();
  const { userId } = await aMember(shop);
  expect(await atProvider(shop)).toEqual(['active, renews']);
  expect(await revoke(shop, userId)).toMatchObject({ status: 200, body: { endedRenewals: 1 } });
  expect(await shop.rows.attempts()).toMatchObject([{ cancel_when: 'now', auto_renew: 0, mended: null }]);
  expect(await revoke(shop, userId)).toMatchObject({ body: { endedRenewals: 0 } });
  await shop.jobs.runDue();
  expect(await atProvider(shop)).toEqual(['cancelled']);
  expect(await kindsToDo(shop)).toEqual([]);
});

it('a charge that arrives after the revocation gives no access back, and is refunded with one press', async () => {
  const shop = await openShop({ settings: { SELLER_NAME: 'Kiln & Loom' } });
  const { userId, ref } = await aMember(shop);
  shop.clock.advance(30 * DAY_MS);
  await revoke(shop, userId);
  expect((await nextMonth(shop, ref)).status).toBe(200);
  await nextMonth(shop, ref);
  expect(await shop.status(userId)).toBe('inactive');
  expect(await toDo(shop)).toEqual([
    {
      kind: 'charged_without_access',
      paymentId: 'pay_00000000000002',
      happened: '₹299.00 was charged although the renewal had ended. It adds no access.',
    },
  ]);
  expect((await shop.payments.projections.recompute()).length).toBe(0);
  expect((await shop.rows.payments())[1]).toMatchObject({ access_until: null, standing: 'charged_without_access' });
});

it('what was paid before a revocation and is reported after it is a to-do, as is a second payment for a blocked account', async () => {
  const shop = await openShop();
  const [revoked, blocked] = [await shop.aUser(), await shop.aUser()];
  const { razorpay_subscription_id: ref = '' } = await shop.buy(blocked);
  await shop.paid(revoked);
  shop.clock.advance(MINUTE_MS);
  await revoke(shop, revoked);
  await shop.database.db.updateTable('users').set({ blocked_at: shop.clock.now() }).where('id', '=', blocked).execute();
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
  await postWebhook(shop, chargedWebhook(ref, { created_at: Math.floor(shop.clock.now() / 1000) }));
  expect(await kindsToDo(shop)).toEqual(['charged_without_access', 'paid_without_access']);
  expect((await shop.rows.payments()).filter((row) => row.access_until === null)).toHaveLength(2);
});

it('one course of two that is revoked ends nothing, the second one does', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const { userId } = await aMember(shop, { opens: { courseIds: [statistics, monsoon] } });
  expect(await revoke(shop, userId, { courseId: statistics })).toMatchObject({ body: { endedRenewals: 0 } });
  expect(await revoke(shop, userId, { courseId: monsoon })).toMatchObject({ body: { endedRenewals: 1 } });
});

it('the wish not to renew is stored before the provider has named the subscription', async () => {
  const shop = await openShop();
  const planId = await shop.addPlan({ opens: 'everything', ...MONTHLY });
  const userId = await shop.aUser();
  await shop.buy(userId, { planId });
  expect(await shop.payments.subscriptionOf(userId)).toMatchObject({ auto_renew: false });
  await shop.control('/faults', { effect: 'html-502', path_contains: '/cancel', times: 2 });
  expect(await shop.call(userId, 'POST', '/unsubscribe')).toMatchObject({
    body: { outcome: 'renewal_off', message: 'Ends on 15 July 2026, does not renew' },
  });
  expect(await shop.rows.attempts()).toMatchObject([{ cancel_when: 'period_end', cancel_accepted_at: null }]);
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
  await shop.reconcile();
  expect(await shop.rows.attempts()).toMatchObject([{ cancel_accepted_at: expect.any(Number), auto_renew: 0 }]);
  shop.clock.advance(31 * DAY_MS);
  await shop.reconcile();
  expect(await shop.rows.payments()).toHaveLength(1);
  expect(await atProvider(shop)).toEqual(['cancelled']);
});

it('a renewal whose charge the bank refuses can be turned off, also after the access has ended', async () => {
  const shop = await openShop();
  const { userId, ref } = await aMember(shop);
  for (let times = 0; times < 4; times += 1)
    await shop.control('/charge', { subscription_id: ref, outcome: 'failure' });
  shop.clock.advance(40 * DAY_MS);
  await shop.reconcile();
  expect(await shop.status(userId)).toBe('inactive');
  expect(await shop.call(userId, 'POST', '/unsubscribe')).toMatchObject({ body: { outcome: 'renewal_off' } });
  expect(await shop.rows.attempts()).toMatchObject([{ cancel_accepted_at: expect.any(Number) }]);
});

it('a full refund of the last payment at the provider ends the renewal, a partial one does not', async () => {
  const shop = await openShop({ webhooks: true });
  const { paymentId } = await aMember(shop);
  const sandbox = shop.sandbox.current();
  const authorization = `Basic ${Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')}`;
  for (const [amount, when] of [
    [10_000, null],
    [19_900, 'now'],
  ] as const) {
    await shop.send('POST', `/sandbox/v1/payments/${paymentId}/refund`, { amount }, { authorization });
    await sandbox?.idle();
    expect(await shop.rows.attempts()).toMatchObject([{ cancel_when: when, mended: null }]);
  }
});

it('a lost dispute ends the renewal, an open one does not', async () => {
  const shop = await openShop({ webhooks: true });
  const { paymentId } = await aMember(shop);
  const { id } = z.object({ id: z.string() }).parse(await shop.control('/disputes', { payment_id: paymentId }));
  await expect.poll(async () => (await shop.rows.payments())[0]?.standing).toBe('disputed');
  expect(await shop.rows.attempts()).toMatchObject([{ cancel_when: null }]);
  await shop.control('/disputes/settle', { dispute_id: id, status: 'lost' });
  await expect.poll(async () => (await shop.rows.attempts())[0]?.cancel_when).toBe('now');
});

it('a charge and a revocation at once leave either access, or a to-do', async () => {
  const shop = await openShop();
  const other = await shop.another();
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const { userId, ref } = await aMember(shop);
    shop.clock.advance(DAY_MS);
    const id = `pay_000000000001${round}0`;
    const body = chargedWebhook(ref, { id, amount: 29_900, created_at: Math.floor(shop.clock.now() / 1000) });
    const webhook = () => postWebhook({ origin: other.origin, sandbox: shop.sandbox }, body);
    const [charged, revoked] = await Promise.all(
      round % 2 === 0 ? [webhook(), revoke(shop, userId)] : [revoke(shop, userId), webhook()].toReversed(),
    );
    expect([charged?.status, revoked?.status]).toEqual([200, 200]);
    const payment = (await shop.rows.payments()).find((row) => row.provider_payment_id === id);
    expect((await shop.rows.attempts()).find((row) => row.user_id === userId)).toMatchObject({ cancel_when: 'now' });
    outcomes.add(`${payment?.standing} ${payment?.access_until === null ? 'without a term' : 'with a term'}`);
    shop.clock.advance(2000);
  }
  for (const outcome of outcomes)
    expect(['paid with a term', 'charged_without_access without a term']).toContain(outcome);
  expect(await shop.payments.projections.recompute()).toEqual([]);
});
