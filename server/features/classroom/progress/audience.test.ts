import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const openSchool = async () => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Reading the monsoon' });
  const [first, second, third] = [
    await aLecture(app, { courseId, title: 'Warm land', durationMs: 10 * MINUTE_MS }),
    await aLecture(app, { courseId, title: 'Cool sea', durationMs: 3 * MINUTE_MS }),
    await aLecture(app, { courseId, title: 'Clouds', durationMs: null }),
  ];
  let seq = 0;
  const watch = async (person: Person, lectureId: string, ...ranges: [fromMin: number, toMin: number][]) => {
    const inMs = ranges.map(([from, to]) => [from * MINUTE_MS, to * MINUTE_MS]);
    const body = { positionMs: 0, ranges: inMs, rate: 1, seq: (seq += 1), sessionId: 'phone' };
    await call(app, 'POST', `/lectures/${lectureId}/progress`, { token: person.token, body: { ...body, ranges: [] } });
    app.clock.advance(HOUR_MS);
    body.seq = seq += 1;
    const { status } = await call(app, 'POST', `/lectures/${lectureId}/progress`, { token: person.token, body });
    expect(status).toBe(200);
  };
  const recompute = async () => {
    app.clock.advance(HOUR_MS);
    await app.jobs.runDue();
  };
  const report = (path: string) => call(app, 'GET', `/admin/reports/${path}`, { token: admin.token });
  return { app, admin, courseId, lectures: { first, second, third }, watch, recompute, report };
};

test('the most watched courses show viewers, time, completion and where most people stop', async () => {
  const { app, admin, courseId, lectures, watch, recompute, report } = await openSchool();
  await using _ = app;
  const [ila, ravi, meera] = [await aSubscriber(app), await aSubscriber(app), await aSubscriber(app)];
  await watch(ila, lectures.first, [0, 10]);
  await watch(ila, lectures.second, [0, 3]);
  await watch(ravi, lectures.first, [0, 2]);
  await watch(meera, lectures.first, [0, 1], [4, 5]);
  // Nobody has watched what was only marked.
  const marked = await aSubscriber(app);
  await call(app, 'PUT', `/lectures/${lectures.third}/done`, { token: marked.token, body: { isDone: true } });
  const other = await aCourse(app, { title: 'Never watched' });
  expect((await report('watching')).body).toMatchObject({ courses: [] });
  await recompute();
  expect((await report('watching')).body).toMatchObject({
    courses: [
      {
        _id: courseId,
        title: 'Reading the monsoon',
        thumbnail: null,
        viewers: 3,
        watchedMs: 17 * MINUTE_MS,
        completedPercent: 22,
        stopsAt: { _id: lectures.first, title: 'Warm land', number: 1, percent: 67 },
      },
    ],
  });
  expect((await call(app, 'GET', '/admin/courses?sort=title', { token: admin.token })).body).toMatchObject({
    courses: [
      { title: 'Never watched', viewers: 0, completedPercent: null },
      { title: 'Reading the monsoon', viewers: 3, completedPercent: 22 },
    ],
  });
  expect((await report(`watching/${courseId}`)).body).toMatchObject({
    computedAt: '2026-06-15T09:30:00.000Z',
    lectures: [
      { number: 1, title: 'Warm land', viewers: 3, watchedMs: 14 * MINUTE_MS, completedPercent: 33 },
      { number: 2, title: 'Cool sea', viewers: 1, watchedMs: 3 * MINUTE_MS, completedPercent: 100 },
      { number: 3, title: 'Clouds', viewers: 0, watchedMs: 0, completedPercent: 0 },
    ],
  });
  expect((await report(`watching/${other}`)).body).toMatchObject({ computedAt: null, lectures: [] });
});

test('a course that its viewers finished is complete, with its quiz, its class and what they marked', async () => {
  const { app, courseId, lectures, watch, recompute, report } = await openSchool();
  await using _ = app;
  const quizzes = [await aLecture(app, { courseId, title: 'Quiz' }), await aLecture(app, { courseId, title: 'Class' })];
  const [ila, ravi] = [await aSubscriber(app), await aSubscriber(app)];
  for (const { token, ...person } of [ila, ravi]) {
    await watch({ token, ...person }, lectures.first, [0, 10]);
    for (const lecture of [lectures.second, lectures.third, ...quizzes])
      await call(app, 'PUT', `/lectures/${lecture}/done`, { token, body: { isDone: true } });
  }
  await recompute();
  expect((await report('watching')).body).toMatchObject({
    courses: [{ viewers: 2, completedPercent: 100, stopsAt: null }],
  });
  const { lectures: rows } = (await report(`watching/${courseId}`)).body;
  expect(rows).toMatchObject([2, 0, 0, 0, 0].map((viewers) => ({ viewers, completedPercent: 100 })));
});

test('a lecture shows how many are still watching at each minute, and where most leave before its end', async () => {
  const { app, lectures, watch, recompute, report } = await openSchool();
  await using _ = app;
  await watch(await aSubscriber(app), lectures.first, [0, 10]);
  await watch(await aSubscriber(app), lectures.first, [0, 10]);
  await watch(await aSubscriber(app), lectures.first, [0, 2]);
  await watch(await aSubscriber(app), lectures.first, [0, 1], [1.5, 2]);
  await watch(await aSubscriber(app), lectures.first, [0, 1], [4, 5]);
  await watch(await aSubscriber(app), lectures.third, [0, 1]);
  await recompute();
  expect((await report(`lectures/${lectures.first}`)).body).toMatchObject({
    viewers: 5,
    stillWatching: [5, 5, 3, 3, 3, 2, 2, 2, 2, 2],
    leaveMinute: 1,
  });
  expect((await report(`lectures/${lectures.third}`)).body).toMatchObject({
    viewers: 1,
    stillWatching: [1],
    leaveMinute: null,
  });
  expect((await report(`lectures/${lectures.second}`)).body).toMatchObject({ viewers: 0, stillWatching: [] });
  expect((await report('lectures/unknown')).status).toBe(404);
  expect((await report('watching/unknown')).status).toBe(404);
});

test('a course that is watched is counted once in a quarter of an hour, and only then', async () => {
  const { app, courseId, lectures, watch, recompute } = await openSchool();
  await using _ = app;
  const person = await aSubscriber(app);
  const jobs = async () =>
    (await app.database.db.selectFrom('jobs').select('id').where('name', '=', 'classroom.audience').execute()).length;
  await watch(person, lectures.first, [0, 1]);
  expect(await jobs()).toBe(2);
  await call(app, 'PUT', `/lectures/${lectures.second}/done`, { token: person.token, body: { isDone: true } });
  expect(await jobs()).toBe(2);
  await recompute();
  await recompute();
  expect(await jobs()).toBe(2);
  const { viewers } = await app.database.db
    .selectFrom('course_audience')
    .select('viewers')
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  expect(viewers).toBe(1);
});
