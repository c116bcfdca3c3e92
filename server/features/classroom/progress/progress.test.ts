import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { ContinueItem, CourseProgress, LectureProgress } from '#contract/classroom/progress.ts';
import { call, type CallResponse } from '#test/call.ts';
import { aCourse, aLaterSession, aLecture, anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const TEN_MINUTES_MS = 600_000;

interface School {
  app: TestApp;
  person: Person;
  courseId: string;
  lectureId: string;
}

const openSchool = async (): Promise<School & AsyncDisposable> => {
  const app = await startApp();
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId, durationMs: TEN_MINUTES_MS });
  const person = await aSubscriber(app);
  return { app, person, courseId, lectureId, [Symbol.asyncDispose]: () => app.close() };
};

let lastSeq = 0;
const beat = (
  { app, person, lectureId }: Omit<School, 'courseId'>,
  ranges: [number, number][],
  more: object = {},
): Promise<CallResponse> =>
  call(app, 'POST', `/lectures/${lectureId}/progress`, {
    token: person.token,
    body: { positionMs: ranges.at(-1)?.[1] ?? 0, ranges, rate: 1, seq: (lastSeq += 1), sessionId: 'phone', ...more },
  });

const progressIn = ({ body }: CallResponse) => LectureProgress.parse(body['progress']);
const Listed = z.object({ lectures: z.array(z.object({ progress: LectureProgress })), progress: CourseProgress });
const courseOf = async ({ app, person, courseId }: Omit<School, 'lectureId'>) =>
  Listed.parse((await call(app, 'GET', `/courses/${courseId}`, { token: person.token })).body);

/** Plays a stretch in real time, a heartbeat every 15 seconds. Returns the progress after the last one. */
const play = async (school: School, fromMs: number, toMs: number) => {
  let response = await beat(school, [], { positionMs: fromMs });
  for (let at = fromMs; at < toMs; at += 15_000) {
    school.app.clock.advance(15_000);
    response = await beat(school, [[at, Math.min(at + 15_000, toMs)]]);
  }
  return progressIn(response);
};

test('the position is kept for the next device, a little earlier', { tags: ['VID-52'] }, async () => {
  await using school = await openSchool();
  expect((await courseOf(school)).lectures[0]?.progress).toEqual({
    positionMs: 0,
    resumeAtMs: 0,
    watchedPercent: 0,
    isDone: false,
  });
  const first = await play(school, 0, 60_000);
  expect(first).toEqual({ positionMs: 60_000, resumeAtMs: 57_000, watchedPercent: 10, isDone: false });
  await using again = await school.app.restart();
  expect((await courseOf({ ...school, app: again })).lectures[0]?.progress).toEqual(first);
  const places: [number, number][] = [
    [9000, 0],
    [10_000, 7000],
    [TEN_MINUTES_MS - 9000, 0],
    [TEN_MINUTES_MS * 3, 0],
  ];
  for (const [positionMs, resumeAtMs] of places)
    expect(progressIn(await beat({ ...school, app: again }, [], { positionMs })).resumeAtMs).toBe(resumeAtMs);
});

test('seeking to the end completes nothing; watching nine tenths does, for good', { tags: ['VID-52'] }, async () => {
  await using school = await openSchool();
  const dragged = await beat(school, [[TEN_MINUTES_MS - 1000, TEN_MINUTES_MS]], { ended: true });
  expect(progressIn(dragged)).toMatchObject({ positionMs: TEN_MINUTES_MS, watchedPercent: 0, isDone: false });
  const claimed = progressIn(await beat(school, [[0, TEN_MINUTES_MS]], { ended: true }));
  expect(claimed.isDone).toBe(false);
  expect(claimed.watchedPercent).toBeLessThan(10);
  expect((await play(school, 0, 525_000)).isDone).toBe(false);
  expect((await play(school, 525_000, 540_000)).isDone).toBe(true);
  expect(progressIn(await beat(school, [[0, 1000]], { positionMs: 1000 }))).toMatchObject({
    positionMs: 1000,
    isDone: true,
  });
});

test('at the end four fifths are enough, and time watched twice counts once', { tags: ['VID-52'] }, async () => {
  await using school = await openSchool();
  expect((await play(school, 0, 300_000)).watchedPercent).toBe(50);
  expect((await play(school, 0, 300_000)).watchedPercent).toBe(50);
  expect((await play(school, 300_000, 480_000)).isDone).toBe(false);
  expect(progressIn(await beat(school, [], { positionMs: TEN_MINUTES_MS, ended: true })).isDone).toBe(true);
});

test(
  'what was watched of a lecture before its first report could be sent is not lost',
  { tags: ['VID-52'] },
  async () => {
    await using school = await openSchool();
    const watched: [number, number][] = [[0, 300_000]];
    const sent = await beat(school, watched, { positionMs: 300_000, sinceStartMs: 300_000 });
    expect(progressIn(sent)).toMatchObject({ positionMs: 300_000, watchedPercent: 50 });
  },
);

test('a late report changes nothing, and a minute offline is not lost', { tags: ['VID-52'] }, async () => {
  await using school = await openSchool();
  await beat(school, [], { seq: 10, sessionId: 'train' });
  school.app.clock.advance(60_000);
  const pieces: [number, number][] = [0, 15_000, 30_000, 45_000].map((at) => [at, at + 15_000]);
  for (const [index, piece] of pieces.entries()) await beat(school, [piece], { seq: 11 + index, sessionId: 'train' });
  const now = (await courseOf(school)).lectures[0]?.progress;
  expect(now).toMatchObject({ positionMs: 60_000, watchedPercent: 10 });
  const stale = await beat(school, [[100_000, 101_000]], { seq: 12, sessionId: 'train' });
  expect([stale.status, progressIn(stale)]).toEqual([200, now]);
  expect(progressIn(await beat(school, [], { positionMs: 90_000, seq: 1, sessionId: 'laptop' })).positionMs).toBe(
    90_000,
  );
});

test('a lecture can be marked as watched, and unmarked', async () => {
  await using school = await openSchool();
  const mark = (isDone: boolean) =>
    call(school.app, 'PUT', `/lectures/${school.lectureId}/done`, { token: school.person.token, body: { isDone } });
  expect((await mark(true)).body).toMatchObject({ message: 'Marked as watched', progress: { isDone: true } });
  expect((await courseOf(school)).progress).toEqual({
    doneLectures: 1,
    lectures: 1,
    percent: 100,
    resumeLectureId: null,
  });
  await play(school, 0, 570_000);
  expect(progressIn(await mark(false))).toMatchObject({ isDone: false, watchedPercent: 0, positionMs: 570_000 });
  expect(progressIn(await beat(school, [])).isDone).toBe(false);
});

test(
  'a heartbeat reports when access has ended, or the lecture is deleted or a draft',
  { tags: ['VID-22'] },
  async () => {
    await using school = await openSchool();
    const { app, courseId, lectureId } = school;
    const admin = await anAdmin(app);
    const codeOf = async (person = school.person): Promise<unknown> =>
      (await beat({ ...school, person }, [])).body['code'];
    await call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, {
      token: admin.token,
      body: { isDraft: true },
    });
    expect([await codeOf(), await codeOf(admin)]).toEqual(['lecture_not_found', undefined]);
    await call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, {
      token: admin.token,
      body: { isDraft: false },
    });
    expect(await codeOf()).toBe(undefined);
    await call(app, 'DELETE', `/courses/${courseId}`, { token: admin.token });
    expect([await codeOf(), await codeOf(admin)]).toEqual(['lecture_not_found', 'lecture_not_found']);
    await using late = await startApp();
    const person = await aSubscriber(late);
    const lecture = await aLecture(late, { courseId: await aCourse(late) });
    late.clock.advance(400 * DAY_MS);
    const { status, body } = await beat(
      { app: late, person: await aLaterSession(late, person), lectureId: lecture },
      [],
    );
    expect([status, body['code']]).toEqual([403, 'not_entitled']);
  },
);

test('concurrent heartbeats are all stored, whichever process receives them', async () => {
  await using school = await openSchool();
  const { app, courseId, lectureId } = school;
  await using other = await app.another();
  const people = await Promise.all(Array.from({ length: 40 }, () => aSubscriber(app)));
  const second = await aLecture(app, { courseId });
  const responses = await Promise.all(
    people.flatMap((person, index) =>
      [lectureId, second].map((id) =>
        beat({ app: index % 2 === 0 ? app : other, person, lectureId: id }, [[1000, 11_000 + index]]),
      ),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  const rows = await app.database.db.selectFrom('lecture_progress').selectAll().execute();
  expect(rows).toHaveLength(80);
  expect(new Set(rows.map(({ watched_ms: ms }) => ms))).toEqual(new Set(people.map((_, index) => 10_000 + index)));
  const [person = school.person] = people;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      beat(
        { app: index % 2 === 0 ? app : other, person, lectureId },
        [[100_000 + index * 1000, 100_500 + index * 1000]],
        {
          sessionId: `player-${index}`,
        },
      ),
    ),
  );
  const row = await app.database.db
    .selectFrom('lecture_progress')
    .select('watched_ms')
    .where('user_id', '=', person.id)
    .where('lecture_id', '=', lectureId)
    .executeTakeFirstOrThrow();
  expect(row.watched_ms).toBe(10_000 + 20 * 500);
});

test('started courses are listed to continue, most recent first', async () => {
  await using school = await openSchool();
  const { app, person, courseId, lectureId } = school;
  const items = async () =>
    z
      .object({ items: z.array(ContinueItem) })
      .parse((await call(app, 'GET', '/progress/continue', { token: person.token })).body).items;
  expect(await items()).toEqual([]);
  const next = await aLecture(app, { courseId, title: 'Rain' });
  await play(school, 0, 30_000);
  for (let index = 0; index < 7; index += 1) {
    app.clock.advance(HOUR_MS);
    const other = await aCourse(app, { title: `Course ${index}` });
    await beat({ app, person, lectureId: await aLecture(app, { courseId: other }) }, [[0, 20_000]]);
  }
  expect((await items()).map(({ course }) => course.title)).toEqual([6, 5, 4, 3, 2, 1].map((n) => `Course ${n}`));
  app.clock.advance(HOUR_MS);
  await beat(school, [[30_000, 40_000]]);
  expect((await items())[0]).toMatchObject({
    course: { _id: courseId, thumbnail: null },
    lecture: { _id: lectureId, durationMs: TEN_MINUTES_MS },
    progress: { positionMs: 40_000, resumeAtMs: 37_000 },
  });
  app.clock.advance(HOUR_MS);
  const done = { token: person.token, body: { isDone: true } };
  await call(app, 'PUT', `/lectures/${lectureId}/done`, done);
  expect((await items())[0]).toMatchObject({ lecture: { _id: next, title: 'Rain' }, progress: { positionMs: 0 } });
  expect((await courseOf(school)).progress).toMatchObject({ doneLectures: 1, percent: 50, resumeLectureId: next });
  await call(app, 'PUT', `/lectures/${next}/done`, done);
  expect((await items()).map(({ course }) => course._id)).not.toContain(courseId);
});
