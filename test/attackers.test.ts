// @module-tag both
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { codeAt, fromBase32, stepAt } from '#server/features/accounts/factors/one-time-codes.ts';
import { call } from './call.ts';
import { aCourse, aLecture, aSubscriber, anAdmin, type Person } from './factories.ts';
import { readEmails } from './mailbox.ts';
import { login, MEERA, register, signUp, tokenOf } from './sign-up.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Four attackers, and the wall that each of them meets. */

/** Turns the second step on. Returns the key of the authenticator app. */
const turnSecondStepOn = async (app: TestApp, token: string): Promise<string> => {
  const { key } = z.object({ key: z.string() }).parse((await call(app, 'POST', '/user/second-step', { token })).body);
  const code = codeAt(fromBase32(key), stepAt(app.clock.now()));
  expect((await call(app, 'PUT', '/user/second-step', { token, body: { code } })).status).toBe(200);
  return key;
};

const makeAdmin = ({ database: { db } }: TestApp) =>
  db.updateTable('users').set({ role: 'ADMIN' }).where('email', '=', MEERA.email).execute();

test('an attacker with the password of an admin gets no session, and few tries of the code', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const token = await signUp(app);
  await makeAdmin(app);
  await turnSecondStepOn(app, token);
  app.clock.advance(DAY_MS);
  const attempt = await login(app, MEERA.email, MEERA.password, '203.0.113.9');
  expect(attempt).toMatchObject({ status: 401, body: { code: 'second_step_needed' } });
  expect(attempt.text).not.toContain('"token"');
  const { ticket } = z.object({ ticket: z.string() }).parse(attempt.body);
  const guess = (number: number) =>
    call(app, 'POST', '/user/login/second-step', { body: { ticket, code: String(number).padStart(6, '0') } });
  const codes = [];
  for (let number = 0; number < 30; number += 1) codes.push((await guess(number)).body['code']);
  expect(new Set(codes.slice(0, 3))).toEqual(new Set(['wrong_code']));
  expect(codes.at(-1)).toBe('too_many_requests');
  expect((await call(app, 'GET', '/admin/payments', { token: ticket })).status).toBe(401);
});

test('an attacker with the password of a learner is seen, and is gone with one click', async () => {
  await using app = await startApp();
  const owner = await signUp(app);
  app.clock.advance(DAY_MS);
  const attacker = tokenOf(await login(app, MEERA.email, MEERA.password, '203.0.113.9'));
  await turnSecondStepOn(app, attacker);
  await app.jobs.runDue('email');
  const warning = (await readEmails(app)).find(({ text }) => text.includes('/not-me/'));
  const [, link = ''] = /\/not-me\/([\w-]+)/.exec(warning?.text ?? '') ?? [];
  expect(await call(app, 'POST', `/user/not-me/${link}`)).toMatchObject({ status: 200 });
  // The second step of the attacker would lock the learner out.
  for (const table of ['one_time_keys', 'recovery_codes'] as const)
    expect(await app.database.db.selectFrom(table).select('user_id').execute()).toEqual([]);
  for (const token of [attacker, owner]) expect((await call(app, 'GET', '/user/me', { token })).status).toBe(401);
  expect(await login(app)).toMatchObject({ status: 401 });
});

test('an attacker with the laptop of an admin cannot take the account over or touch money, and is ended from a phone', async () => {
  await using app = await startApp();
  const laptop = await signUp(app);
  await makeAdmin(app);
  const { id: learnerId } = await aSubscriber(app);
  const phone = tokenOf(await login(app));
  app.clock.advance(HOUR_MS);
  const paymentId = await app.database.db
    .selectFrom('payments')
    .select('provider_payment_id as id')
    .executeTakeFirstOrThrow();
  const tries: [method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object][] = [
    [
      'POST',
      `/admin/payments/${paymentId.id}/refund`,
      { amountInPaise: 100, reason: 'a reason', idempotencyKey: 'k'.repeat(20) },
    ],
    ['PUT', `/admin/people/${learnerId}/role`, { role: 'ADMIN' }],
    ['POST', '/admin/api-keys', { name: 'a key', scopes: ['people:read'], endsAt: null }],
    ['POST', '/admin/webhooks', { url: 'https://example.com/hook', events: ['purchase'] }],
    ['POST', '/user/export', {}],
    ['POST', '/user/deletion', { questions: 'anonymous', certificates: 'keep' }],
    ['POST', '/user/second-step', {}],
    ['GET', '/admin/people/export'],
    ['GET', '/admin/payments/export'],
  ];
  for (const [method, path, body] of tries) {
    const response = await call(app, method, path, { token: laptop, ...(body && { body }) });
    expect([path, response.body['code']]).toEqual([path, 'confirmation_needed']);
  }
  const change = { oldPassword: 'a guess of it', newPassword: 'another password', checkPassword: 'true' };
  expect((await call(app, 'POST', '/user/change-password', { token: laptop, body: change })).status).toBe(400);
  const { sessions } = z
    .object({ sessions: z.array(z.object({ _id: z.string(), isCurrent: z.boolean() })) })
    .parse((await call(app, 'GET', '/user/sessions', { token: phone })).body);
  for (const { _id } of sessions.filter(({ isCurrent }) => !isCurrent))
    expect((await call(app, 'DELETE', `/user/sessions/${_id}`, { token: phone })).status).toBe(200);
  expect((await call(app, 'GET', '/user/me', { token: laptop })).status).toBe(401);
});

test('an attacker with a leaked API key gets what its scope opens and nothing else, and the key is ended', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const learner = await aSubscriber(app);
  const body = { name: 'Our shop', scopes: ['certificates:read'], endsAt: null };
  const created = await call(app, 'POST', '/admin/api-keys', { token: admin.token, body });
  const key = z.string().parse(created.body['secret']);
  expect((await call(app, 'GET', '/admin/certificates', { token: key })).status).toBe(200);
  const closed: [method: 'GET' | 'POST', path: string, body?: object][] = [
    ['GET', '/admin/people'],
    ['GET', '/admin/payments'],
    ['GET', '/admin/settings'],
    ['GET', '/admin/audit'],
    ['GET', '/user/me'],
    ['POST', '/admin/api-keys', { ...body, scopes: ['people:read'] }],
    ['POST', `/admin/people/${learner.id}/grant`, { untilDay: '2027-12-31', reason: 'a reason' }],
  ];
  for (const [method, path, sent] of closed) {
    const { status } = await call(app, method, path, { token: key, ...(sent && { body: sent }) });
    expect([path, [401, 403].includes(status)]).toEqual([path, true]);
  }
  const { id } = await app.database.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  expect((await call(app, 'DELETE', `/admin/api-keys/${id}`, { token: admin.token })).status).toBe(200);
  expect((await call(app, 'GET', '/admin/certificates', { token: key })).status).toBe(401);
});

/** What someone reads who has the file of the database, or each table of PostgreSQL. */
const readDatabase = async ({ config, database: { db, engine } }: TestApp): Promise<string> => {
  if (engine === 'sqlite') {
    const names = ['lectern.db', 'lectern.db-wal'];
    const files = await Promise.all(
      names.map((name) => readFile(join(config.dataDir, name), 'latin1').catch(() => '')),
    );
    return files.join('');
  }
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(db);
  const rows = [];
  for (const { name } of tables.rows) rows.push(await sql`SELECT * FROM ${sql.table(name)}`.execute(db));
  return JSON.stringify(rows.map((table) => table.rows));
};

/** Lives through what leaves secrets behind. Returns them. */
const leaveSecrets = async (app: TestApp, admin: Person) => {
  const token = await signUp(app);
  const key = await turnSecondStepOn(app, token);
  await call(app, 'POST', '/user/reset', { body: { email: admin.email } });
  await app.jobs.runDue('email');
  const [, reset = ''] =
    /reset-password\/([\w-]+)/.exec((await readEmails(app)).map(({ text }) => text).join('\n')) ?? [];
  expect(reset).not.toBe('');
  const secretOf = async (path: string, body: object): Promise<string> =>
    z.string().parse((await call(app, 'POST', path, { token: admin.token, body })).body['secret']);
  const smtp = {
    host: 'mail.school.example',
    port: 465,
    security: 'tls',
    user: 'desk',
    sender: 'Desk <desk@school.example>',
  };
  const password = 'the password of the mail server';
  await call(app, 'PUT', '/admin/settings/email', { token: admin.token, body: { ...smtp, password } });
  return {
    'a session': token,
    'a password': MEERA.password,
    'the key of an authenticator app': key,
    'the link of a new password': reset,
    'an API key': await secretOf('/admin/api-keys', { name: 'a key', scopes: ['people:read'], endsAt: null }),
    'the secret of a webhook': await secretOf('/admin/webhooks', { url: 'https://example.com/', events: ['purchase'] }),
    'the password of the mail server': password,
    'the session of an admin': admin.token,
  };
};

test('an attacker who reads the database finds nothing that logs in, signs, or opens another service', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app, { email: 'asha@school.example' });
  await aLecture(app, { courseId: await aCourse(app) });
  const secrets = await leaveSecrets(app, admin);
  const read = await readDatabase(app);
  expect(read).toContain(MEERA.email);
  const found = Object.entries(secrets).filter(([, secret]) => read.includes(secret) || read.includes(btoa(secret)));
  expect(found.map(([what]) => what)).toEqual([]);
  expect(read).not.toMatch(/BEGIN (?:RSA )?PRIVATE KEY/);
  expect(Object.values(secrets).every((secret) => secret.length > 10)).toBe(true);
  // What is stored of a session, a link or a key does not open anything either.
  const { db } = app.database;
  const stored = [
    ...(await db.selectFrom('sessions').select('token_hash as digest').execute()),
    ...(await db.selectFrom('api_keys').select('secret_hash as digest').execute()),
  ];
  const digests = stored.map(({ digest }) => digest);
  expect(digests.length).toBeGreaterThan(2);
  for (const token of digests) expect((await call(app, 'GET', '/user/me', { token })).status).toBe(401);
  expect((await register(app, { email: 'another@school.example' })).status).toBe(201);
});
