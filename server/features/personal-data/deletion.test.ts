// @module-tag both
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { wholeTables } from '#server/database/whole-tables.ts';
import { schoolData } from '#server/school-data.ts';
import { call } from '#test/call.ts';
import { certificatesOf, pageOf } from '#test/certificates.ts';
import { aLaterSession, anAdmin, aUser, type Person } from '#test/factories.ts';
import { subjectsTo } from '#test/mailbox.ts';
import { readQuestion } from '#test/questions.ts';
import { buy } from '#test/sell.ts';
import { login, register, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { aWholeLife, LEAVER, loggedIn } from '#test/whole-life.ts';

const deleteJob = defineJob({ name: 'personal-data.delete', lane: 'upkeep', payload: z.object({}) });

const requestDeletion = (app: TestApp, { token }: Person, body: object = {}) =>
  call(app, 'POST', '/user/deletion', { token, body });

const runDeletions = async ({ jobs, database }: TestApp): Promise<void> => {
  await jobs.enqueue(database.db, deleteJob, {});
  await jobs.runDue();
};

/** The tables that have a text anywhere. */
const tablesWith = async ({ database: { db, engine } }: TestApp, text: string): Promise<string[]> => {
  const found: string[] = [];
  for (const { name } of await wholeTables(db, engine)) {
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(db);
    if (JSON.stringify(rows).toLowerCase().includes(text.toLowerCase())) found.push(name);
  }
  return found;
};

/** The same for an id, without what the payment provider stores. */
const tablesWithPerson = async (app: TestApp, id: string): Promise<string[]> =>
  (await tablesWith(app, id)).filter((name) => name !== 'sandbox_records').toSorted();

/** Two weeks pass, and the jobs run; a week later finished jobs are gone too. */
const twoWeeksLater = async (app: TestApp): Promise<void> => {
  app.clock.advance(14 * DAY_MS + MINUTE_MS);
  await runDeletions(app);
  app.clock.advance(8 * DAY_MS);
  await app.database.db.deleteFrom('jobs').where('state', '=', 'done').execute();
};

test('after two weeks nothing in the database names a person who left, and the books are as before', async () => {
  await using app = await startApp();
  const { admin, teacher, leaver, courseId, question, other, code } = await aWholeLife(app);
  const sold = async () => (await call(app, 'GET', '/admin/stats/users', { token: admin.token })).status;
  expect(await sold()).toBe(200);
  const amounts = await app.database.db
    .selectFrom('payments')
    .select(['amount_in_paise', 'receipt_no'])
    .orderBy('receipt_no')
    .execute();

  const { status, body } = await requestDeletion(app, leaver, { keepsPosts: false, keepsCertificates: false });
  expect(status).toBe(200);
  expect(body['deletion']).toEqual({
    requestedAt: '2026-06-15T04:30:00.004Z',
    deletesAt: '2026-06-29T04:30:00.004Z',
    isByAdmin: false,
    keepsPosts: false,
    keepsCertificates: false,
  });
  expect(await subjectsTo(app, LEAVER.email)).toContain('Your account at Lectern will be deleted');
  app.clock.advance(14 * DAY_MS - HOUR_MS);
  await runDeletions(app);
  expect((await login(app, LEAVER.email)).status).toBe(200);
  app.clock.advance(HOUR_MS + MINUTE_MS);
  await runDeletions(app);
  expect((await login(app, LEAVER.email)).status).toBe(401);
  expect(await subjectsTo(app, LEAVER.email)).toContain('Your account at Lectern is deleted');
  app.clock.advance(8 * DAY_MS);
  await app.database.db.deleteFrom('jobs').where('state', '=', 'done').execute();

  // Without a mail server, emails are files.
  expect(await subjectsTo(app, LEAVER.email)).toEqual(['Your account at Lectern is deleted']);
  expect(await tablesWith(app, LEAVER.email)).toEqual([]);
  expect(await tablesWith(app, LEAVER.fullName)).toEqual([]);
  expect(await tablesWith(app, 'Wilhelmina')).toEqual([]);
  for (const text of ['Why does warm land', 'towering cloud', 'Warm air rises.', 'I saw the rain'])
    expect([text, await tablesWith(app, text)]).toEqual([text, []]);
  for (const text of ['okonkwo-7', 'key-of-']) expect([text, await tablesWith(app, text)]).toEqual([text, []]);
  expect(await tablesWithPerson(app, leaver.id)).toEqual([
    'access_changes',
    'account_deletions',
    'audit_entries',
    'certificates',
    'lecture_questions',
    'payment_attempts',
    'payments',
    'receipts',
    'reviews',
    'users',
    'webhook_events',
  ]);
  expect(
    await app.database.db
      .selectFrom('payments')
      .select(['amount_in_paise', 'receipt_no'])
      .orderBy('receipt_no')
      .execute(),
  ).toEqual(amounts);

  const later = await aLaterSession(app, teacher);
  expect((await readQuestion(app, later, question._id)).body['question']).toMatchObject({
    standing: 'deleted',
    text: '',
    author: { fullName: 'Deleted account' },
  });
  expect((await readQuestion(app, later, other._id)).body['question']).toMatchObject({ answers: [] });
  expect((await call(app, 'GET', `/courses/${courseId}/reviews`)).body['reviews']).toMatchObject([
    { stars: 4, text: '', author: null },
  ]);
  expect(await pageOf(app, code)).toMatchObject({ state: 'revoked', holderName: 'Deleted account' });
  expect(await schoolData.listAltered(app.database.db)).toEqual([]);
  expect(await schoolData.recompute(app.database, { timeZone: 'Asia/Kolkata', now: app.clock.now() })).toEqual([]);
});

test('posts and certificates stay where the person chose so', async () => {
  await using app = await startApp();
  const { teacher, leaver, question, other, code } = await aWholeLife(app);
  await requestDeletion(app, leaver);
  await twoWeeksLater(app);
  const later = await aLaterSession(app, teacher);
  expect((await readQuestion(app, later, question._id)).body['question']).toMatchObject({
    text: 'Why does warm land pull the wind?',
    author: { fullName: 'Deleted account' },
  });
  expect((await readQuestion(app, later, other._id)).body['question']).toMatchObject({
    answers: [{ text: 'A towering cloud.', author: { fullName: 'Deleted account' } }],
  });
  expect(await pageOf(app, code)).toMatchObject({ state: 'valid', holderName: LEAVER.fullName });
  expect(await tablesWith(app, LEAVER.fullName)).toEqual(['certificates']);
});

test('a deletion is taken back until it begins, and the address is free after it', async () => {
  await using app = await startApp();
  const { leaver } = await aWholeLife(app);
  const planned = async (person: Person) =>
    (await call(app, 'GET', '/user/data', { token: person.token })).body['deletion'];
  await requestDeletion(app, leaver);
  expect(await planned(leaver)).toMatchObject({ deletesAt: '2026-06-29T04:30:00.004Z' });
  expect((await call(app, 'DELETE', '/user/deletion', { token: leaver.token })).body['message']).toBe(
    'Your account stays',
  );
  expect(await planned(leaver)).toBeNull();
  await twoWeeksLater(app);
  const again = await loggedIn(app);
  expect(await certificatesOf(app, again)).toHaveLength(1);
  await requestDeletion(app, again);
  await twoWeeksLater(app);
  expect((await call(app, 'GET', '/user/me', { token: again.token })).status).toBe(401);
  expect((await register(app, LEAVER)).status).toBe(201);
});

test('a request to delete an account turns its renewals off at once, and taking it back leaves them off', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const [admin, leaver] = [await anAdmin(app), await aUser(app)];
  const plan = { name: 'Monthly', opens: 'everything', priceInPaise: 9900, refundDays: 0, isRenewing: true };
  const { body } = await call(app, 'POST', '/admin/plans', {
    token: admin.token,
    body: { ...plan, term: { unit: 'month', count: 1 } },
  });
  const { plan: sold } = z.object({ plan: z.object({ _id: z.string() }) }).parse(body);
  await buy(app, leaver, { planId: sold._id, origin });
  const wishes = () => app.database.db.selectFrom('payment_attempts').select('cancel_when').execute();
  expect(await wishes()).toEqual([{ cancel_when: null }]);
  await requestDeletion(app, leaver);
  expect(await wishes()).toEqual([{ cancel_when: 'period_end' }]);
  await call(app, 'DELETE', '/user/deletion', { token: leaver.token });
  expect(await wishes()).toEqual([{ cancel_when: 'period_end' }]);
});

test('a second request changes what is kept, and one that began is not taken back', async () => {
  await using app = await startApp();
  const [admin, kabir] = [await anAdmin(app), await aUser(app)];
  const byAdmin = `/admin/people/${kabir.id}/deletion`;
  await requestDeletion(app, kabir, { keepsPosts: false });
  app.clock.advance(MINUTE_MS);
  const again = await requestDeletion(app, kabir, { keepsCertificates: false });
  const day = '2026-06-29T04:30:00.000Z';
  expect(again.body['deletion']).toMatchObject({ deletesAt: day, keepsPosts: true, keepsCertificates: false });
  const asked = await call(app, 'POST', byAdmin, { token: admin.token, body: { reason: 'Asked by letter.' } });
  expect(asked.body['deletion']).toMatchObject({ deletesAt: day, keepsCertificates: false, isByAdmin: false });
  await app.database.db.updateTable('account_deletions').set({ started_at: app.clock.now() }).execute();
  const refused = [
    await requestDeletion(app, kabir),
    await call(app, 'DELETE', '/user/deletion', { token: kabir.token }),
    await call(app, 'DELETE', byAdmin, { token: admin.token }),
  ];
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual([
    [409, 'deletion_began'],
    [409, 'deletion_began'],
    [409, 'deletion_began'],
  ]);
  await twoWeeksLater(app);
  expect((await login(app, 'user1@home.example')).status).toBe(401);
});

test('the last admin stays, also of two who leave at once', async () => {
  await using app = await startApp();
  const [asha, ravi] = [await anAdmin(app), await anAdmin(app, { fullName: 'Ravi Admin' })];
  const kabir = await aUser(app, { fullName: 'Kabir Singh' });
  await requestDeletion(app, asha);
  await requestDeletion(app, ravi);
  await requestDeletion(app, kabir);
  await twoWeeksLater(app);
  expect(await app.database.db.selectFrom('account_deletions').select('done_at').execute()).toEqual([
    { done_at: expect.any(Number) },
    { done_at: expect.any(Number) },
  ]);
  const rows = await app.database.db.selectFrom('users').select('role').where('deleted_at', 'is', null).execute();
  expect(rows).toEqual([{ role: 'ADMIN' }]);
  const alone = await aLaterSession(app, ravi);
  const last = (await call(app, 'GET', '/user/me', { token: alone.token })).status === 200 ? ravi : asha;
  expect((await requestDeletion(app, await aLaterSession(app, last))).body).toMatchObject({ code: 'last_admin' });
});

test('an admin plans a deletion for a person, with a record of when, why and how much', async () => {
  await using app = await startApp();
  const [admin, kabir] = [await anAdmin(app), await aUser(app, { fullName: 'Kabir Singh' })];
  const path = `/admin/people/${kabir.id}/deletion`;
  const body = { reason: 'Asked by letter on 3 June.' };
  expect((await call(app, 'POST', path, { token: kabir.token, body })).status).toBe(403);
  expect((await call(app, 'POST', path, { token: admin.token, body: { reason: ' ' } })).status).toBe(400);
  expect((await call(app, 'POST', path, { token: admin.token, body })).body['deletion']).toMatchObject({
    isByAdmin: true,
    deletesAt: '2026-06-29T04:30:00.000Z',
  });
  const listed = async (person: Person) =>
    (await call(app, 'GET', '/admin/deletions', { token: person.token })).body['deletions'];
  expect(await listed(admin)).toMatchObject([
    { userId: kabir.id, person: { fullName: 'Kabir Singh' }, reason: 'Asked by letter on 3 June.', doneAt: null },
  ]);
  const detail = await call(app, 'GET', `/admin/people/${kabir.id}`, { token: admin.token });
  expect(detail.body['detail']).toMatchObject({ deletion: { reason: 'Asked by letter on 3 June.' } });
  expect((await call(app, 'GET', '/user/data', { token: kabir.token })).body['deletion']).not.toHaveProperty('reason');
  expect((await call(app, 'DELETE', path, { token: admin.token })).body['message']).toBe('The account stays');
  expect(await listed(admin)).toEqual([]);
  await call(app, 'POST', path, { token: admin.token, body });
  await twoWeeksLater(app);
  expect(await listed(await aLaterSession(app, admin))).toMatchObject([
    { userId: kabir.id, person: null, reason: '', doneAt: '2026-06-29T04:31:00.000Z', rows: expect.any(Number) },
  ]);
  const nobody = '0'.repeat(24);
  const later = await aLaterSession(app, admin);
  expect((await call(app, 'DELETE', `/admin/people/${nobody}/deletion`, { token: later.token })).status).toBe(404);
});

test.each(['false', '{"how', '","ids', 'password'])('the audit stays readable after %s has left', async (fullName) => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  await register(app, { fullName, email: 'leaver@home.example' });
  const leaver = { token: tokenOf(await login(app, 'leaver@home.example')) };
  expect((await call(app, 'POST', '/user/deletion', { ...leaver, body: {} })).status).toBe(200);
  await twoWeeksLater(app);
  const { token } = await aLaterSession(app, admin);
  const { status, body } = await call(app, 'GET', '/admin/audit', { token });
  expect([status, JSON.stringify(body).includes('login_done')]).toEqual([200, true]);
});

test('emails of others whose subjects have the name of a person who left keep their records', async () => {
  await using app = await startApp();
  await register(app, { fullName: 'Lectern', email: 'leaver@home.example' });
  await register(app, { email: 'stays@home.example' });
  const leaver = { token: tokenOf(await login(app, 'leaver@home.example')) };
  expect((await call(app, 'POST', '/user/deletion', { ...leaver, body: {} })).status).toBe(200);
  await app.jobs.runDue('email');
  const stays = () =>
    app.database.db.selectFrom('sent_emails').select('id').where('address', '=', 'stays@home.example').execute();
  const before = await stays();
  expect(before).not.toEqual([]);
  await twoWeeksLater(app);
  expect(await stays()).toEqual(before);
});
