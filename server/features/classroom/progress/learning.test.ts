// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, aSubscriber, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const learningOf = async (app: TestApp, person: Person) => {
  const { status, body } = await call(app, 'GET', '/learning', { token: person.token });
  expect(status).toBe(200);
  return api.learning.overview.response.parse(body);
};

const mark = async (app: TestApp, person: Person, lectureId: string): Promise<void> => {
  app.clock.advance(1000);
  await call(app, 'PUT', `/lectures/${lectureId}/done`, { token: person.token, body: { isDone: true } });
};

/** A course with lectures of ten minutes. */
const courseOf = async (app: TestApp, title: string, lectures: string[]) => {
  const courseId = await aCourse(app, { title });
  const ids: string[] = [];
  for (const lecture of lectures) ids.push(await aLecture(app, { courseId, title: lecture, durationMs: 600_000 }));
  return { courseId, lectures: ids };
};

test('a learner continues the course watched last, and sees the others, begun and finished', async () => {
  await using app = await startApp();
  const person = await aSubscriber(app);
  const empty = await learningOf(app, person);
  expect(empty).toMatchObject({ continue: null, started: [], finished: [], news: [], lastVisitAt: null });

  const shop = await courseOf(app, 'The Shopkeeper', ['Two sides', 'Profit is not cash', 'The month that went wrong']);
  const singing = await courseOf(app, 'Carnatic Singing', ['Sa and pa', 'First scale']);
  const monsoon = await courseOf(app, 'Monsoon', ['Warm land']);
  await courseOf(app, 'Never begun', ['One']);
  await mark(app, person, monsoon.lectures[0] ?? '');
  await mark(app, person, singing.lectures[1] ?? '');
  await mark(app, person, shop.lectures[0] ?? '');
  await call(app, 'POST', `/lectures/${shop.lectures[1]}/progress`, {
    token: person.token,
    body: { positionMs: 14_000, ranges: [[0, 14_000]], rate: 1, seq: 1, sessionId: 'phone' },
  });
  const full = await learningOf(app, person);
  expect(full.continue).toEqual({
    course: {
      _id: shop.courseId,
      title: 'The Shopkeeper',
      createdBy: 'Ila Rao',
      thumbnail: null,
      lectures: 3,
      doneLectures: 1,
      percent: 33,
      leftMs: 1_186_000,
      watchedAt: '2026-06-15T04:30:03.000Z',
    },
    lecture: {
      _id: shop.lectures[1],
      title: 'Profit is not cash',
      durationMs: 600_000,
      number: 2,
      progress: { positionMs: 14_000, resumeAtMs: 11_000, watchedPercent: 2, isDone: false },
    },
    nextTitle: 'The month that went wrong',
  });
  expect(full.started).toMatchObject([{ title: 'Carnatic Singing', percent: 50, leftMs: 600_000 }]);
  expect(full.finished).toMatchObject([{ title: 'Monsoon', percent: 100, leftMs: 0 }]);
});

test('news are lectures published since the previous visit, which lasts while the learner returns within four hours', async () => {
  await using app = await startApp();
  const person = await aSubscriber(app);
  const old = await courseOf(app, 'The Kitchen Garden', ['What to sow']);
  await learningOf(app, person);
  app.clock.advance(3 * HOUR_MS);
  const second = await learningOf(app, person);
  expect(second.lastVisitAt).toBeNull();

  app.clock.advance(DAY_MS);
  await aLecture(app, { courseId: old.courseId, title: 'In December', durationMs: 684_000 });
  app.clock.advance(1000);
  const fresh = await courseOf(app, 'Spoken Tamil', ['At the counter', 'On the bus']);
  const third = await learningOf(app, person);
  expect(third.lastVisitAt).toBe('2026-06-15T07:30:00.000Z');
  expect(third.news).toMatchObject([
    {
      course: { _id: fresh.courseId, title: 'Spoken Tamil' },
      isNewCourse: true,
      newLectures: 2,
      durationMs: 1_200_000,
    },
    {
      course: { title: 'The Kitchen Garden' },
      isNewCourse: false,
      newLectures: 1,
      first: { title: 'In December', durationMs: 684_000 },
    },
  ]);
  app.clock.advance(HOUR_MS);
  expect((await learningOf(app, person)).news).toHaveLength(2);
  app.clock.advance(DAY_MS);
  expect((await learningOf(app, person)).news).toEqual([]);
});
