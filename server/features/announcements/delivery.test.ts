import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { announce, announcementIn, draftAnnouncement } from '#test/announcements.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, joinCourse, type Person } from '#test/factories.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { emailsTo, readEmails } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { type Overrides, startApp } from '#test/start-app.ts';

const openSchool = async (overrides: Overrides = {}) => {
  const app = await startApp(overrides);
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  const meera = await aUser(app, { fullName: 'Meera Nair', email: 'meera@school.in' });
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who: Person = admin) =>
    call(app, method, `/announcements/${path}`, { token: who.token, ...(body && { body }) });
  const choose = (kind: string, channel: string, cadence: string) =>
    call(app, 'PUT', '/user/notice-settings', {
      token: meera.token,
      body: { choices: [{ kind, channel, cadence }] },
    });
  const open = async (id: string) => announcementIn(await send('GET', `${id}/manage`));
  return { app, admin, meera, send, choose, open };
};

test('a scheduled one waits for its moment, and is changed, cancelled and sent again', async () => {
  const { app, admin, meera, send, open } = await openSchool();
  const { _id: id } = announcementIn(await draftAnnouncement(app, admin));
  const past = await send('POST', `${id}/send`, { sendAt: '2026-06-15T04:30:00.000Z' });
  expect(past).toMatchObject({ status: 400, body: { message: 'Choose a moment in the future' } });
  expect((await send('POST', `${id}/send`, { sendAt: '2027-07-01T00:00:00.000Z' })).status).toBe(400);
  expect((await send('POST', `${id}/send`, { sendAt: '2026-06-17T04:30:00.000Z' })).status).toBe(200);
  const text = { title: 'Holi hours', body: 'We close.', audience: {} };
  for (const attempt of [send('PUT', id, text), send('DELETE', id), send('POST', `${id}/send`, {})])
    expect((await attempt).body['code']).toBe('announcement_sent');
  expect(announcementIn(await send('POST', `${id}/cancel`))).toMatchObject({ state: 'cancelled', isEditable: true });
  expect((await send('POST', `${id}/cancel`)).body['code']).toBe('announcement_over');
  expect(announcementIn(await send('PUT', id, text))).toMatchObject({
    state: 'draft',
    sendAt: null,
    title: 'Holi hours',
  });
  await send('POST', `${id}/send`, { sendAt: '2026-06-18T04:30:00.000Z' });
  app.clock.advance(2 * DAY_MS);
  await app.jobs.runDue();
  expect(await noticesOf(app, meera)).toEqual([]);
  app.clock.advance(DAY_MS);
  await app.jobs.runDue();
  expect(await noticesOf(app, meera)).toMatchObject([{ title: 'Holi hours', at: '2026-06-18T04:30:00.000Z' }]);
  expect(await open(id)).toMatchObject({ state: 'sent', recipients: 2, isEditable: false });
  expect((await send('DELETE', id)).body['code']).toBe('announcement_sent');
});

test('one that is cancelled within a minute reaches nobody, and a draft is deleted', async () => {
  const { app, admin, meera, send, open } = await openSchool();
  const { _id: id } = announcementIn(await draftAnnouncement(app, admin));
  await send('POST', `${id}/send`, {});
  app.clock.advance(MINUTE_MS - 1);
  await send('POST', `${id}/cancel`);
  app.clock.advance(DAY_MS);
  expect([await readEmails(app), await noticesOf(app, meera)]).toEqual([[], []]);
  expect(await open(id)).toMatchObject({ state: 'cancelled', recipients: 0 });
  expect((await send('DELETE', id)).status).toBe(200);
  expect((await send('GET', `${id}/manage`)).body['code']).toBe('announcement_not_found');
});

test('each person gets it as they chose: at once, in a digest, without email, or not at all', async () => {
  const { app, admin, meera, choose } = await openSchool();
  const subjects = async (): Promise<string[]> =>
    (await emailsTo(app, meera.email)).map(({ headers }) => headers.get('subject') ?? '').toSorted();
  await announce(app, admin, { title: 'First' });
  expect(await subjects()).toEqual(['First']);
  await choose('announcement', 'email', 'daily');
  await announce(app, admin, { title: 'Second' });
  expect(await subjects()).toEqual(['First']);
  app.clock.set(Date.UTC(2026, 5, 16, 2, 30));
  expect(await subjects()).toEqual(['First', 'Your day at Lectern']);
  await choose('announcement', 'email', 'off');
  await choose('announcement', 'app', 'off');
  await announce(app, admin, { title: 'Third' });
  app.clock.advance(8 * DAY_MS);
  expect(await subjects()).toHaveLength(2);
  expect((await noticesOf(app, meera)).map(({ title }) => title)).toEqual(['Second', 'First']);
});

test('the link in its email stops announcements, and nothing else', async () => {
  const { app, admin, meera } = await openSchool();
  await announce(app, admin);
  const [email] = await emailsTo(app, meera.email);
  const address = email?.headers.get('list-unsubscribe') ?? '';
  const path = new URL(address.slice(1, -1)).pathname;
  expect(path).toMatch(/^\/opt-out\/\w+\.announcement\.[\w-]{32}$/);
  const stopped = await app.http.inject({
    method: 'POST',
    url: path,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(stopped.statusCode).toBe(200);
  await announce(app, admin);
  expect(await emailsTo(app, meera.email)).toHaveLength(1);
  expect(await noticesOf(app, meera)).toHaveLength(2);
});

test('many people get it in several steps, each once, from two processes', async () => {
  const { app, admin, open } = await openSchool();
  const other = await app.another();
  onTestFinished(other.close);
  for (let count = 0; count < 60; count += 1) await aUser(app);
  const id = await announce(app, admin);
  const recipients: unknown[] = [];
  for (let step = 0; step < 2; step += 1) {
    await Promise.all([app.jobs.runDue('bulk'), other.jobs.runDue('bulk')]);
    recipients.push((await open(id))['recipients']);
    app.clock.advance(1);
  }
  expect(recipients).toEqual([50, 62]);
  expect(await open(id)).toMatchObject({ state: 'sent', emails: { sent: 0, suppressed: 62, queued: 0 } });
  const { length } = await app.database.db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'announcement')
    .execute();
  expect([length, (await readEmails(app)).length]).toEqual([62, 62]);
});

test('one that is stopped while it is being sent sends no more emails and leaves the lists', async () => {
  const { app, admin, meera, send, open } = await openSchool();
  for (let count = 0; count < 60; count += 1) await aUser(app);
  const id = await announce(app, admin);
  await app.jobs.runDue('bulk');
  expect(await open(id)).toMatchObject({ state: 'sending', recipients: 50 });
  expect(announcementIn(await send('POST', `${id}/cancel`))).toMatchObject({ state: 'cancelled', isEditable: false });
  const emailed = (await readEmails(app)).length;
  app.clock.advance(HOUR_MS);
  expect(await readEmails(app)).toHaveLength(emailed);
  expect(await noticesOf(app, meera)).toEqual([]);
  expect(await open(id)).toMatchObject({ recipients: 50 });
});

test('nobody gets what its author may no longer send', async () => {
  const { app, meera, send, open } = await openSchool();
  const courseId = await aCourse(app);
  const teacher = await aUser(app);
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  const id = await announce(app, teacher, { audience: { courseId } });
  await app.database.transaction(async (tx) => {
    await tx.deleteFrom('course_people').where('user_id', '=', teacher.id).execute();
    await app.database.topics.raise(tx, 'course-people');
  });
  await app.jobs.runDue();
  expect(await open(id)).toMatchObject({ state: 'cancelled', recipients: 0 });
  expect((await send('GET', id, undefined, meera)).status).toBe(404);
});

test('a mail server that accepts no more at the moment is asked again, and everyone gets it', async () => {
  await using smtp = await openFakeSmtp({ refusals: 3 });
  const { app, admin, open } = await openSchool({ SMTP_URL: smtp.url });
  const id = await announce(app, admin);
  await app.jobs.runDue();
  const reached = new Set(smtp.emails.flatMap(({ recipients }) => recipients));
  expect([smtp.emails.length, reached]).toEqual([2, new Set([admin.email, 'meera@school.in'])]);
  expect(await open(id)).toMatchObject({ state: 'sent', emails: { sent: 2, queued: 0 } });
});
