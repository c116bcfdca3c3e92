// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { asked, aTalk } from '#test/questions.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { partsOf, weekOf } from './rewinds.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

let seq = 0;
const beat = (person: Person, lectureId: string, rewinds: number[]) =>
  call(app, 'POST', `/lectures/${lectureId}/progress`, {
    token: person.token,
    body: { positionMs: 0, ranges: [], rate: 1, seq: (seq += 1), sessionId: 's1', rewinds },
  });

const ofWeek = async (person: Person, query = '') =>
  (await call(app, 'GET', `/teach/rewinds${query}`, { token: person.token })).body['lectures'];

test('the week says where people went back, and how many asked there', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher, assistant, lectureId } = talk;
  const third = await aSubscriber(app);
  expect(await ofWeek(teacher)).toEqual([]);
  expect((await beat(meera, lectureId, [221_000, 229_999, 231_000, 500_000])).body).toMatchObject({ success: true });
  await beat(meera, lectureId, [222_000]);
  await beat(arjun, lectureId, [224_000, 999_000]);
  await beat(third, lectureId, [235_000]);
  await asked(app, arjun, talk, { text: 'Why there?', atMs: 225_000 });
  await asked(app, arjun, talk, { text: 'And why there?', atMs: 226_000 });
  const week = [
    {
      course: { _id: talk.courseId, title: 'The Shopkeeper’s Balance Sheet' },
      lecture: { _id: lectureId, title: 'Profit is not cash', durationMs: 860_000 },
      people: 3,
      parts: [
        { fromMs: 220_000, toMs: 240_000, people: 3, asked: 1 },
        { fromMs: 500_000, toMs: 510_000, people: 1, asked: 0 },
      ],
      buckets: [
        { fromMs: 220_000, people: 2 },
        { fromMs: 230_000, people: 2 },
        { fromMs: 500_000, people: 1 },
      ],
    },
  ];
  expect(await ofWeek(teacher)).toEqual(week);
  expect(await ofWeek(assistant, `?courseId=${talk.courseId}`)).toEqual(week);
  expect(await ofWeek(await anAdmin(app), `?courseId=${talk.courseId}`)).toEqual(week);
  expect(await ofWeek(meera)).toEqual([]);
  const other = await aTalk(app);
  expect(await ofWeek(other.teacher, `?courseId=${talk.courseId}`)).toEqual([]);
  app.clock.advance(7 * DAY_MS);
  expect(await ofWeek(teacher)).toEqual([]);
  expect(await ofWeek(teacher, '?week=last')).toEqual(week);
});

test('a heartbeat brings up to 20 rewinds, and a person has up to 200 in a lecture and week', async () => {
  const { meera, lectureId } = await aTalk(app);
  expect(
    (
      await beat(
        meera,
        lectureId,
        Array.from({ length: 21 }, () => 0),
      )
    ).status,
  ).toBe(400);
  await app.database.db.updateTable('lectures').set({ duration_ms: null }).where('id', '=', lectureId).execute();
  for (let round = 0; round < 12; round += 1)
    await beat(
      meera,
      lectureId,
      Array.from({ length: 20 }, (_, index) => (round * 20 + index) * 10_000),
    );
  const rows = await app.database.db
    .selectFrom('lecture_rewinds')
    .where('lecture_id', '=', lectureId)
    .selectAll()
    .execute();
  expect(rows).toHaveLength(200);
});

test('weeks begin on Mondays', () => {
  const sunday = Date.UTC(2026, 10, 22, 23, 59);
  expect(weekOf(sunday + 60_000) - weekOf(sunday)).toBe(1);
  expect(weekOf(sunday + 7 * DAY_MS) - weekOf(sunday + 60_000)).toBe(0);
});

test('a part is a peak with the neighbours that half as many people went back to', () => {
  const buckets = [
    [1, 1],
    [22, 6],
    [23, 12],
    [24, 5],
    [50, 2],
    [60, 1],
    [70, 1],
  ].map(([bucket = 0, people = 0]) => ({ bucket, people }));
  expect(partsOf(buckets)).toEqual([
    { from: 22, to: 23 },
    { from: 24, to: 24 },
    { from: 50, to: 50 },
  ]);
  expect(partsOf([])).toEqual([]);
});
