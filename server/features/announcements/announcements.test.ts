// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import type { Audience } from '#contract/announcements/announcements.ts';
import { announce, announcementIn, draftAnnouncement, grantCourse } from '#test/announcements.ts';
import { call } from '#test/call.ts';
import {
  aCourse,
  aLaterSession,
  aLecture,
  anAdmin,
  aSubscriber,
  aUser,
  joinCourse,
  type Person,
} from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

/** A school with two courses, their teachers, and people who have one, both or none. */
const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app, { fullName: 'Asha Admin' });
  const [monsoon, sheet] = [await aCourse(app), await aCourse(app, { title: 'Balance Sheet' })];
  const lectureId = await aLecture(app, { courseId: monsoon });
  const teacher = await aUser(app, { fullName: 'Nandini Kulkarni' });
  await joinCourse(app, { courseId: monsoon, userId: teacher.id, role: 'teacher' });
  const member = await aSubscriber(app, { fullName: 'Meera Nair', email: 'meera@school.in' });
  const holder = await aUser(app, { fullName: 'Kabir Singh', email: 'kabir@school.in' });
  await grantCourse(app, admin, holder, monsoon);
  const nobody = await aUser(app, { fullName: 'Ravi Das' });
  const send = ({ token }: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(app, method, `/announcements${path}`, { token, ...(body && { body }) });
  const count = async (who: Person, audience: Audience) => (await send(who, 'POST', '/audience', audience)).body;
  return { app, admin, monsoon, sheet, lectureId, teacher, member, holder, nobody, send, count };
};

test('an audience is everyone, or who has a course, has not finished it, or is away', async () => {
  const { app, admin, monsoon, sheet, lectureId, member, holder, count } = await openSchool();
  const people = async (audience: Audience) => (await count(admin, audience))['people'];
  const names = async (audience: Audience) => (await count(admin, audience))['names'];
  // Two admins and teachers have an account too.
  expect(await people({})).toBe(5);
  expect(await people({ courseId: monsoon })).toBe(2);
  expect(await names({ courseId: sheet })).toEqual(['Meera Nair']);
  await watch(app, holder.id, { courseId: monsoon, lectureId, watchedMs: 600_000, isDone: true });
  expect(await names({ courseId: monsoon, isUnfinished: true })).toEqual(['Meera Nair']);
  expect(await people({ courseId: sheet, isUnfinished: true })).toBe(1);

  // Nobody is away who came yesterday, and who watched last week is away from there for five days.
  expect(await people({ awayDays: 14 })).toBe(0);
  app.clock.advance(7 * DAY_MS);
  expect(await names({ courseId: monsoon, awayDays: 14 })).toEqual([]);
  expect(await people({ courseId: monsoon, awayDays: 5 })).toBe(2);
  app.clock.advance(8 * DAY_MS);
  await call(app, 'GET', '/user/me', { token: member.token });
  await watch(app, member.id, { courseId: monsoon, lectureId, watchedMs: 1000 });
  expect(await names({ courseId: monsoon, awayDays: 14 })).toEqual(['Kabir Singh']);

  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', holder.id).execute();
  expect(await names({ courseId: monsoon })).toEqual(['Meera Nair']);
  expect(await count(admin, { isUnfinished: true })).toMatchObject({ code: 'validation_failed' });
});

test('an audience by access is the one that People counts, also after it was saved', async () => {
  const { app, admin, monsoon, teacher, send, count } = await openSchool();
  const ended = await aUser(app, { fullName: 'फ़ातिमा शेख़' });
  await grantCourse(app, admin, ended, monsoon, '2026-06-20');
  await grantCourse(app, admin, await aUser(app, { fullName: 'Élodie Durand' }), monsoon, '2026-07-10');
  const blocked = await aUser(app);
  await app.database.db.updateTable('users').set({ blocked_at: 1 }).where('id', '=', blocked.id).execute();
  app.clock.advance(10 * DAY_MS);
  const owner = await aLaterSession(app, admin);
  const { counts } = api.people.list.response.parse(
    (await call(app, 'GET', '/admin/people', { token: owner.token })).body,
  );
  expect(counts).toMatchObject({ ending: 1, ended: 1 });
  for (const access of ['active', 'ending', 'ended', 'none'] as const)
    expect((await count(owner, { access }))['people'], access).toBe(counts[access]);
  expect(await count(owner, { access: 'ended' })).toMatchObject({ names: ['फ़ातिमा शेख़'] });
  const draft = await send(owner, 'POST', '', { title: 'Come back', body: 'Hello', audience: { access: 'ended' } });
  expect(draft.body).toMatchObject({ announcement: { audience: { access: 'ended' } } });
  expect((await count(owner, { access: 'ended', courseId: monsoon }))['code']).toBe('validation_failed');
  // Whose access has ended is nothing for teachers.
  expect((await count(await aLaterSession(app, teacher), { access: 'ended' }))['code']).toBe('validation_failed');
});

test('it is emailed and listed a minute after it was sent, and its readers open it', async () => {
  const { app, admin, monsoon, member, holder, nobody, send } = await openSchool();
  const body = '## Dates\n\n- Diwali\n- [Fees](https://bank.example)\n\nSee [the course](/courses).';
  const draft = announcementIn(await draftAnnouncement(app, admin, { body, audience: { courseId: monsoon } }));
  const path = `/${draft._id}`;
  const sent = announcementIn(await send(admin, 'POST', `${path}/send`, {}));
  expect(sent).toMatchObject({ state: 'scheduled', sendAt: '2026-06-15T04:31:00.000Z', isEditable: false });
  app.clock.advance(MINUTE_MS - 1);
  await app.jobs.runDue();
  expect(await noticesOf(app, member)).toEqual([]);
  app.clock.advance(1);
  await app.jobs.runDue();
  expect(await noticesOf(app, holder)).toMatchObject([
    { kind: 'announcement', title: 'Diwali hours', byName: 'Asha Admin', path: `/announcements/${draft._id}` },
  ]);
  expect(await noticesOf(app, nobody)).toEqual([]);
  const [email, ...others] = await emailsTo(app, 'kabir@school.in');
  expect(others).toEqual([]);
  expect(email?.headers.get('subject')).toBe('Diwali hours');
  expect(email?.text).toContain(
    'Dates\n\n- Diwali\n- Fees (https://bank.example)\n\nSee the course (http://localhost:5000/courses).\n\nAsha Admin, Reading the monsoon',
  );
  expect(email?.text).toMatch(/No more emails: Announcements: http/);
  expect(email?.html).toContain('<a href="https://bank.example"');

  expect((await send(holder, 'GET', path)).body['announcement']).toMatchObject({
    title: 'Diwali hours',
    author: 'Asha Admin',
    course: { _id: monsoon, title: 'Reading the monsoon' },
  });
  expect((await send(nobody, 'GET', path)).status).toBe(404);
  expect(announcementIn(await send(admin, 'GET', `${path}/manage`))).toMatchObject({
    state: 'sent',
    recipients: 2,
    // No mail server is set.
    emails: { sent: 0, queued: 0, suppressed: 2, failed: 0 },
    read: 0,
  });
  const arrived = await call(app, 'GET', `/admin/people/${holder.id}/notices`, { token: admin.token });
  expect(arrived.body['notices']).toMatchObject([{ kind: 'announcement', title: 'Diwali hours' }]);
});

test('the preview and the test are the email that arrives', async () => {
  const { app, admin, monsoon, send } = await openSchool();
  const text = { title: 'Diwali hours', body: 'We **close** on Monday.' };
  const { body: preview } = await send(admin, 'POST', '/preview', { ...text, courseId: monsoon });
  expect(preview).toMatchObject({ subject: 'Diwali hours' });
  expect(preview['html']).toContain('We <strong>close</strong> on Monday.');
  expect(preview['text']).toContain('Diwali hours\n\nWe close on Monday.\n\nAsha Admin, Reading the monsoon');
  const { _id } = announcementIn(await draftAnnouncement(app, admin, { ...text, audience: { courseId: monsoon } }));
  expect((await send(admin, 'POST', `/${_id}/test`)).status).toBe(200);
  const [email] = await emailsTo(app, admin.email);
  const shown = z.object({ html: z.string() }).parse(preview).html;
  expect(email?.html.trim()).toBe(shown.replaceAll('/announcements/preview', `/announcements/${_id}`).trim());
});

test('a teacher sends to the people of their own courses, and sees names but no addresses', async () => {
  const { app, admin, monsoon, sheet, teacher, member, send, count } = await openSchool();
  expect(await count(teacher, { courseId: monsoon })).toMatchObject({ people: 2 });
  expect(JSON.stringify(await count(teacher, { courseId: monsoon }))).not.toContain('@');
  expect(await count(teacher, { courseId: sheet })).toMatchObject({ code: 'course_not_found' });
  expect(await count(teacher, {})).toMatchObject({ code: 'validation_failed', message: 'Choose a course first' });
  expect((await draftAnnouncement(app, teacher, { audience: { courseId: sheet } })).status).toBe(404);
  expect((await draftAnnouncement(app, member, { audience: { courseId: monsoon } })).status).toBe(404);

  const foreign = announcementIn(await draftAnnouncement(app, admin, { audience: { courseId: sheet } }));
  const everyone = announcementIn(await draftAnnouncement(app, admin));
  for (const { _id } of [foreign, everyone])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/manage', undefined],
      ['PUT', '', { title: 'a', body: 'b', audience: { courseId: monsoon } }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/send', {}],
      ['POST', '/cancel', undefined],
    ] as const) {
      const { status, body: answer } = await send(teacher, method, `/${_id}${path}`, body);
      expect([method, path, status, answer['code']]).toEqual([method, path, 404, 'announcement_not_found']);
    }

  const own = await announce(app, teacher, { title: 'Office hours', audience: { courseId: monsoon } });
  await app.jobs.runDue();
  expect(await noticesOf(app, member)).toMatchObject([{ title: 'Office hours', byName: 'Nandini Kulkarni' }]);
  const list = async (who: Person) => (await send(who, 'GET', '')).body;
  expect(await list(teacher)).toMatchObject({ total: 1, announcements: [{ _id: own, recipients: 2 }] });
  expect(JSON.stringify(await list(teacher))).not.toContain('@');
  expect(await list(admin)).toMatchObject({ total: 3 });
  expect(await list(member)).toMatchObject({ total: 0, announcements: [] });
  const assistant = await aUser(app);
  await joinCourse(app, { courseId: monsoon, userId: assistant.id, role: 'assistant' });
  expect((await draftAnnouncement(app, assistant, { audience: { courseId: monsoon } })).status).toBe(404);
});

test('a school that switched notices off has no announcements, and keeps them', async () => {
  const { app, admin, send } = await openSchool();
  const id = await announce(app, admin);
  const off = { questions: true, reviews: true, notices: false, podcasts: false };
  await app.database.transaction((tx) => app.settings.change(tx, 'community', off));
  expect((await send(admin, 'GET', '')).body['code']).toBe('announcements_off');
  await app.jobs.runDue();
  await app.database.transaction((tx) => app.settings.change(tx, 'community', { ...off, notices: true }));
  expect(announcementIn(await send(admin, 'GET', `/${id}/manage`))).toMatchObject({
    state: 'cancelled',
    recipients: 0,
  });
});

test('a text has the name of each reader, the school and the course, wherever it is read; other braces stay', async () => {
  const { app, admin, monsoon, member, holder, send } = await openSchool();
  await app.database.db.updateTable('users').set({ full_name: 'Kabir *K* सिंह' }).where('id', '=', holder.id).execute();
  const text = { title: 'Dates', body: 'Namaste {name}: {course} at {school}. {nmae}' };
  const { _id } = announcementIn(await draftAnnouncement(app, admin, { ...text, audience: { courseId: monsoon } }));
  await send(admin, 'POST', `/${_id}/test`);
  await send(admin, 'POST', `/${_id}/send`, {});
  app.clock.advance(MINUTE_MS);
  await app.jobs.runDue();
  const read = (name: string) => `Namaste ${name}: Reading the monsoon at Lectern. {nmae}`;
  for (const [email, name] of [
    ['kabir@school.in', 'Kabir *K* सिंह'],
    ['meera@school.in', 'Meera Nair'],
    [admin.email, 'Asha Admin'],
  ] as const)
    expect((await emailsTo(app, email)).map(({ text: sent }) => sent).join('\n')).toContain(read(name));
  expect(JSON.stringify((await send(member, 'GET', `/${_id}`)).body)).toContain(read('Meera Nair'));
  const preview = async (more: object) => (await send(admin, 'POST', '/preview', { ...text, ...more })).body['text'];
  expect(await preview({ courseId: monsoon })).toContain(read('Asha Admin'));
  // Without a course, its name is no value.
  expect(await preview({})).toContain('Namaste Asha Admin: {course} at Lectern. {nmae}');
});
