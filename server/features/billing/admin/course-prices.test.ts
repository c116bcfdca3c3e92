// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openShop } from '#test/billing/open-shop.ts';
import { countStatements } from '#test/count-statements.ts';

const Plans = z.array(z.object({ _id: z.string() }).loose());

const openSchool = async () => {
  const shop = await openShop();
  const { statistics } = shop.courses;
  const path = (courseId: string) => `/courses/${courseId}/price`;
  const set = async (body: object, courseId = statistics) => {
    const { status, body: done } = await shop.admin(shop.adminId, 'PUT', path(courseId), body);
    await shop.jobs.runDue();
    return { status, ...done };
  };
  const read = async () => (await shop.admin(shop.adminId, 'GET', path(statistics))).body['price'];
  const plans = async () => Plans.parse((await shop.admin(shop.adminId, 'GET', '/plans')).body['plans']);
  return { ...shop, statistics, set, read, plans };
};

test('a price for one payment creates a plan with the title of the course', async () => {
  const { set, read, plans, statistics, aUser, buy, rightsOf } = await openSchool();
  expect(await read()).toMatchObject({ kind: 'bundles', priceInPaise: null, holders: 0 });
  const saved = await set({ kind: 'once', priceInPaise: 149_900 });
  expect(saved).toMatchObject({
    status: 200,
    price: {
      kind: 'once',
      priceInPaise: 149_900,
      comparePriceInPaise: null,
      term: { unit: 'lifetime', count: 1 },
      refundDays: 7,
      holders: 0,
      bundles: [{ planId: 'yearly-bundle', name: 'Yearly bundle', priceInPaise: 49_900, courses: null, holders: 0 }],
    },
  });
  const [, own] = await plans();
  expect(own).toMatchObject({ name: 'Statistics', opens: { courseIds: [statistics] } });
  const user = await aUser();
  await buy(user, { planId: own?._id ?? '' });
  expect(await rightsOf(user)).toEqual(['statistics for life by payment']);
  expect(await read()).toMatchObject({ holders: 1 });
});

test('the offers are those of the site, and of a draft those that it will have', async () => {
  const { set, read, addPlan, statistics, courses, database } = await openSchool();
  const now = { published_at: null, updated_at: 1 };
  await database.db.updateTable('courses').set(now).where('id', '=', statistics).execute();
  const both = { courseIds: [statistics, courses.monsoon] };
  await addPlan({ name: 'Both', opens: both, priceInPaise: 299_900 });
  const byLink = await addPlan({ name: 'By its link', opens: both });
  await database.db.updateTable('plans').set({ is_visible: 0 }).where('id', '=', byLink).execute();
  await addPlan({ name: 'मानसून', opens: { courseIds: [courses.monsoon] } });
  const names = async () =>
    z
      .object({ offers: Plans })
      .parse(await read())
      .offers.map(({ name }) => name);
  expect(await names()).toEqual(['Yearly bundle', 'Both']);
  expect(await set({ kind: 'once', priceInPaise: 149_900 })).toMatchObject({
    price: {
      planId: expect.any(String),
      offers: [
        { name: 'Yearly bundle', opens: 'everything' },
        { name: 'Statistics', opens: { courseIds: [statistics] }, refundDays: 7 },
        { name: 'Both', opens: { courseIds: expect.arrayContaining(both.courseIds) } },
      ],
    },
  });
});

test('purchases that can still be refunded are named until they are refunded, or their days are over', async () => {
  const { set, read, plans, aUser, buy, clock } = await openSchool();
  await set({ kind: 'once', priceInPaise: 149_900 });
  const [bundle, own] = await plans();
  const buyer = await aUser();
  await buy(await aUser(), { planId: bundle?._id ?? '' });
  await buy(buyer, { planId: own?._id ?? '' });
  expect(await read()).toMatchObject({ refundable: [{ paymentId: expect.stringMatching(/^pay_/) }] });
  expect(await read()).not.toHaveProperty(['refundable', 1]);
  clock.advance(8 * 24 * 3_600_000);
  expect(await read()).toMatchObject({ refundable: [] });
});

test('buyers keep what was promised, and later buyers get the new price', async () => {
  const { set, plans, aUser, buy, rightsOf } = await openSchool();
  await set({ kind: 'once', priceInPaise: 149_900 });
  const [, own] = await plans();
  const [before, after] = [await aUser(), await aUser()];
  await buy(before, { planId: own?._id ?? '' });
  expect(await set({ kind: 'once', priceInPaise: 199_900, term: { unit: 'year' }, refundDays: 0 })).toMatchObject({
    price: { priceInPaise: 199_900, term: { unit: 'year', count: 1 }, refundDays: 0 },
  });
  await buy(after, { planId: own?._id ?? '' });
  expect([await rightsOf(before), await rightsOf(after)]).toEqual([
    ['statistics for life by payment'],
    ['statistics 2027-06-15 by payment'],
  ]);
  // A new price alone keeps the terms.
  expect(await set({ kind: 'once', priceInPaise: 99_900 })).toMatchObject({
    price: { priceInPaise: 99_900, term: { unit: 'year', count: 1 }, refundDays: 0 },
  });
  expect(await plans()).toMatchObject([{ name: 'Yearly bundle' }, { _id: own?._id, holders: 2 }]);
});

test('holders of every plan are counted by one statement: those who have each of its courses', async () => {
  const { set, read, plans, addPlan, statistics, courses, aUser, buy, admin, adminId } = await openSchool();
  await set({ kind: 'once', priceInPaise: 149_900 });
  const [, own] = await plans();
  const list = () => admin(adminId, 'GET', '/plans');
  const before = await countStatements(list);
  const both = { courseIds: [statistics, courses.monsoon] };
  const planId = await addPlan({ name: 'Both', opens: both });
  await addPlan({ name: 'Both, dearer', opens: both, priceInPaise: 299_900 });
  await buy(await aUser(), { planId: own?._id ?? '' });
  await buy(await aUser(), { planId });
  await buy(await aUser(), {});
  expect((await plans()).map(({ name, holders }) => [name, holders])).toEqual([
    ['Yearly bundle', 1],
    ['Statistics', 2],
    ['Both', 1],
    ['Both, dearer', 1],
  ]);
  expect(await countStatements(list)).toBe(before);
  expect(await read()).toMatchObject({
    holders: 2,
    bundles: [
      { name: 'Yearly bundle', holders: 1 },
      { name: 'Both', holders: 1 },
      { name: 'Both, dearer', holders: 1 },
    ],
  });
});

test('a plan with a draft is a bundle of both, and one whose courses are drafts or deleted is not sold', async () => {
  const { set, read, plans, addPlan, statistics, courses, database, buy, aUser, send } = await openSchool();
  await addPlan({ name: 'दोनों · Both', opens: { courseIds: [statistics, courses.monsoon] } });
  const change = (columns: { published_at: null } | { deleted_at: number }, id: string) =>
    database.transaction(async (tx) => {
      await tx.updateTable('courses').set(columns).where('id', '=', id).execute();
      await database.topics.raise(tx, 'catalog');
    });
  const both = async () => (await plans()).find(({ name }) => name === 'दोनों · Both');
  const isOffered = async (): Promise<boolean> =>
    JSON.stringify((await send('GET', '/api/v1/plans')).body).includes('दोनों · Both');

  await change({ published_at: null }, courses.monsoon);
  expect(await read()).toMatchObject({ kind: 'bundles', bundles: [{ courses: null }, { courses: 2 }] });
  expect(await both()).toMatchObject({ isSold: true, opens: { courseIds: { length: 2 } } });
  await set({ kind: 'once', priceInPaise: 149_900 });
  const own = (await plans()).find(({ name }) => name === 'Statistics');
  await buy(await aUser(), { planId: own?._id ?? '' });

  await change({ deleted_at: 1 }, courses.monsoon);
  expect(await both()).toMatchObject({ isSold: true, opens: { courseIds: [statistics] }, holders: 0, members: 0 });
  await change({ published_at: null }, statistics);
  expect([await both(), await isOffered()]).toMatchObject([{ isSold: false, isVisible: true }, false]);
  await change({ deleted_at: 1 }, statistics);
  expect(await both()).toMatchObject({ isSold: false, opens: { courseIds: [] } });
});

test('a price keeps the name that the owner gave a plan, and its renewal while the term stays', async () => {
  const { set, plans, addPlan, statistics } = await openSchool();
  const term = { unit: 'month', count: 1 } as const;
  const given = { name: 'मासिक · Monthly', term, isRenewing: true, opens: { courseIds: [statistics] } };
  const _id = await addPlan({ ...given, priceInPaise: 29_900 });
  const [, ...own] = await plans();
  expect(own).toMatchObject([{ _id, name: 'मासिक · Monthly', isRenewing: true }]);
  for (const same of [{}, { term }, { term: { unit: 'month' } }]) {
    expect(await set({ kind: 'once', priceInPaise: 39_900, ...same })).toMatchObject({ status: 200 });
    expect((await plans()).slice(1)).toMatchObject([{ _id, name: 'मासिक · Monthly', term, isRenewing: true }]);
  }
  await set({ kind: 'once', priceInPaise: 39_900, term: { unit: 'year', count: 1 } });
  expect((await plans()).slice(1)).toMatchObject([{ _id, name: 'मासिक · Monthly', isRenewing: false }]);
});

test('free opens a course to everyone with an account, and only in bundles ends the price and keeps the rights', async () => {
  const { set, plans, aUser, takeFree, rightsOf } = await openSchool();
  expect(await set({ kind: 'free' })).toMatchObject({ price: { kind: 'free', priceInPaise: 0, refundDays: 0 } });
  const [, own] = await plans();
  const user = await aUser();
  expect(await takeFree(user, own?._id ?? '')).toMatchObject({ status: 200 });
  expect(await set({ kind: 'bundles' })).toMatchObject({ price: { kind: 'bundles', priceInPaise: null, holders: 1 } });
  expect(await plans()).toMatchObject([{ name: 'Yearly bundle' }]);
  expect(await rightsOf(user)).toEqual(['statistics for life by payment']);
});

test('an invalid price is refused with its field, and an unknown course is not found', async () => {
  const { set, changePlan } = await openSchool();
  expect(await set({ kind: 'once' })).toMatchObject({ status: 400, details: [{ path: 'priceInPaise' }] });
  expect(await set({ kind: 'once', priceInPaise: 50 })).toMatchObject({ status: 400 });
  expect(await set({ kind: 'once', priceInPaise: 149_900, comparePriceInPaise: 100_000 })).toMatchObject({
    status: 400,
  });
  expect(await set({ kind: 'never' })).toMatchObject({ status: 400 });
  expect(await set({ kind: 'free' }, 'nowhere')).toMatchObject({ status: 404, code: 'course_not_found' });
  // The bundle leaves the site: nothing else would open the course.
  await set({ kind: 'once', priceInPaise: 149_900 });
  const term = { unit: 'year', count: 1 } as const;
  const hidden = { name: 'Yearly bundle', priceInPaise: 49_900, term, isVisible: false };
  expect(await changePlan('yearly-bundle', hidden)).toBe(200);
  expect(await set({ kind: 'bundles' })).toMatchObject({ status: 409, code: 'course_in_no_bundle' });
});
