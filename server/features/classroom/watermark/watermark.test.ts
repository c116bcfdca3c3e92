// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aLaterSession, aLecture, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { aTalk } from '#test/questions.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await anAdmin(app);
});

afterAll(async () => app.close());

const protect = (courseId: string, watermark: string | null, { token }: Person = admin) =>
  call(app, 'PUT', `/courses/${courseId}/watermark`, { token, body: { watermark } });

const seenBy = async ({ token }: Person, courseId: string) =>
  (await call(app, 'GET', `/courses/${courseId}`, { token })).body['watermark'];

const Code = z.object({ kind: z.literal('code'), text: z.string().regex(/^[CDFGHJKMNPQRTVWXY234679]{6}$/) });
const codeOf = async (person: Person, courseId: string) => Code.parse(await seenBy(person, courseId)).text;

const find = async (code: string, { token }: Person = admin) =>
  (await call(app, 'GET', `/admin/watermarks?code=${encodeURIComponent(code)}`, { token })).body['found'];

test('a course has no watermark until its teacher or an admin chooses one', async () => {
  const { courseId, meera, teacher, assistant } = await aTalk(app);
  expect(await seenBy(meera, courseId)).toBeNull();
  expect((await protect(courseId, 'name', teacher)).body).toMatchObject({
    message: 'Protection saved',
    watermark: 'name',
  });
  expect((await call(app, 'GET', `/courses/${courseId}/watermark`, { token: teacher.token })).body).toMatchObject({
    watermark: 'name',
  });
  expect(await seenBy(meera, courseId)).toEqual({ kind: 'name', text: 'Meera Nair' });
  for (const person of [assistant, meera]) expect((await protect(courseId, null, person)).status).toBe(403);
  expect((await protect(courseId, 'phone')).status).toBe(400);
  expect((await protect('missing', 'code')).status).toBe(404);
  await protect(courseId, null);
  expect(await seenBy(meera, courseId)).toBeNull();
});

test.each([
  'Meera Nair',
  'मीरा नायर',
  'মীরা নায়ার',
  'மீரா நாயர்',
  'మీరా నాయర్',
  'ಮೀರಾ ನಾಯರ್',
  'മീര നായർ',
  'મીરા નાયર',
  'ਮੀਰਾ ਨਾਇਰ',
  'ମୀରା ନାୟର',
  'میرا نائر',
])('a name is drawn as it is written: %s', async (fullName) => {
  const { courseId } = await aTalk(app);
  await protect(courseId, 'name');
  expect(await seenBy(await aSubscriber(app, { fullName }), courseId)).toEqual({ kind: 'name', text: fullName });
});

test('an email address is drawn masked', async () => {
  const { courseId } = await aTalk(app);
  await protect(courseId, 'email');
  const person = await aSubscriber(app, { email: 'sunita.kumari@example.in' });
  expect(await seenBy(person, courseId)).toEqual({ kind: 'email', text: 's•••@example.in' });
});

test('a code is that of one person for a month, in every course, and finds them for ever', async () => {
  const [{ courseId, lectureId, meera, arjun }, other] = [await aTalk(app), await aTalk(app)];
  await protect(courseId, 'code');
  await protect(other.courseId, 'code');
  const code = await codeOf(meera, courseId);
  expect(await codeOf(meera, other.courseId)).toBe(code);
  expect(await codeOf(arjun, courseId)).not.toBe(code);
  await call(app, 'POST', `/lectures/${lectureId}/progress`, {
    token: meera.token,
    body: { positionMs: 10_000, ranges: [[0, 10_000]], rate: 1, seq: 1, sessionId: 's1' },
  });
  const month = '2026-06';
  const found = {
    code,
    month,
    person: { _id: meera.id, fullName: 'Meera Nair', email: meera.email },
    courses: [{ _id: courseId, title: 'The Shopkeeper’s Balance Sheet' }],
  };
  expect(await find(code)).toEqual(found);
  expect(await find(` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `)).toEqual(found);
  app.clock.advance(32 * DAY_MS);
  admin = await aLaterSession(app, admin);
  const later = await codeOf(await aLaterSession(app, meera), courseId);
  expect(later).not.toBe(code);
  expect(await find(code)).toMatchObject({ month, person: { _id: meera.id } });
  expect(await find(later)).toMatchObject({ person: { _id: meera.id } });
});

test('what is no code of a person finds nobody, and learners and teachers look up none', async () => {
  const { courseId, meera, teacher } = await aTalk(app);
  for (const wrong of ['', 'AAAAAA', 'CDFGHJK', '%', 'C'.repeat(40)]) expect(await find(wrong)).toBeNull();
  await protect(courseId, 'code');
  const code = await codeOf(meera, courseId);
  for (const person of [meera, teacher])
    expect((await call(app, 'GET', `/admin/watermarks?code=${code}`, { token: person.token })).status).toBe(403);
});

test('the search of people finds the person of a code', async () => {
  const { courseId, meera } = await aTalk(app);
  await protect(courseId, 'code');
  const code = await codeOf(meera, courseId);
  const { body } = await call(app, 'GET', `/admin/people?search=${code}`, { token: admin.token });
  expect(body).toMatchObject({ total: 1, people: [{ _id: meera.id }] });
});

test('a code that another person has is given to nobody else', async () => {
  const { courseId, meera, arjun } = await aTalk(app);
  await protect(courseId, 'code');
  const code = await codeOf(meera, courseId);
  // As if Arjun had been first with it.
  const taken = { user_id: arjun.id, month: '2000-01' };
  await app.database.db.updateTable('watermark_codes').set(taken).where('code', '=', code).execute();
  const second = await codeOf(meera, courseId);
  expect(second).not.toBe(code);
  expect(await codeOf(meera, courseId)).toBe(second);
  expect(await find(code)).toMatchObject({ month: '2000-01', person: { _id: arjun.id } });
});

test('requests at once get the same code', async () => {
  const { courseId, meera } = await aTalk(app);
  await protect(courseId, 'code');
  const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(meera, courseId)));
  expect(new Set(codes).size).toBe(1);
});

test('tampering is one line in the history of the person for each course and day', async () => {
  const { courseId, meera, arjun } = await aTalk(app);
  const report = ({ token }: Person) => call(app, 'POST', `/courses/${courseId}/watermark/tampering`, { token });
  await report(meera);
  await protect(courseId, 'code');
  for (const person of [meera, meera, arjun]) expect((await report(person)).body).toMatchObject({ success: true });
  expect((await report(await aUser(app))).status).toBe(403);
  const { body } = await call(app, 'GET', `/admin/people/${meera.id}`, { token: admin.token });
  const { timeline } = z.object({ timeline: z.array(z.object({ text: z.string() })) }).parse(body['detail']);
  expect(timeline.map(({ text }) => text).filter((text) => text.includes('watermark'))).toEqual([
    'The watermark of The Shopkeeper’s Balance Sheet was removed, hidden or moved on a device',
  ]);
});

test('free previews of visitors have no watermark', async () => {
  const { courseId } = await aTalk(app);
  const lectureId = await aLecture(app, { courseId, title: 'Free', isFreePreview: true });
  await protect(courseId, 'name');
  const { text } = await call(app, 'GET', `/courses/${courseId}/preview/${lectureId}`);
  expect(text).not.toContain('watermark');
});
