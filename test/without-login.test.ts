// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call } from './call.ts';
import { aCourse, anAdmin, aSubscriber, type Person } from './factories.ts';
import { emailsTo, readEmails } from './mailbox.ts';
import { login, MEERA, signUp } from './sign-up.ts';
import { startApp, type TestApp } from './start-app.ts';

/** What works without a login ends with the login that it came from. */

const SITE = 'http://localhost:5000';
const Address = z.object({ address: z.string() });

const openApp = async (): Promise<TestApp> => {
  const app = await startApp({ PUBLIC_URL: SITE });
  await app.database.transaction((tx) =>
    app.settings.change(tx, 'community', { questions: true, reviews: true, notices: true, podcasts: true }),
  );
  return app;
};

/** The feeds of a person, as their programs know them. */
const feedsOf = async (app: TestApp, token: string, courseId: string): Promise<string[]> => {
  const addressAt = async (path: string): Promise<string> =>
    Address.parse((await call(app, 'GET', path, { token })).body).address.replace(SITE, '');
  return [`${await addressAt('/user/podcasts')}/${courseId}.xml`, `${await addressAt('/user/calendar')}/classes.ics`];
};

const statusesOf = async (app: TestApp, urls: readonly string[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const url of urls) statuses.push((await app.http.inject({ url })).statusCode);
  return statuses;
};

test('podcasts and calendars have another address after a change of the password, and after This was not me', async () => {
  await using app = await openApp();
  const courseId = await aCourse(app);
  const token = await signUp(app);
  const first = await feedsOf(app, token, courseId);
  expect(await statusesOf(app, first)).toEqual([200, 200]);
  const body = { oldPassword: MEERA.password, newPassword: 'monsoon over Malabar' };
  expect((await call(app, 'POST', '/user/change-password', { token, body })).status).toBe(200);
  expect(await statusesOf(app, first)).toEqual([404, 404]);
  const second = await feedsOf(app, token, courseId);
  expect(await statusesOf(app, second)).toEqual([200, 200]);

  app.clock.advance(DAY_MS);
  await login(app, MEERA.email, body.newPassword, '203.0.113.9');
  await app.jobs.runDue('email');
  const warning = (await readEmails(app)).findLast(({ text }) => text.includes('/not-me/'));
  const [, link = ''] = /\/not-me\/([\w-]+)/.exec(warning?.text ?? '') ?? [];
  expect((await call(app, 'POST', `/user/not-me/${link}`)).status).toBe(200);
  expect(await statusesOf(app, second)).toEqual([404, 404]);
});

test('they end for a person whom an admin logs out or blocks', async () => {
  await using app = await openApp();
  const courseId = await aCourse(app);
  const admin = await anAdmin(app);
  const changes = [
    ['log-out', {}],
    ['block', { reason: 'Shared the account' }],
  ] as const;
  for (const [change, body] of changes) {
    const person = await aSubscriber(app);
    const feeds = await feedsOf(app, person.token, courseId);
    const path = `/admin/people/${person.id}/${change}`;
    expect((await call(app, 'POST', path, { token: admin.token, body })).status, change).toBe(200);
    expect(await statusesOf(app, feeds), change).toEqual([404, 404]);
  }
});

test('the address of an export of the school ends when its admin is none any more, or was logged out', async () => {
  await using app = await openApp();
  const owner = await anAdmin(app);
  const Requested = z.object({ export: z.object({ _id: z.string() }) });
  const { _id } = Requested.parse(
    (await call(app, 'POST', '/admin/school-exports', { token: owner.token })).body,
  ).export;
  await app.jobs.runDue();
  const addressFor = async ({ token }: Person): Promise<string> =>
    Address.parse((await call(app, 'POST', `/admin/school-exports/${_id}/address`, { token })).body).address;
  const changes = [
    ['PUT', 'role', { role: 'USER' }],
    ['POST', 'block', { reason: 'Gone' }],
    ['POST', 'log-out', {}],
  ] as const;
  for (const [method, change, body] of changes) {
    const other = await anAdmin(app);
    const address = await addressFor(other);
    expect(await statusesOf(app, [address]), change).toEqual([200]);
    const path = `/admin/people/${other.id}/${change}`;
    expect((await call(app, method, path, { token: owner.token, body })).status, change).toBe(200);
    expect(await statusesOf(app, [address]), change).toEqual([404]);
  }
  expect(await statusesOf(app, [await addressFor(owner)])).toEqual([200]);
});

test('the key of an admin who was demoted or blocked stays dead', async () => {
  await using app = await openApp();
  const owner = await anAdmin(app);
  const changes = [
    ['PUT', 'role', { role: 'USER' }, 'PUT', 'role', { role: 'ADMIN' }],
    ['POST', 'block', { reason: 'Gone' }, 'POST', 'unblock', {}],
  ] as const;
  for (const [method, change, body, backMethod, back, backBody] of changes) {
    const other = await anAdmin(app);
    const key = { name: 'Reports', scopes: ['people:read'], endsAt: null };
    const created = await call(app, 'POST', '/admin/api-keys', { token: other.token, body: key });
    const { secret } = z.object({ secret: z.string() }).parse(created.body);
    const list = async () => (await call(app, 'GET', '/admin/people', { token: secret })).status;
    expect(await list()).toBe(200);
    const path = `/admin/people/${other.id}`;
    expect((await call(app, method, `${path}/${change}`, { token: owner.token, body })).status).toBe(200);
    expect(await list()).toBe(401);
    expect((await call(app, backMethod, `${path}/${back}`, { token: owner.token, body: backBody })).status).toBe(200);
    expect(await list(), change).toBe(401);
  }
});

test('an admin whose login was another person’s is emailed what that one may have left behind', async () => {
  await using app = await openApp();
  const token = await signUp(app);
  const { db } = app.database;
  await db.updateTable('users').set({ role: 'ADMIN' }).where('email', '=', MEERA.email).execute();
  app.clock.advance(60 * DAY_MS);
  const thief = await login(app, MEERA.email, MEERA.password, '203.0.113.9');
  const { token: stolen } = z.object({ token: z.string() }).parse(thief.body);
  expect(stolen).not.toBe(token);
  const helper = await aSubscriber(app);
  await call(app, 'PUT', `/admin/people/${helper.id}/role`, { token: stolen, body: { role: 'ADMIN' } });
  const upi = { ...(await app.settings.ways()), upi: true, upiId: 'thief@bank' };
  const saved = await call(app, 'PUT', '/admin/settings/ways', { token: stolen, body: upi });
  expect(saved.status, saved.text).toBe(200);
  const key = { name: 'Night job', scopes: ['people:read'], endsAt: null };
  expect((await call(app, 'POST', '/admin/api-keys', { token: helper.token, body: key })).status).toBeLessThan(300);
  await db
    .insertInto('webhooks')
    .values({
      id: 'w1',
      url: 'https://collect.example/secret-path',
      events: 'purchase.paid',
      sealed_secret: 'x',
      sealed_previous: null,
      previous_until: null,
      created_at: app.clock.now(),
      failing_since: null,
    })
    .execute();
  await app.jobs.runDue('email');
  // The one to the new admin, about the key, has such a link too.
  const warning = (await emailsTo(app, MEERA.email)).findLast(({ text }) => text.includes('/not-me/'));
  const [, link = ''] = /\/not-me\/([\w-]+)/.exec(warning?.text ?? '') ?? [];
  await call(app, 'POST', `/user/not-me/${link}`);
  await app.jobs.runDue('email');
  const disowned = db
    .selectFrom('audit_entries')
    .select('kind')
    .where('kind', 'in', ['login_disowned', 'password_reset']);
  expect(await disowned.execute()).toEqual([{ kind: 'login_disowned' }]);
  const review = (await readEmails(app)).find(({ headers }) => headers.get('subject')?.startsWith('Review') === true);
  for (const part of ['Night job', 'collect.\u200bexample', helper.email, '/admin/settings/webhooks'])
    expect(review?.text).toContain(part);
  expect(review?.text).not.toContain('secret-path');
  expect(review?.text).toMatch(/Changed a role\W+× 1/);
  expect(review?.text).toMatch(/Changed settings\W+× 1/);
  expect(review?.text).toMatch(/settings\/audit\?person=\w+&days=30/);
});
