// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import type { NoticeContent } from '#contract/notices/notice-kinds.ts';
import { NoticeSettings } from '#contract/notices/notices.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import type { ReadEmail } from '#test/mailbox.ts';
import { AN_ANSWER, openSchool } from '#test/notices.ts';
import { runSweep } from '#test/run-sweep.ts';

const ANSWER = { ...AN_ANSWER, courseTitle: 'The Shopkeeper’s Balance Sheet' };
const NEW_LECTURES: NoticeContent = {
  kind: 'new_lectures',
  courseId: 'course1',
  courseTitle: 'Statistics',
  count: 6,
  titles: ['Means', 'Medians', 'Modes'],
  lectureIds: ['lecture1', 'lecture2', 'lecture3'],
  firstLectureId: 'lecture1',
};
const Listed = z.object({
  notices: z.array(z.looseObject({ _id: z.string() })),
  unread: z.int(),
  nextCursor: z.string().nullable(),
});

const subjectOf = (email: ReadEmail | undefined) => email?.headers.get('subject');
test('a notice is listed, counted, and emailed once, however often its event is reported', async () => {
  const { app, meera, notify, get, emails } = await openSchool();
  await notify('answer:1', ANSWER);
  await notify('answer:1', ANSWER);
  expect(await get('/notices')).toMatchObject({
    unread: 1,
    nextCursor: null,
    notices: [
      {
        kind: 'answer',
        isRead: false,
        at: '2026-06-15T04:30:00.000Z',
        path: '/course/displaylectures?course=course1&lecture=lecture1&tab=questions&question=question1',
      },
    ],
  });
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  expect(subjectOf(email)).toBe('Nandini Kulkarni answered your question');
  expect(email?.text).toContain('“Your book is right.” Profit is not cash, 3:40');
  const other = await aUser(app);
  const { notices } = Listed.parse(await get('/notices'));
  const id = notices[0]?._id ?? '';
  expect((await call(app, 'POST', `/notices/${id}/read`, { token: other.token })).status).toBe(404);
  const read = await call(app, 'POST', `/notices/${id}/read`, { token: meera.token });
  expect([read.status, read.body['unread']]).toEqual([200, 0]);
  expect(await get('/notices?unread=true')).toMatchObject({ unread: 0, notices: [] });
});

test('pages of notices are read one after the other, and marked as read together', async () => {
  const { app, meera, notify, get } = await openSchool();
  for (const key of ['a', 'b', 'c']) {
    await notify(key, { ...ANSWER, text: key });
    app.clock.advance(1000);
  }
  const first = Listed.parse(await get('/notices?limit=2'));
  expect(first).toMatchObject({ unread: 3, notices: [{ text: 'c' }, { text: 'b' }] });
  expect(await get(`/notices?limit=2&cursor=${first.nextCursor}`)).toMatchObject({
    notices: [{ text: 'a' }],
    nextCursor: null,
  });
  await call(app, 'POST', '/notices/read', { token: meera.token });
  expect(await get('/notices')).toMatchObject({ unread: 0 });
});

test('news arrive with the weekly digest on Sunday at 8:00 of the zone of the user, and an empty digest is not sent', async () => {
  const { app, notify, save, emails } = await openSchool();
  expect((await save({ timeZone: 'Asia/Tokyo' })).status).toBe(200);
  await notify('new:1', NEW_LECTURES);
  await notify('new:2', { kind: 'new_course', courseId: 'course2', courseTitle: 'Monsoon <rain>' });
  // Saturday 20 June 2026, 22:59 UTC is Sunday, 7:59 in Tokyo.
  app.clock.set(Date.UTC(2026, 5, 20, 22, 59));
  expect(await emails()).toEqual([]);
  app.clock.set(Date.UTC(2026, 5, 20, 23, 0));
  const [digest, ...others] = await emails();
  expect(others).toEqual([]);
  expect(subjectOf(digest)).toBe('Your week at Lectern');
  expect(digest?.text).toContain('Your week, Meera Nair');
  expect(digest?.text).toContain('6 new lectures in Statistics\nMeans, Medians, Modes and more');
  expect(digest?.text).toContain('New course: Monsoon <rain>');
  expect(digest?.html).toContain('New course: Monsoon &lt;rain&gt;');
  app.clock.advance(14 * DAY_MS);
  expect(await emails()).toHaveLength(1);
});

test('one click in an email stops its kind before the next is sent, and the same link takes it back', async () => {
  const { app, notify, get, emails, deliveries } = await openSchool();
  await notify('answer:1', ANSWER);
  const [email] = await emails();
  const path = /https?:\/\/[^/]+(\/opt-out\/[\w.-]+)/.exec(email?.text ?? '')?.[1] ?? '';
  expect(email?.text).toMatch(/No more emails: Answers to questions: http/);
  await notify('answer:2', ANSWER);
  // As a mail program does it (RFC 8058): a form, without a login.
  const form = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  };
  expect((await app.http.inject({ method: 'POST', url: path, ...form })).statusCode).toBe(200);
  expect(await emails()).toHaveLength(1);
  expect(await deliveries()).toContainEqual({ channel: 'email', state: 'suppressed', problem: '' });
  expect(await get('/notices')).toMatchObject({ unread: 2 });
  const changed = path.replace('.answer.', '.question.');
  expect((await app.http.inject({ method: 'POST', url: `/api/v1${changed}` })).statusCode).toBe(404);
  expect((await app.http.inject({ method: 'DELETE', url: `/api/v1${path}` })).statusCode).toBe(200);
  await notify('answer:3', ANSWER);
  expect(await emails()).toHaveLength(2);
});

test('admins see what arrived at a person, and why their mail server refuses the address', async () => {
  const { app, meera, notify, emails, get } = await openSchool();
  const admin = await anAdmin(app);
  await notify('answer:1', ANSWER);
  await emails();
  app.clock.advance(1000);
  await notify('news:1', NEW_LECTURES);
  await app.database.db
    .insertInto('refused_addresses')
    .values({ address: 'meera@school.in', reply: '550 No such user', at: app.clock.now() })
    .execute();
  const path = `/admin/people/${meera.id}/notices`;
  expect(await get(path, admin)).toMatchObject({
    notices: [
      {
        kind: 'new_lectures',
        count: 6,
        isRead: false,
        deliveries: [{ channel: 'email', state: 'queued', problem: '' }],
      },
      {
        kind: 'answer',
        isRead: false,
        deliveries: [{ channel: 'email', state: 'suppressed', problem: 'no mail server' }],
      },
    ],
    refusal: { reply: '550 No such user', at: '2026-06-15T04:30:01.000Z' },
  });
  expect((await call(app, 'GET', '/admin/people/unknown1/notices', { token: admin.token })).status).toBe(404);
});

test('choices are kept, those about purchases are locked, and a teacher’s kinds are shown to teachers', async () => {
  const { notify, get, save, emails } = await openSchool();
  const locked = { kind: 'receipt', channel: 'email', cadence: 'off' };
  expect(await save({ choices: [locked] })).toMatchObject({ status: 409, body: { code: 'notice_locked' } });
  const choices = [
    { kind: 'answer', channel: 'email', cadence: 'daily' },
    { kind: 'answer', channel: 'app', cadence: 'off' },
  ];
  expect((await save({ choices, quietHours: null, dailyHour: 18 })).status).toBe(200);
  const { kinds, ...timing } = NoticeSettings.parse((await get('/user/notice-settings'))['settings']);
  expect(timing).toMatchObject({ timeZone: 'Asia/Kolkata', isTimeZoneKnown: false, dailyHour: 18, quietHours: null });
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'receipt',
    'payment_request',
    'part_due',
    'access_ending',
    'access_extended',
    'export_ready',
    'answer',
    'review_answer',
    'certificate',
    'certificate_changed',
    'certificate_declined',
    'certificate_ending',
    'recall',
    'class_soon',
    'class_changed',
    'recording',
    'batch_place',
    'batch_moved',
    'batch_classes',
    'lectures_opened',
    'graded',
    'attempts_reset',
    'new_lectures',
    'new_course',
    'announcement',
  ]);
  expect(kinds[6]).toEqual({
    kind: 'answer',
    class: 'course',
    channels: [
      { channel: 'app', cadence: 'off', isLocked: false },
      { channel: 'email', cadence: 'daily', isLocked: false },
      { channel: 'push', cadence: 'at_once', isLocked: false },
    ],
  });
  await notify('answer:1', ANSWER);
  expect(await get('/notices')).toMatchObject({ unread: 0, notices: [] });
  expect(await emails()).toEqual([]);
  expect(await save({ timeZone: 'Mars/Olympus' })).toMatchObject({ status: 400 });
});

test('a school that switched notices off sends those about purchases alone', async () => {
  const { app, notify, get, emails } = await openSchool();
  await app.database.transaction((tx) =>
    app.settings.change(tx, 'community', { questions: true, reviews: true, notices: false, podcasts: false }),
  );
  await notify('answer:1', ANSWER);
  await notify('ending:1', {
    kind: 'access_ending',
    days: 7,
    endsAt: '2026-06-22T04:30:00.000Z',
    course: null,
    isForYear: true,
  });
  expect(await get('/notices')).toMatchObject({ unread: 1, notices: [{ kind: 'access_ending' }] });
  expect((await emails()).map(subjectOf)).toEqual(['7 days left: your access ends on 22 June 2026']);
});

test('notices of more than a year ago are deleted', async () => {
  const { app, notify } = await openSchool();
  await notify('answer:1', ANSWER);
  app.clock.advance(366 * DAY_MS - HOUR_MS);
  await notify('answer:2', ANSWER);
  await app.jobs.runDue('email');
  await runSweep(app, 'notices.sweep');
  const left = await app.database.db.selectFrom('notices').select('dedupe_key').execute();
  expect(left).toEqual([{ dedupe_key: 'answer:2' }]);
});
