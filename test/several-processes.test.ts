// @module-tag long
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Database, openPostgres } from '#server/database/database.ts';
import { newestSchema } from '#server/database/migrate.ts';
import { type FakeSmtp, openFakeSmtp } from './fake-smtp.ts';
import { CLOSED, examine, NOWHERE } from './examine.ts';
import { aCourse, aLecture, aUser } from './factories.ts';
import { temporaryFolder } from './isolated-data.ts';
import { type Servers, startServers } from './server-processes.ts';
import { startPooler } from './setup/pooler.ts';
import { startPrivatePostgres } from './setup/postgres-server.ts';

const [FIRST, SECOND, WORKER] = [0, 1, 2];
const ADMIN = { email: 'asha@school.example', password: 'monsoon rain' };
const CONTACT_LIMIT = 30;
const LEASE_MS = 15_000;

let database: Database;
let addresses: { direct: string; pooler: string | undefined };
let smtp: FakeSmtp;
let servers: Servers;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const [folder, postgres] = await Promise.all([temporaryFolder(), startPrivatePostgres()]);
  closing.push(folder.remove, postgres.stop);
  const pooler = await startPooler(postgres);
  if (pooler) closing.push(pooler.stop);
  addresses = { direct: postgres.url, pooler: pooler?.url };
  // The first connection hangs, as that of a mail server in trouble.
  smtp = await openFakeSmtp({ silences: 1 });
  database = await openPostgres(pooler?.url ?? postgres.url, { directUrl: pooler && postgres.url });
  closing.push(database.close);
  servers = await startServers((place) => ({
    ROLE: place === WORKER ? 'worker' : 'web',
    SECRET_KEY: 'thirty-two characters and a few more',
    ...(pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url } : { DATABASE_URL: postgres.url }),
    DATA_DIR: folder.path,
    RATE_LIMIT: 'on',
    SMTP_URL: smtp.url,
    CONTACT_EMAIL: 'desk@school.example',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    FFMPEG_PATH: 'none',
    METRICS_TOKEN: 'a-token-of-a-test',
  }));
  closing.push(servers.stop);
});

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

test('processes that start at once on an empty database create its schema and its admin once', async () => {
  const { rows } = await sql<{ number: number }>`SELECT number FROM schema_migrations ORDER BY number`.execute(
    database.db,
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: newestSchema() }, (_, index) => index + 1));
  expect(await database.db.selectFrom('users').select('email').execute()).toEqual([{ email: ADMIN.email }]);
  for (const place of [FIRST, SECOND]) expect((await fetch(`${servers.origin(place)}/readyz`)).status).toBe(200);
});

const Json = z.record(z.string(), z.json());

const send = async (
  place: number,
  method: string,
  path: string,
  { token = '', body }: { token?: string; body?: object } = {},
) => {
  const response = await fetch(`${servers.origin(place)}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: Json.parse(await response.json()) };
};

const logIn = async (place: number): Promise<string> => {
  const { body } = await send(place, 'POST', '/user/login', { body: ADMIN });
  return z.string().parse(body['token']);
};

test('web and worker processes serve their metrics', async () => {
  for (const place of [FIRST, WORKER]) {
    const headers = { authorization: 'Bearer a-token-of-a-test' };
    const response = await fetch(`${servers.origin(place)}/metrics`, { headers });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('\nlectern_viewers 0\n')]);
    expect((await fetch(`${servers.origin(place)}/metrics`)).status).toBe(401);
  }
});

test('a session of one web process is known to the other, and ends in both', async () => {
  const token = await logIn(FIRST);
  expect(await send(SECOND, 'GET', '/user/me', { token })).toMatchObject({
    status: 200,
    body: { user: { role: 'ADMIN' } },
  });
  expect((await send(SECOND, 'GET', '/user/logout', { token })).status).toBe(200);
  expect((await send(FIRST, 'GET', '/user/me', { token })).status).toBe(401);
});

test('a course that is edited in one web process is right in the other, which had it in its cache', async () => {
  const courseId = await aCourse({ database, clock: servers });
  const token = await logIn(FIRST);
  const titles = async (): Promise<unknown> => (await send(SECOND, 'GET', '/courses')).body['courses'];
  await expect.poll(titles).toMatchObject([{ title: 'Reading the monsoon' }]);
  const body = {
    title: 'Reading the winter',
    category: 'Science',
    createdBy: 'Ila Rao',
    description: 'Clouds and wind.',
  };
  expect((await send(FIRST, 'PUT', `/courses/${courseId}`, { token, body })).status).toBe(200);
  await expect.poll(titles, { interval: 5 }).toMatchObject([{ title: 'Reading the winter' }]);
});

test('an account watches on three devices at once, whichever processes they use', async () => {
  const place = { database, clock: servers };
  const lectureId = await aLecture(place, { courseId: await aCourse(place) });
  const devices: string[] = [];
  for (const web of [FIRST, SECOND, FIRST, SECOND]) {
    const token = await logIn(web);
    devices.push(token);
    expect((await send(web, 'POST', '/playback/session', { token })).status).toBe(200);
    await servers.advance(1000);
  }
  const heartbeat = { positionMs: 1000, ranges: [[0, 1000]], rate: 1, seq: 1, sessionId: 'player' };
  const statuses = await Promise.all(
    devices.map(async (token, index) => {
      const { body } = await send(index % 2, 'POST', `/lectures/${lectureId}/progress`, { token, body: heartbeat });
      return body['code'] ?? 'stored';
    }),
  );
  expect(statuses).toEqual(['session_displaced', 'stored', 'stored', 'stored']);
});

test('a limit is counted over all web processes, and they leave jobs to the workers', async () => {
  const message = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'Is the course in Hindi?' };
  const statuses: number[] = [];
  for (let count = 0; count <= CONTACT_LIMIT; count += 1)
    statuses.push((await send(count % 2, 'POST', '/contact', { body: message })).status);
  expect(statuses).toEqual([...Array.from({ length: CONTACT_LIMIT }, () => 200), 429]);
  expect(smtp.emails).toEqual([]);
  const begun = database.db.selectFrom('jobs').select('id').where('attempts', '>', 0);
  expect(await begun.execute()).toEqual([]);
});

test('a worker that is killed in the middle of a job leaves it to another, and each job is done once', async () => {
  await servers.add();
  const origin = servers.origin(WORKER);
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  for (const path of ['/', '/api/v1/courses', '/sandbox/console'])
    expect((await fetch(origin + path)).status).toBe(404);

  // Those about logins on a new device were added first: one of them hangs.
  const kinds = ['mail.send', 'accounts.security-email'];
  const emails = database.db.selectFrom('jobs').select(['state', 'attempts']).where('name', 'in', kinds);
  const all = (await emails.execute()).length;
  expect(all).toBeGreaterThan(CONTACT_LIMIT);
  const done = async (): Promise<number> => (await emails.where('state', '=', 'done').execute()).length;
  await expect.poll(done).toBe(all - 1);
  await servers.kill(WORKER);
  await servers.areWhole();
  expect(smtp.emails).toHaveLength(all - 1);
  await servers.advance(LEASE_MS);
  await expect.poll(() => smtp.emails.length).toBe(all);
  const ids = smtp.emails.map(({ data }) => /^Message-ID: (.*)$/im.exec(data)?.[1]);
  expect(new Set(ids).size).toBe(all);
  await expect.poll(done).toBe(all);
  expect((await emails.execute()).map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: all - 1 }, () => 1),
    2,
  ]);
});

test('a bundle is bought and refunded at a sandbox that all processes serve', async () => {
  const { token } = await aUser({ database, clock: servers });
  const subscribed = await send(FIRST, 'POST', '/payments/subscribe', { token });
  const pay = async (place: number, body: object): Promise<object> => {
    const response = await fetch(`${servers.origin(place)}/sandbox/control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return Json.parse(await response.json());
  };
  const proof = await pay(SECOND, { subscription_id: subscribed.body['subscription_id'], outcome: 'success' });
  expect((await send(FIRST, 'POST', '/payments/verify', { token, body: proof })).status).toBe(200);
  const me = (place: number) => send(place, 'GET', '/user/me', { token });
  expect(await me(SECOND)).toMatchObject({ body: { user: { subscription: { status: 'active' } } } });
  expect((await send(SECOND, 'POST', '/payments/unsubscribe', { token })).body['outcome']).toBe('refund_initiated');
  const refunds = database.db.selectFrom('refunds').select('status');
  await expect.poll(() => refunds.execute()).toEqual([{ status: 'processed' }]);
  expect(await me(FIRST)).toMatchObject({ body: { user: { subscription: { status: 'inactive' } } } });
});

test('the doctor finds a missing database, a pooler without the address of PostgreSQL, and one that is wrong', async () => {
  const { direct, pooler } = addresses;
  const missing = new URL(direct);
  missing.pathname = '/another';
  expect(await examine(NOWHERE, { DATABASE_URL: missing.href })).toMatchObject({
    database: { status: 'failing', title: 'The database refuses the login', fix: { code: 'DATABASE_URL' } },
  });
  // Where there is no PgBouncer the others are checked without it.
  if (pooler === undefined) return;
  expect(await examine(NOWHERE, { DATABASE_URL: pooler })).toMatchObject({
    database: { status: 'failing', title: 'The database is behind a pooler', fix: { code: 'DATABASE_DIRECT_URL' } },
  });
  const closed = `postgres://lectern@${CLOSED}/lectern`;
  expect(await examine(NOWHERE, { DATABASE_URL: pooler, DATABASE_DIRECT_URL: closed })).toMatchObject({
    database: { status: 'failing', title: 'The database cannot be reached', fix: { code: 'DATABASE_DIRECT_URL' } },
  });
  expect(await examine(NOWHERE, { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct })).toMatchObject({
    database: { status: 'ok' },
  });
});
