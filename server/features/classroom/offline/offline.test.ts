import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { JULY, openBatchSchool } from '#test/batch-school.ts';
import { call } from '#test/call.ts';
import {
  aCourse,
  aHolder,
  aLaterSession,
  aLecture,
  anAdmin,
  aSubscriber,
  aUser,
  type Person,
  refundAll,
} from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const PHONE = 'phone-of-meera-nair';
const Keys = z.object({
  keys: z.array(z.object({ lectureId: z.string(), keyId: z.string(), key: z.string(), endsAtMs: z.int() })),
});

let app: TestApp;
let courseId: string;
let lectureId: string;

beforeAll(async () => {
  app = await startApp();
  courseId = await aCourse(app);
  lectureId = await aLecture(app, { courseId });
});

afterAll(async () => app.close());

const ask = (person: Person, lectureIds = [lectureId], deviceId = PHONE, school = app) =>
  call(school, 'POST', '/offline/keys', { token: person.token, body: { deviceId, lectureIds } });

const keyOf = async (person: Person, lecture = lectureId, deviceId = PHONE) => {
  const { body } = await ask(person, [lecture], deviceId);
  return Keys.parse(body).keys[0];
};

/** Moves the end of a user's term. */
const endAccess = (person: Person, endsAtMs: number) =>
  app.database.db.updateTable('payments').set({ access_until: endsAtMs }).where('user_id', '=', person.id).execute();

test('a key lasts for fourteen days, and not longer than access', async () => {
  const meera = await aSubscriber(app);
  const { status, body } = await ask(meera);
  expect([status, body['nowMs']]).toEqual([200, JUNE_MORNING_MS]);
  expect(body['keys']).toEqual([
    {
      lectureId,
      keyId: expect.stringMatching(/^[0-9a-f]{16}$/),
      key: expect.stringMatching(/^[\w-]{43}$/),
      endsAtMs: JUNE_MORNING_MS + 14 * DAY_MS,
    },
  ]);
  expect((await keyOf(await anAdmin(app)))?.endsAtMs).toBe(JUNE_MORNING_MS + 14 * DAY_MS);
  const soon = await aSubscriber(app);
  await endAccess(soon, JUNE_MORNING_MS + 3 * DAY_MS);
  expect((await keyOf(soon))?.endsAtMs).toBe(JUNE_MORNING_MS + 3 * DAY_MS);
});

test('a key does not outlast a batch that closes, nor an extension of it', async () => {
  const school = await openBatchSchool();
  const lecture = await aLecture(school.app, { courseId: school.courseId });
  const [closed, open] = [await aHolder(school.app, school.courseId), await aHolder(school.app, school.courseId)];
  await school.join(closed, await school.addBatch({ ...JULY, afterEnd: 'closed' }));
  await school.join(open, await school.addBatch(JULY));
  school.app.clock.set(Date.parse('2026-07-25T04:30:00Z'));
  const endsAt = async (person: Person) => {
    const asked = await ask(await aLaterSession(school.app, person), [lecture], PHONE, school.app);
    return new Date(Keys.parse(asked.body).keys[0]?.endsAtMs ?? 0).toISOString();
  };
  const inFourteenDays = '2026-08-08T04:30:00.000Z';
  expect([await endsAt(closed), await endsAt(open)]).toEqual(['2026-07-31T18:29:59.999Z', inFourteenDays]);
  const more = { userId: closed.id, days: 3, reason: 'Ill' };
  expect(
    (await school.ask(await aLaterSession(school.app, school.admin), 'POST', '/admin/access/extend', more)).status,
  ).toBe(200);
  expect(await endsAt(closed)).toBe('2026-08-03T18:29:59.999Z');
});

test('a key is of one person, device, lecture and video, and otherwise the same each time', async () => {
  const [meera, arjun] = [await aSubscriber(app), await aSubscriber(app)];
  const other = await aLecture(app, { courseId, title: 'The festival rush' });
  const first = await keyOf(meera);
  expect(await keyOf(meera)).toEqual(first);
  const others = [await keyOf(arjun), await keyOf(meera, other), await keyOf(meera, lectureId, 'a-laptop-of-meera')];
  await app.database.db.updateTable('lectures').set({ video_version: 7 }).where('id', '=', other).execute();
  others.push(await keyOf(meera, other));
  const all = [first, ...others];
  expect(new Set(all.map((known) => known?.key)).size).toBe(5);
  expect(new Set(all.map((known) => known?.keyId)).size).toBe(5);
});

test('without access there is no key: a visitor, no purchase, an ended one, a refund, a blocked account', async () => {
  const anonymous = await call(app, 'POST', '/offline/keys', { body: { deviceId: PHONE, lectureIds: [lectureId] } });
  expect(anonymous.status).toBe(401);
  const { db } = app.database;
  const [ended, refunded, blocked] = [await aSubscriber(app), await aSubscriber(app), await aSubscriber(app)];
  await refundAll(app, refunded.id);
  await endAccess(ended, JUNE_MORNING_MS - 1);
  for (const person of [await aUser(app), ended, refunded])
    expect(await ask(person)).toMatchObject({ status: 200, body: { keys: [] } });
  await db.updateTable('users').set({ blocked_at: JUNE_MORNING_MS }).where('id', '=', blocked.id).execute();
  expect((await ask(blocked)).status).toBe(401);
});

test('what was removed, or is a draft, has no key any more', async () => {
  const meera = await aSubscriber(app);
  const [removed, draft] = [await aLecture(app, { courseId }), await aLecture(app, { courseId })];
  const { db } = app.database;
  await db.updateTable('lectures').set({ deleted_at: JUNE_MORNING_MS }).where('id', '=', removed).execute();
  await db.updateTable('lectures').set({ published_at: null }).where('id', '=', draft).execute();
  const { body } = await ask(meera, [lectureId, removed, draft, 'nothing']);
  expect(Keys.parse(body).keys.map((known) => known.lectureId)).toEqual([lectureId]);
  expect(Keys.parse((await ask(await anAdmin(app), [draft])).body).keys).toEqual([]);
});

test('a device names itself, and asks for at most a hundred lectures, sixty times in fifteen minutes', async () => {
  const meera = await aSubscriber(app);
  expect((await ask(meera, [])).status).toBe(400);
  expect(
    (
      await ask(
        meera,
        Array.from({ length: 101 }, () => lectureId),
      )
    ).status,
  ).toBe(400);
  expect((await ask(meera, [lectureId], 'short')).status).toBe(400);
  const limited = await startApp({ RATE_LIMIT: 'on' });
  onTestFinished(limited.close);
  const learner = await aSubscriber(limited);
  const statuses: number[] = [];
  for (let time = 0; time < 61; time += 1) statuses.push((await ask(learner, ['nothing'], PHONE, limited)).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
});
