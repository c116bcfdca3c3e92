// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { emailsTo, readEmails } from '#test/mailbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { jobsToRunAgain } from '#test/run-again.ts';

const openSchool = async (): Promise<{ app: TestApp; admin: Person }> => {
  const app = await startApp();
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app) };
};

const bulk = (app: TestApp, { token }: Person, people: object, action: object) =>
  call(app, 'POST', '/admin/people/bulk', { token, body: { people, action } });

const accessOf = async (app: TestApp, admin: Person, id: string) =>
  (await call(app, 'GET', `/admin/people/${id}/access`, { token: admin.token })).body['access'];

const addLearners = (app: TestApp, count: number): Promise<string[]> =>
  app.database.transaction(async (tx) => {
    const ids: string[] = [];
    for (let number = 0; number < count; number += 1)
      ids.push(await insertTestUser(tx, app.clock.now(), { email: `learner-${number}@class.example` }));
    return ids;
  });

const reason = 'The class of 2026';

test('a few people are granted and extended access, emailed and blocked at once', async () => {
  const { app, admin } = await openSchool();
  const [one, two] = [await aUser(app), await aUser(app)];
  const people = { userIds: [one.id, two.id, 'unknown', one.id] };
  const done = { status: 200, body: { count: 3, isQueued: false } };
  expect(await bulk(app, admin, people, { kind: 'grant', untilDay: '2026-06-30', reason })).toMatchObject(done);
  expect(await bulk(app, admin, people, { kind: 'extend', days: 10, reason })).toMatchObject(done);
  expect(await accessOf(app, admin, two.id)).toMatchObject({
    subscription: { access_until: '2026-07-10T18:29:59.999Z' },
    manualChanges: expect.objectContaining({ length: 2 }),
  });
  const text = 'Class begins on Monday.\n\nBring <b>paper</b>.';
  await bulk(app, admin, people, { kind: 'email', subject: 'Welcome back', text });
  const [email] = await emailsTo(app, one.email);
  expect([email?.headers.get('subject'), email?.html.includes('&lt;b&gt;paper')]).toEqual(['Welcome back', true]);
  expect(await emailsTo(app, two.email)).toHaveLength(1);
  await bulk(app, admin, people, { kind: 'block', reason });
  expect((await call(app, 'GET', '/user/me', { token: one.token })).status).toBe(401);
});

test('all people of a filter are changed in the background, and a repeated job changes nothing', async () => {
  const { app, admin } = await openSchool();
  const ids = await addLearners(app, 120);
  const extended = await bulk(
    app,
    admin,
    { filter: { search: 'class.example' } },
    { kind: 'extend', days: 10, reason },
  );
  expect(extended.body).toMatchObject({
    message: 'Started. It continues in the background.',
    count: 120,
    isQueued: true,
  });
  const changes = () => app.database.db.selectFrom('access_changes').select('user_id').execute();
  expect(await changes()).toEqual([]);
  const again = await jobsToRunAgain(app, 'people.bulk');
  await app.jobs.runDue();
  await again();
  await app.jobs.runDue();
  expect((await changes()).map(({ user_id: id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('emails to many are sent once each, and the admin who sent them is recorded', async () => {
  const { app, admin } = await openSchool();
  await addLearners(app, 101);
  const action = { kind: 'email', subject: 'Holidays', text: 'No class in May.' };
  await bulk(app, admin, { filter: { status: 'never_bought' } }, action);
  const again = await jobsToRunAgain(app, 'people.bulk');
  await app.jobs.runDue();
  await again();
  const receivers = (await readEmails(app)).map(({ headers }) => headers.get('to'));
  expect([receivers.length, new Set(receivers).size]).toEqual([101, 101]);
  // Also when the jobs of the emails are forgotten: only the two of the action run again.
  await app.database.db.deleteFrom('jobs').where('name', '=', 'mail.send').execute();
  await again();
  expect(await app.jobs.runDue()).toBe(2);
  const { source, detail } = await app.database.db
    .selectFrom('audit_entries')
    .select(['source', 'detail'])
    .where('kind', '=', 'people_emailed')
    .executeTakeFirstOrThrow();
  expect([JSON.parse(source), JSON.parse(detail)]).toEqual([
    { kind: 'admin', id: admin.id },
    { subject: 'Holidays', count: 101 },
  ]);
});

test('granting says how many addresses are not confirmed, before it and with it', async () => {
  const { app, admin } = await openSchool();
  const one = await aUser(app, { email: 'a@class.example' });
  const two = await aUser(app, { email: 'b@class.example' });
  await app.database.db
    .updateTable('users')
    .set({ email_confirmed_at: null, password_hash: 'a hash' })
    .where('id', '=', two.id)
    .execute();
  const count = async (query: string) =>
    (await call(app, 'GET', `/admin/people/unconfirmed?${query}`, { token: admin.token })).body['count'];
  expect(await count(`userIds=${one.id},${two.id}`)).toBe(1);
  expect(await count('search=class.example')).toBe(1);
  expect(await count(`userIds=${one.id}`)).toBe(0);
  const people = { userIds: [one.id, two.id] };
  const grant = { kind: 'grant', untilDay: '2026-06-30', reason };
  expect(await bulk(app, admin, people, grant)).toMatchObject({ body: { count: 2, unconfirmed: 1 } });
  expect(await bulk(app, admin, people, { kind: 'block', reason })).toMatchObject({ body: { unconfirmed: 0 } });
  const other = await aUser(app);
  expect((await call(app, 'GET', '/admin/people/unconfirmed', { token: other.token })).status).toBe(403);
});

test('an admin who blocks all people is not blocked, and neither is the last admin', async () => {
  const { app, admin } = await openSchool();
  const other = await anAdmin(app);
  await bulk(app, admin, { filter: {} }, { kind: 'block', reason });
  expect((await call(app, 'GET', '/user/me', { token: admin.token })).status).toBe(200);
  expect((await call(app, 'GET', '/user/me', { token: other.token })).status).toBe(401);
});

test('a past day is rejected before any change', async () => {
  const { app, admin } = await openSchool();
  const action = { kind: 'grant', untilDay: '2026-06-01', reason };
  expect(await bulk(app, admin, { filter: {} }, action)).toMatchObject({
    status: 400,
    body: { message: 'The last day of access must be in the future' },
  });
  expect(await bulk(app, admin, { userIds: [] }, action)).toMatchObject({ status: 400 });
});
