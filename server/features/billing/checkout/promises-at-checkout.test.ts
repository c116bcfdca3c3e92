// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openBatchSchool } from '#test/batch-school.ts';
import { openPartsShop } from '#test/billing/parts-shop.ts';
import { aUser, type Person } from '#test/factories.ts';

const Made = z.object({ plan: z.object({ _id: z.string() }) });
const Coupon = z.object({ coupon: z.looseObject({ _id: z.string() }) });

test('a free plan takes no more people into a batch than it has places', async () => {
  const { app, admin, courseId, ask, addBatch, base } = await openBatchSchool();
  const batchId = await addBatch();
  const opens = { courseIds: [courseId] };
  const plan = { name: 'Free', opens, priceInPaise: 0, term: { unit: 'year' }, refundDays: 0 };
  const planId = Made.parse((await ask(admin, 'POST', '/admin/plans', plan)).body).plan._id;
  const [meera, ravi] = [await aUser(app), await aUser(app)];
  const take = (person: Person) => ask(person, 'POST', '/payments/subscribe', { planId, batchId });
  const both = await Promise.all([take(meera), take(ravi)]);
  expect(
    both
      .map(({ status, body }) => body['code'] ?? status)
      .map(String)
      .toSorted(),
  ).toEqual(['200', 'batch_full']);
  expect((await ask(admin, 'GET', `${base}/${batchId}/members`)).body).toMatchObject({ total: 1 });
});

test('parts keep the discount of a coupon that is worth less meanwhile, and over', async () => {
  const { admin, adminId, aUser: aBuyer, buyFirst, mine, payPart, passDays } = await openPartsShop();
  const made = await admin(adminId, 'POST', '/coupons', { code: 'HALF', percentOff: 50 });
  const { _id: couponId } = Coupon.parse(made.body).coupon;
  const userId = await aBuyer();
  const { razorpay_payment_id: first } = await buyFirst(userId, { couponCode: 'HALF' });
  const less = { code: 'HALF', percentOff: 1, endsAt: '2026-06-16T00:00:00.000Z' };
  expect((await admin(adminId, 'PUT', `/coupons/${couponId}`, less)).status).toBe(200);
  passDays(2);
  await payPart(userId, first);
  expect((await mine(userId))[0]?.parts.map((part) => part.missingInPaise)).toEqual([0, 0, 100_000]);
});
