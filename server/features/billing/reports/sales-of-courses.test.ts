// @module-tag both
import { expect, it } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { openShop } from '#test/billing/open-shop.ts';

it('the revenue of a year is listed by plan, and split evenly among the courses that a plan opened on the day', async () => {
  const shop = await openShop();
  const { statistics, monsoon, pottery } = shop.courses;
  const opens = { courseIds: [statistics, monsoon] };
  const [both, alone] = [
    await shop.addPlan({ name: 'Both', opens, priceInPaise: 10_001 }),
    await shop.addPlan({ name: 'Statistics', opens: { courseIds: [statistics] }, priceInPaise: 29_900 }),
  ];
  const users = [await shop.aUser(), await shop.aUser(), await shop.aUser(), await shop.aUser()];
  const [first = '', second = '', third = '', fourth = ''] = users;
  await shop.buy(first, { planId: both });
  const { razorpay_payment_id: refunded } = await shop.buy(second, { planId: alone });
  await shop.buy(third);
  await shop.refund(shop.adminId, refunded, { reason: 'A promise', amountInPaise: 900 });
  shop.clock.advance(2 * DAY_MS);
  await shop.changePlan(both, {
    name: 'Both',
    opens: { courseIds: [statistics, monsoon, pottery] },
    priceInPaise: 10_001,
  });
  await shop.buy(fourth, { planId: both });
  const { body } = await shop.admin(shop.adminId, 'GET', '/reports/sales');
  expect(body).toMatchObject({
    year: 2026,
    plans: [
      { name: 'Yearly bundle', payments: 1, grossInPaise: 49_900, returnedInPaise: 0, netInPaise: 49_900 },
      { name: 'Statistics', payments: 1, grossInPaise: 29_900, returnedInPaise: 900, netInPaise: 29_000 },
      { name: 'Both', payments: 2, grossInPaise: 20_002, returnedInPaise: 0, netInPaise: 20_002 },
    ],
  });
  const { courses } = await shop.payments.trends.sales({});
  const named = new Map(courses.map((one) => [one.name, one]));
  expect([...named.keys()].toSorted()).toEqual(['Monsoon', 'Pottery', 'Statistics']);
  expect(courses.reduce((sum, one) => sum + one.grossInPaise, 0)).toBe(29_900 + 20_002);
  expect(named.get('Pottery')?.grossInPaise).toBeOneOf([3333, 3334]);
  expect(named.get('Statistics')).toMatchObject({ payments: 3, returnedInPaise: 900 });
  expect((await shop.admin(shop.adminId, 'GET', '/reports/sales?year=2025')).body).toMatchObject({
    plans: [],
    courses: [],
  });
});
