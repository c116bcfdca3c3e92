import { expect, it } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';

const YEAR = { unit: 'year', count: 1 } as const;

it('a plan that is bought near its end begins when the present term ends', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const one = await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] }, term: YEAR });
  await shop.addPlan({ name: 'Both', opens: { courseIds: [statistics, monsoon] }, term: YEAR });
  const user = await shop.aUser();
  const renewals = async () =>
    (await shop.send('GET', '/api/v1/user/renewals', undefined, { authorization: `Bearer ${user}` })).body['renewals'];
  expect(await renewals()).toEqual([]);
  await shop.buy(user, { planId: one });
  expect(await renewals()).toEqual([]);
  shop.clock.advance(340 * DAY_MS);
  const [right] = await shop.rightsOf(user);
  expect(right).toBe('statistics 2027-06-15 by payment');
  // The other plan is another line: it begins at once.
  expect(await renewals()).toEqual([{ planId: one, startsAt: '2027-06-15T04:30:02.000Z' }]);
  await shop.buy(user, { planId: one });
  expect(await shop.rightsOf(user)).toEqual(['statistics 2028-06-15 by payment']);
});

it('a purchase names its plan and its courses, and is cancelled alone', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const both = await shop.addPlan({ name: 'Both', opens: { courseIds: [statistics, monsoon] }, refundDays: 7 });
  const user = await shop.aUser();
  const { razorpay_payment_id: paymentId } = await shop.buy(user, { planId: both });
  shop.clock.advance(DAY_MS);
  await shop.buy(user);
  const mine = async () => (await shop.call(user, 'GET', '/mine')).body['purchases'];
  expect(await mine()).toMatchObject([
    { planName: 'Yearly bundle', opens: 'everything' },
    {
      planName: 'Both',
      opens: {
        courses: [
          { _id: monsoon, title: 'Monsoon' },
          { _id: statistics, title: 'Statistics' },
        ],
      },
      willRenew: false,
    },
  ]);
  expect(await shop.call(user, 'POST', '/unsubscribe', { paymentId })).toMatchObject({
    status: 200,
    body: { outcome: 'refund_initiated', subscription: { status: 'active' } },
  });
  expect(await shop.rightsOf(user)).toEqual(['everything 2027-06-16 by payment']);
  expect(await mine()).toMatchObject([{ status: 'paid' }, { status: 'refunded' }]);
});

it('a right names the plan that opens more than the course', async () => {
  const shop = await openShop();
  const { statistics, monsoon } = shop.courses;
  const both = await shop.addPlan({ name: 'Both', opens: { courseIds: [statistics, monsoon] } });
  const user = await shop.aUser();
  await shop.buy(user, { planId: both });
  const { body } = await shop.send('GET', '/api/v1/user/rights', undefined, { authorization: `Bearer ${user}` });
  expect(body['rights']).toMatchObject([{ planName: 'Both' }, { planName: 'Both' }]);
});

it('the renewal of a course extends it from its end, beside a bundle that ends earlier or later', async () => {
  const shop = await openShop();
  const { statistics } = shop.courses;
  const planId = await shop.addPlan({
    name: 'Statistics',
    opens: { courseIds: [statistics] },
    term: YEAR,
    refundDays: 7,
  });
  const user = await shop.aUser();
  await shop.buy(user, { planId });
  shop.clock.advance(350 * DAY_MS);
  await shop.buy(user);
  const everything = 'everything 2028-05-31 by payment';
  // The bundle opens the course for longer than its own right: it is not sold again, and nothing is lost.
  expect(await shop.call(user, 'POST', '/subscribe', { planId })).toMatchObject({ status: 409 });
  expect(await shop.rightsOf(user)).toEqual([everything, 'statistics 2027-06-15 by payment']);
  const other = await shop.aUser();
  await shop.buy(other, { planId });
  shop.clock.advance(340 * DAY_MS);
  const { razorpay_payment_id: renewal } = await shop.buy(other, { planId });
  expect(await shop.rightsOf(other)).toEqual(['statistics 2029-05-31 by payment']);
  // The refund of the renewal leaves the first year.
  expect((await shop.call(other, 'POST', '/unsubscribe', { paymentId: renewal })).body).toMatchObject({
    outcome: 'refund_initiated',
  });
  expect(await shop.rightsOf(other)).toEqual(['statistics 2028-05-31 by payment']);
  // After the end, a year begins on the day of the payment.
  shop.clock.advance(30 * DAY_MS);
  expect(await shop.rightsOf(other)).toEqual([]);
  await shop.buy(other, { planId });
  expect(await shop.rightsOf(other)).toEqual(['statistics 2029-06-04 by payment']);
  expect(await shop.payments.projections.recompute()).toEqual([]);
});
