// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';
import { chargedWebhook, postWebhook } from '#test/billing/razorpay-webhooks.ts';
import { listMoneyFaults } from '../projections/projections.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const MONTHLY = {
  opens: 'everything',
  isRenewing: true,
  priceInPaise: 29_900,
  term: { unit: 'month', count: 1 },
} as const;
const Purchases = z.object({ items: z.array(z.object({ id: z.string(), renews: z.boolean() })) });
const ToDo = z.array(z.object({ kind: z.string(), paymentId: z.string() }));

const settle = async (shop: Shop): Promise<void> => {
  shop.clock.advance(10 * MINUTE_MS);
  await shop.reconcile();
};
/** What the provider will charge again. */
const renewing = async (shop: Shop): Promise<string[]> => {
  const { items } = Purchases.parse((await shop.send('GET', '/sandbox/control/purchases')).body);
  return items.filter(({ renews }) => renews).map(({ id }) => id);
};
const toDo = async (shop: Shop) => ToDo.parse((await shop.admin(shop.adminId, 'GET', '/payments/to-do')).body['toDo']);

it('who buys everything is not charged again for a course of it', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const ofCourse = await shop.addPlan({ ...MONTHLY, opens: { courseIds: [statistics, monsoon] } });
  const everything = await shop.addPlan({ opens: 'everything', priceInPaise: 99_900 });
  const userId = await shop.aUser();
  const { razorpay_subscription_id: ref = '' } = await shop.buy(userId, { planId: ofCourse });
  await settle(shop);
  expect(await renewing(shop)).toEqual([ref]);
  await shop.buy(userId, { planId: everything });
  await shop.jobs.runDue();
  expect(await renewing(shop)).toEqual([]);
  expect((await shop.rows.attempts())[0]).toMatchObject({ cancel_when: 'now', mended: null });
  const late = { id: 'pay_00000000000002', amount: 29_900, created_at: Math.floor(shop.clock.now() / 1000) };
  await postWebhook(shop, chargedWebhook(ref, late));
  expect(await toDo(shop)).toEqual([{ kind: 'charged_without_access', paymentId: 'pay_00000000000002' }]);
  expect(await listMoneyFaults(shop.database.db)).toEqual([]);
});

it('a purchase after refused charges takes the place of the renewal that was refused', async () => {
  const shop = await openShop();
  const planId = await shop.addPlan(MONTHLY);
  const userId = await shop.aUser();
  const { razorpay_subscription_id: refused = '' } = await shop.buy(userId, { planId });
  await settle(shop);
  for (let times = 0; times < 4; times += 1)
    await shop.control('/charge', { subscription_id: refused, outcome: 'failure' });
  shop.clock.advance(40 * DAY_MS);
  await shop.reconcile();
  expect(await shop.status(userId)).toBe('inactive');
  const { razorpay_subscription_id: ref } = await shop.buy(userId, { planId });
  await settle(shop);
  expect((await shop.rows.attempts()).map(({ cancel_when: when }) => when)).toEqual(['now', null]);
  expect(await renewing(shop)).toEqual([ref]);
  expect(await toDo(shop)).toEqual([]);
});

it('of two windows that were paid one after the other, one renews, and the second payment is a to-do', async () => {
  const shop = await openShop();
  const monthly = await shop.addPlan(MONTHLY);
  const yearly = await shop.addPlan({ ...MONTHLY, term: { unit: 'year', count: 1 }, priceInPaise: 199_900 });
  const userId = await shop.aUser();
  const first = await shop.subscribe(userId, { planId: yearly });
  const second = await shop.subscribe(userId, { planId: monthly });
  await shop.pay(first);
  shop.clock.advance(1000);
  const { razorpay_payment_id: extra } = await shop.pay(second);
  await settle(shop);
  expect(await renewing(shop)).toEqual([first]);
  expect(await toDo(shop)).toEqual([{ kind: 'duplicate', paymentId: extra }]);
});

it('neither a gift nor what ends earlier, was revoked or went back takes the place of a renewal', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const monthly = await shop.addPlan({ ...MONTHLY, opens: { courseIds: [statistics, monsoon] } });
  const week = await shop.addPlan({ opens: 'everything', term: { unit: 'day', count: 7 } });
  const everything = await shop.addPlan({ opens: 'everything' });
  const userId = await shop.aUser();
  await shop.buy(userId, { planId: everything });
  shop.clock.advance(MINUTE_MS);
  await shop.admin(shop.adminId, 'POST', `/people/${userId}/revoke`, { reason: 'Shared the password' });
  shop.clock.advance(MINUTE_MS);
  const { razorpay_payment_id: returned } = await shop.buy(userId, { planId: everything });
  await shop.refund(shop.adminId, returned, { reason: 'A promise' });
  shop.clock.advance(MINUTE_MS);
  const { razorpay_subscription_id: ref } = await shop.buy(userId, { planId: monthly });
  await shop.buy(userId, { planId: week });
  await settle(shop);
  expect(await renewing(shop)).toEqual([ref]);

  const giver = await shop.aUser();
  await shop.buy(giver, { planId: everything, gift: { name: 'Asha', email: 'asha@example.in', message: '' } });
  const gifts = (who: string, method: 'GET' | 'POST', path: string, body?: object) =>
    shop.send(method, `/api/v1/gifts${path}`, body, { authorization: `Bearer ${who}` });
  const [given] = z.array(z.object({ _id: z.string() })).parse((await gifts(giver, 'GET', '')).body['gifts']);
  const link = z.string().parse((await gifts(giver, 'POST', `/${given?._id}/link`)).body['link']);
  expect(await gifts(userId, 'POST', '/redeem', { token: link.split('/').at(-1) })).toMatchObject({ status: 200 });
  await settle(shop);
  expect(await renewing(shop)).toEqual([ref]);
});
