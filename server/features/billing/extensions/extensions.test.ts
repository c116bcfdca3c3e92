// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob } from '#server/jobs/jobs.ts';
import { openShop as openCourses } from '#test/billing/open-shop.ts';
import { writeEnglish } from '#test/write-english.ts';

const Done = z.object({
  people: z.int(),
  comeBack: z.int(),
  isQueued: z.boolean(),
  extensionId: z.string().nullable(),
});
const remindNow = defineJob({ name: 'payments.remind', lane: 'upkeep', payload: z.object({}) });
const reason = 'The exam moved';
const EXAM = '2026-09-30';

const openShop = async (options: Parameters<typeof openCourses>[0] = {}) => {
  const shop = await openCourses(options);
  const ask = (body: object) => shop.admin(shop.adminId, 'POST', '/access/extend', { reason, ...body });
  const extend = async (body: object) => Done.parse((await ask(body)).body);
  const undo = (id: string | null) => shop.admin(shop.adminId, 'POST', `/access/extensions/${id}/undo`);
  const untilOf = async (userId: string) => (await shop.payments.subscriptionOf(userId)).access_until;
  const buyer = async (planId: string): Promise<string> => {
    const userId = await shop.aUser();
    await shop.buy(userId, { planId });
    return userId;
  };
  const exam = await shop.addPlan({
    name: 'Until the exam',
    priceInPaise: 99_900,
    term: { unit: 'until', date: EXAM },
    refundDays: 90,
  });
  return { ...shop, ask, extend, undo, untilOf, buyer, exam };
};

test('the exam moves: all of a plan are extended, those who ended come back, and nobody gets less', async () => {
  const { exam, buyer, extend, ask, clock, untilOf, payments, aUser, adminId, admin, rows } = await openShop();
  const [one, two, longer] = [await buyer(exam), await buyer(exam), await buyer(exam)];
  await payments.admin.access.extend({ adminId, userId: longer, reason: 'Ill' }, 100);
  const stranger = await aUser();
  clock.set(Date.parse('2026-10-05T04:30:00Z'));
  const more = { planId: exam, until: '2026-10-31' };
  expect(await extend({ ...more, isDryRun: true })).toEqual({
    people: 2,
    comeBack: 2,
    isQueued: false,
    extensionId: null,
  });
  expect(await untilOf(one)).toBe('2026-09-30T18:29:59.999Z');
  expect(await extend(more)).toMatchObject({ people: 2, comeBack: 2 });
  expect([await untilOf(one), await untilOf(two), await untilOf(longer), await untilOf(stranger)]).toEqual([
    '2026-10-31T18:29:59.999Z',
    '2026-10-31T18:29:59.999Z',
    '2027-01-08T18:29:59.999Z',
    null,
  ]);
  expect(await extend(more)).toEqual({ people: 0, comeBack: 0, isQueued: false, extensionId: null });
  expect(await ask({ planId: exam, until: '2026-10-04' })).toMatchObject({ status: 400 });
  const { body } = await admin(adminId, 'GET', `/access/extensions?planId=${exam}`);
  expect(body['extensions']).toMatchObject([
    { until: '2026-10-31', days: null, people: 2, comeBack: 2, undoneAt: null },
  ]);
  expect((await rows.audit()).filter(({ kind }) => kind === 'extension_made')).toMatchObject([
    { detail: { name: 'Until the exam', people: 2, comeBack: 2, reason } },
  ]);
});

test('whose access ended long ago comes back only where it is asked for, and a person always', async () => {
  const { exam, buyer, extend, clock, untilOf, addPlan, courses } = await openShop();
  const pottery = { opens: { courseIds: [courses.pottery] }, term: { unit: 'month' as const, count: 1 } };
  const month = await addPlan(pottery);
  const [early, ...later] = [await buyer(month), await buyer(exam), await buyer(exam)];
  clock.set(Date.parse('2026-12-29T18:29:59.999Z'));
  const more = { planId: exam, until: '2027-01-31', isDryRun: true };
  expect(await extend(more)).toMatchObject({ people: 2, comeBack: 2 });
  expect(await extend({ ...more, endedWithinDays: 89 })).toMatchObject({ people: 0, comeBack: 0 });
  clock.advance(1);
  expect(await extend(more)).toMatchObject({ people: 0, comeBack: 0 });
  expect(await extend({ ...more, endedWithinDays: 91 })).toMatchObject({ people: 2, comeBack: 2 });
  expect(await extend({ ...more, days: 300, until: undefined, endedWithinDays: 0 })).toMatchObject({ people: 0 });
  const ofCourse = { courseId: courses.pottery, until: '2027-01-31' };
  expect(await extend({ ...ofCourse, isDryRun: true })).toMatchObject({ people: 0 });
  expect(await extend({ ...ofCourse, endedWithinDays: 365, isDryRun: true })).toMatchObject({ people: 3, comeBack: 3 });
  expect(await extend({ userId: later[0], until: '2027-01-31' })).toMatchObject({ people: 1, comeBack: 1 });
  expect(await untilOf(later[0] ?? '')).toBe('2027-01-31T18:29:59.999Z');
  // Who has access is extended, however it is bounded.
  expect(await extend({ ...more, until: '2027-02-28', endedWithinDays: 0 })).toMatchObject({ people: 1, comeBack: 0 });
  expect(await extend({ userId: early, days: 300 })).toMatchObject({ people: 1, comeBack: 1 });
});

test('by days, each end moves, also one that is over; where it stays in the past nobody is counted', async () => {
  const { exam, buyer, extend, clock, untilOf } = await openShop();
  const userId = await buyer(exam);
  clock.set(Date.parse('2026-10-05T04:30:00Z'));
  expect(await extend({ planId: exam, days: 3 })).toMatchObject({ people: 0, comeBack: 0 });
  expect(await extend({ planId: exam, days: 31 })).toMatchObject({ people: 1, comeBack: 1 });
  expect(await extend({ planId: exam, days: 1 })).toMatchObject({ people: 1, comeBack: 0 });
  expect(await untilOf(userId)).toBe('2026-11-01T18:29:59.999Z');
});

test('an undo takes back exactly its extension: another one and what was bought since stay', async () => {
  const { exam, buyer, buy, extend, undo, clock, untilOf, addPlan, rows } = await openShop();
  const month = await addPlan({ name: 'A month', priceInPaise: 9900, term: { unit: 'month', count: 1 } });
  const [renews, waits] = [await buyer(exam), await buyer(exam)];
  const first = await extend({ planId: exam, until: '2026-10-31' });
  const second = await extend({ planId: exam, days: 10 });
  expect(await untilOf(waits)).toBe('2026-11-10T18:29:59.999Z');
  clock.set(Date.parse('2026-11-05T04:30:00Z'));
  await buy(renews, { planId: month });
  expect(await undo(first.extensionId)).toMatchObject({
    status: 200,
    body: { message: 'Extension undone', extension: { undoneAt: '2026-11-05T04:30:00.000Z' } },
  });
  expect([await untilOf(waits), await untilOf(renews)]).toEqual([
    '2026-10-10T18:29:59.999Z',
    '2026-12-10T18:29:59.999Z',
  ]);
  expect((await undo(first.extensionId)).status).toBe(200);
  await undo(second.extensionId);
  expect([await untilOf(waits), await untilOf(renews)]).toEqual([
    '2026-09-30T18:29:59.999Z',
    '2026-12-10T18:29:59.999Z',
  ]);
  expect((await rows.audit()).filter(({ kind }) => kind === 'extension_undone')).toHaveLength(6);
});

test('what was added ends with the purchase that it was added to', async () => {
  const shop = await openShop();
  const { exam, buyer, buy, extend, status, courses, rightsOf } = shop;
  const userId = await buyer(exam);
  await extend({ planId: exam, until: '2026-12-31' });
  await extend({ courseId: courses.pottery, until: '2027-03-31' });
  expect(await rightsOf(userId)).toEqual(['everything 2026-12-31 by payment', 'pottery 2027-03-31 by admin']);
  await shop.call(userId, 'POST', '/unsubscribe');
  expect([await status(userId), await rightsOf(userId)]).toEqual(['inactive', []]);
  expect(await extend({ planId: exam, until: '2027-12-31' })).toMatchObject({ people: 0 });
  expect(await extend({ courseId: courses.pottery, until: '2027-12-31' })).toMatchObject({ people: 0 });
  await buy(userId, { planId: exam });
  expect(await rightsOf(userId)).toEqual(['everything 2026-09-30 by payment']);
});

test('a course is extended for those who have it, alone or through everything, and no other course with it', async () => {
  const { aUser, addPlan, buyer, extend, courses, rightsOf, undo, exam, takeFree } = await openShop();
  const both = await addPlan({
    opens: { courseIds: [courses.statistics, courses.monsoon] },
    term: { unit: 'month', count: 1 },
  });
  const free = await addPlan({ opens: { courseIds: [courses.monsoon] }, priceInPaise: 0 });
  const [hasBoth, hasAll, forLife, other] = [await buyer(both), await buyer(exam), await aUser(), await aUser()];
  await takeFree(forLife, free);
  const { people, comeBack, extensionId } = await extend({ courseId: courses.monsoon, days: 14 });
  expect([people, comeBack]).toEqual([2, 0]);
  expect([await rightsOf(hasBoth), await rightsOf(hasAll), await rightsOf(forLife), await rightsOf(other)]).toEqual([
    ['monsoon 2026-07-29 by admin', 'statistics 2026-07-15 by payment'],
    ['everything 2026-09-30 by payment', 'monsoon 2026-10-14 by admin'],
    ['monsoon for life by payment'],
    [],
  ]);
  await undo(extensionId);
  expect([await rightsOf(hasBoth), await rightsOf(hasAll)]).toEqual([
    ['monsoon 2026-07-15 by payment', 'statistics 2026-07-15 by payment'],
    ['everything 2026-09-30 by payment'],
  ]);
});

test('a person gets more of all that they have or had, in words that their page tells', async () => {
  const { exam, buyer, addPlan, buy, extend, undo, courses, rightsOf, payments, database, clock } = await openShop();
  const alone = { opens: { courseIds: [courses.pottery] }, term: { unit: 'year' as const, count: 1 } };
  const userId = await buyer(await addPlan(alone));
  await buy(userId, { planId: exam });
  clock.advance(1000);
  const { extensionId } = await extend({ userId, until: '2027-03-31' });
  expect(await rightsOf(userId)).toEqual(['everything 2027-03-31 by payment', 'pottery 2027-06-15 by payment']);
  const texts = async () => (await payments.admin.timelineOf(userId, writeEnglish)).map(({ text }) => text).slice(-2);
  expect(await texts()).toEqual([
    'Access extended for 1 person: The exam moved',
    'Access extended until 31 March 2027: The exam moved',
  ]);
  const notices = database.db.selectFrom('notices').select(['user_id', 'kind']).where('kind', '=', 'access_extended');
  expect(await notices.execute()).toEqual([{ user_id: userId, kind: 'access_extended' }]);
  await extend({ userId, until: '2027-12-31', sendsNotice: false });
  expect(await notices.execute()).toHaveLength(1);
  clock.advance(1000);
  await undo(extensionId);
  expect((await texts()).at(-1)).toBe('Extension taken back: The exam moved');
  expect((await payments.admin.explain(userId, writeEnglish)).manualChanges).toMatchObject([
    { undoneAt: null },
    { undoneAt: null },
    { undoneAt: expect.any(String) },
  ]);
});

test('blocked people and admins of a plan are left out, and a revocation ends what was added', async () => {
  const { exam, buyer, extend, database, payments, adminId, status, clock } = await openShop();
  const [blocked, promoted, revoked] = [await buyer(exam), await buyer(exam), await buyer(exam)];
  await database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', blocked).execute();
  await database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', promoted).execute();
  expect(await extend({ planId: exam, days: 5 })).toMatchObject({ people: 1 });
  clock.advance(2000);
  await payments.admin.access.revoke({ adminId, userId: revoked, reason: 'Left' });
  expect(await status(revoked)).toBe('inactive');
  expect(await extend({ planId: exam, days: 5 })).toMatchObject({ people: 0 });
});

test.each([
  [{ until: EXAM }, 'planId', 'Name one plan, one course or one person'],
  [{ planId: 'a', userId: 'b', until: EXAM }, 'planId', 'Name one plan, one course or one person'],
  [{ planId: 'a' }, 'until', 'Enter the last day of access, or a number of days'],
  [{ planId: 'a', until: EXAM, days: 3 }, 'until', 'Enter the last day of access, or a number of days'],
  [{ planId: 'a', days: 0 }, 'days', 'Please enter a number of days from 1 to 3660'],
  [{ planId: 'a', until: '2027-02-29' }, 'until', 'Please enter the last day of access'],
  [{ planId: 'a', days: 3, reason: '' }, 'reason', 'Please enter a reason. It is stored with the change.'],
])('%j is refused', async (body, path, message) => {
  const { ask } = await openShop();
  expect(await ask(body)).toMatchObject({ status: 400, body: { details: [{ path, message }] } });
});

test('what does not exist is not extended', async () => {
  const { ask, undo } = await openShop();
  const codes = [{ planId: 'no' }, { courseId: 'no' }, { userId: 'no' }].map(
    async (about) => (await ask({ ...about, days: 1 })).body['code'],
  );
  expect(await Promise.all(codes)).toEqual(['plan_not_found', 'course_not_found', 'person_not_found']);
  expect((await undo('no')).body).toMatchObject({ code: 'extension_not_found' });
});

test('in a zone with summer time a day is a day of its calendar', async () => {
  const { exam, buyer, extend, untilOf } = await openShop({ settings: { TIME_ZONE: 'America/New_York' } });
  const userId = await buyer(exam);
  expect(await untilOf(userId)).toBe('2026-10-01T03:59:59.999Z');
  await extend({ planId: exam, days: 62 });
  expect(await untilOf(userId)).toBe('2026-12-02T04:59:59.999Z');
  await extend({ planId: exam, until: '2028-02-29' });
  expect(await untilOf(userId)).toBe('2028-03-01T04:59:59.999Z');
});

test('reminders follow the new end', async () => {
  const { exam, buyer, extend, clock, jobs, database, rows } = await openShop();
  await buyer(exam);
  const remindersOn = async (day: string): Promise<number> => {
    clock.set(Date.parse(`${day}T04:30:00Z`));
    await jobs.enqueue(database.db, remindNow, {});
    await jobs.runDue();
    return (await rows.audit()).filter(({ kind }) => kind === 'reminder_sent').length;
  };
  expect(await remindersOn('2026-09-01')).toBe(1);
  await extend({ planId: exam, until: '2026-12-31' });
  expect(await remindersOn('2026-09-30')).toBe(1);
  expect(await remindersOn('2026-12-02')).toBe(2);
});

test('a gift that is refunded takes what was added to it along', async () => {
  const { exam, aUser, buy, payments, send, extend, untilOf, status, rows, refund, adminId } = await openShop();
  const [giver, asha] = [await aUser(), await aUser()];
  await buy(giver, { planId: exam, gift: { name: 'Asha', email: 'asha@example.in', message: '' } });
  const [{ _id: giftId } = { _id: '' }] = await payments.gifts.givenBy(giver);
  const token = (await payments.gifts.createLink(giver, giftId)).split('/').at(-1) ?? '';
  await send('POST', '/api/v1/gifts/redeem', { token }, { authorization: `Bearer ${asha}` });
  await extend({ planId: exam, until: '2026-12-31' });
  expect([await untilOf(asha), await untilOf(giver)]).toEqual(['2026-12-31T18:29:59.999Z', null]);
  const [payment] = await rows.payments();
  await refund(adminId, payment?.provider_payment_id ?? '', { reason: 'Asked' });
  expect(await status(asha)).toBe('inactive');
});
