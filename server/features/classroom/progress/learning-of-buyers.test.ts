// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, type Person, refundAll } from '#test/factories.ts';
import { aPlan, buy } from '#test/sell.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const learningOf = async (app: TestApp, { token }: Person) =>
  api.learning.overview.response.parse((await call(app, 'GET', '/learning', { token })).body);

const openSchool = async () => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const [statistics, monsoon] = [await aCourse(app, { title: 'Statistics' }), await aCourse(app, { title: 'Monsoon' })];
  const lectures = {
    statistics: await aLecture(app, { courseId: statistics, title: 'The mean' }),
    monsoon: await aLecture(app, { courseId: monsoon, title: 'Warm land' }),
  };
  await aLecture(app, { courseId: statistics, title: 'The median' });
  const mark = (lectureId: string, { token }: Person) =>
    call(app, 'PUT', `/lectures/${lectureId}/done`, { token, body: { isDone: true } });
  return { app, admin, statistics, monsoon, lectures, mark, [Symbol.asyncDispose]: app.close };
};

test('a course that was bought alone is where to begin, and another one waits', async () => {
  await using school = await openSchool();
  const { app, admin, statistics, monsoon, lectures, mark } = school;
  const person = await aUser(app);
  const user = async () => (await call(app, 'GET', '/user/me', { token: person.token })).body['user'];
  expect(await user()).toMatchObject({ hasCourses: false });
  const planId = await aPlan(app, admin, { courseIds: [statistics, monsoon], priceInPaise: 0 });
  await buy(app, person, { planId });
  expect(await user()).toMatchObject({ hasCourses: true, subscription: { status: 'inactive' } });
  expect(await learningOf(app, person)).toMatchObject({
    continue: { course: { title: 'Monsoon', watchedAt: null }, lecture: { title: 'Warm land', number: 1 } },
    started: [],
    notStarted: [{ title: 'Statistics', lectures: 2, doneLectures: 0 }],
    finished: [],
    ended: [],
  });
  await mark(lectures.statistics, person);
  expect(await learningOf(app, person)).toMatchObject({
    continue: { course: { title: 'Statistics' }, lecture: { title: 'The median' } },
    notStarted: [{ title: 'Monsoon' }],
  });
});

test('a course whose right has ended stays under Ended, with progress and notes', async () => {
  await using school = await openSchool();
  const { app, admin, statistics, lectures, mark } = school;
  const term = { unit: 'day', count: 10 } as const;
  const planId = await aPlan(app, admin, { courseIds: [statistics], priceInPaise: 0, term });
  const person = await aUser(app);
  await buy(app, person, { planId });
  await mark(lectures.statistics, person);
  const { token } = person;
  const body = { positionMs: 61_000, text: 'A mean is not a median' };
  await call(app, 'PUT', `/lectures/${lectures.statistics}/notes/a-note`, { token, body });
  app.clock.advance(11 * DAY_MS);
  expect(await learningOf(app, person)).toMatchObject({
    continue: null,
    started: [],
    ended: [
      {
        title: 'Statistics',
        lectures: 2,
        doneLectures: 1,
        end: 'ended',
        endedAt: '2026-06-25T04:30:00.000Z',
        scope: 'course',
        isShown: true,
        notes: 1,
      },
    ],
  });
  expect((await call(app, 'GET', `/courses/${statistics}/notes`, { token })).body).toMatchObject({
    course: { _id: statistics, title: 'Statistics' },
    lectures: [{ _id: lectures.statistics, title: 'The mean', notes: [{ _id: 'a-note', ...body }] }],
  });
  const other = await aUser(app);
  expect((await call(app, 'GET', `/courses/${statistics}/notes`, { token: other.token })).body['lectures']).toEqual([]);
  await call(app, 'PUT', `/courses/${statistics}/draft`, { token: admin.token, body: { isDraft: true } });
  expect((await learningOf(app, person)).ended).toMatchObject([{ title: 'Statistics', isShown: false }]);
});

test('the bundle that ended or was refunded names itself, and a course that was bought alone stays open', async () => {
  await using school = await openSchool();
  const { app, admin, statistics, monsoon, lectures, mark } = school;
  const planId = await aPlan(app, admin, { courseIds: [statistics], priceInPaise: 0 });
  const [ended, refunded] = [await aSubscriber(app), await aSubscriber(app)];
  for (const person of [ended, refunded]) {
    await mark(lectures.monsoon, person);
    await mark(lectures.statistics, person);
  }
  app.clock.advance(DAY_MS);
  await refundAll(app, refunded.id);
  expect((await learningOf(app, refunded)).ended).toMatchObject([
    { title: 'Monsoon', end: 'refunded', endedAt: '2026-06-16T04:30:00.000Z', scope: 'everything' },
    { title: 'Statistics', end: 'refunded', scope: 'everything' },
  ]);
  await buy(app, refunded, { planId });
  expect(await learningOf(app, refunded)).toMatchObject({
    continue: { course: { title: 'Statistics' } },
    ended: [{ title: 'Monsoon' }],
  });
  await app.database.db
    .updateTable('payments')
    .set({ access_until: app.clock.now() - DAY_MS })
    .where('user_id', '=', ended.id)
    .execute();
  expect((await learningOf(app, ended)).ended).toMatchObject([
    { title: 'Monsoon', end: 'ended', endedAt: '2026-06-15T04:30:00.000Z', scope: 'everything' },
    { title: 'Statistics' },
  ]);
  await call(app, 'DELETE', `/courses/${monsoon}`, { token: admin.token });
  expect((await learningOf(app, ended)).ended).toMatchObject([{ title: 'Statistics' }]);
});
