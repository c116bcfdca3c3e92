// @module-tag both
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { call } from './call.ts';
import { anAdmin } from './factories.ts';
import { publishCourseWithLecture } from './publish.ts';
import { mediaPart } from './sign-up.ts';
import { startApp, type TestApp } from './start-app.ts';

const FULL_TEXT =
  'The disk is full, so nothing can be saved. Free up space on the database’s disk, or use a larger one.';
const MOST_WRITES = 50;
const Notices = z.object({ notices: z.array(z.object({ code: z.string() })) });

/** The database may not grow any more: SQLite by its own limit, PostgreSQL by its error for a full disk. */
const fill = async ({ database: { engine, db } }: TestApp): Promise<void> => {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
    await sql`PRAGMA max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(db);
    return;
  }
  await sql`
    CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file "base/5/16384"' USING ERRCODE = '53100'; END $$`.execute(db);
  await sql`CREATE TRIGGER disk_full BEFORE INSERT ON jobs EXECUTE FUNCTION disk_full()`.execute(db);
  await sql`CREATE TRIGGER disk_full BEFORE UPDATE ON sessions EXECUTE FUNCTION disk_full()`.execute(db);
};

const empty = async ({ database: { engine, db } }: TestApp): Promise<void> => {
  if (engine === 'sqlite') await sql`PRAGMA max_page_count = ${sql.lit(2 ** 31)}`.execute(db);
  else await sql`DROP FUNCTION disk_full() CASCADE`.execute(db);
};

const write = (app: TestApp) =>
  call(app, 'POST', '/contact', {
    body: { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'In Hindi? '.repeat(400) },
  });

/** Writes until no free space is left. */
const writeUntilFull = async (app: TestApp) => {
  for (let stored = 0; stored < MOST_WRITES; stored += 1) {
    const response = await write(app);
    if (response.status !== 200) return { stored, response };
  }
  throw new Error('the disk is not full');
};

const countRows = async ({ database: { db } }: TestApp) => {
  const messages = await db.selectFrom('contact_messages').select('id').execute();
  const emails = await db.selectFrom('jobs').select('id').where('name', '=', 'mail.send').execute();
  return { messages: messages.length, emails: emails.length };
};

test('a full disk returns 507, shows at /readyz and to admins, and recovers when space is free', async () => {
  await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
  const { token } = await anAdmin(app);
  const readiness = async (): Promise<number> => (await app.http.inject('/readyz')).statusCode;
  const notices = async () => (await call(app, 'GET', '/admin/notices', { token })).body['notices'];
  await fill(app);
  try {
    expect(await readiness()).toBe(200);
    const { stored, response } = await writeUntilFull(app);
    expect(response).toMatchObject({
      status: 507,
      body: { success: false, code: 'database_full', message: 'The server is out of disk space. Nothing was saved.' },
    });
    // Nothing of the refused one is left.
    expect(await countRows(app)).toEqual({ messages: stored, emails: stored });
    const causes = app.logLines().filter((line) => line.includes('The server is out of disk space'));
    expect(causes).toEqual([expect.stringMatching(/database or disk is full|could not extend file/)]);
    expect(await readiness()).toBe(503);
    // By then a session in use is extended, which a full disk puts off.
    app.clock.advance(2 * HOUR_MS);
    expect(await notices()).toContainEqual({ code: 'database_full', level: 'warning', text: FULL_TEXT });
  } finally {
    await empty(app);
  }
  expect(await readiness()).toBe(200);
  expect((await write(app)).status).toBe(200);
  expect(await notices()).not.toContainEqual({ code: 'database_full', level: 'warning', text: FULL_TEXT });
});

/** The disk of the database accepts no writes any more. */
const makeReadOnly = async ({ database: { engine, db } }: TestApp): Promise<void> => {
  if (engine === 'sqlite') {
    await sql`PRAGMA query_only = ON`.execute(db);
    return;
  }
  await sql`
    CREATE FUNCTION disk_read_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not open file "base/5/16384": Read-only file system' USING ERRCODE = '42501'; END $$`.execute(
    db,
  );
  await sql`CREATE TRIGGER disk_read_only BEFORE INSERT ON jobs EXECUTE FUNCTION disk_read_only()`.execute(db);
  await sql`CREATE TRIGGER disk_read_only BEFORE UPDATE ON sessions EXECUTE FUNCTION disk_read_only()`.execute(db);
};

const makeWritable = async ({ database: { engine, db } }: TestApp): Promise<void> => {
  if (engine === 'sqlite') await sql`PRAGMA query_only = OFF`.execute(db);
  else await sql`DROP FUNCTION disk_read_only() CASCADE`.execute(db);
};

test('a read-only disk returns an error of its own, shows at /readyz and to admins, and recovers', async () => {
  await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
  const { token } = await anAdmin(app);
  const readiness = async (): Promise<number> => (await app.http.inject('/readyz')).statusCode;
  const codes = async (): Promise<string[]> =>
    Notices.parse((await call(app, 'GET', '/admin/notices', { token })).body).notices.map(({ code }) => code);
  expect(await readiness()).toBe(200);
  await makeReadOnly(app);
  try {
    expect(await write(app)).toMatchObject({
      status: 507,
      body: { code: 'disk_read_only', message: 'The server’s disk is read-only. Nothing was saved.' },
    });
    expect(await countRows(app)).toEqual({ messages: 0, emails: 0 });
    expect(await readiness()).toBe(503);
    app.clock.advance(2 * HOUR_MS);
    expect(await codes()).toContain('disk_read_only');
  } finally {
    await makeWritable(app);
  }
  expect(await readiness()).toBe(200);
  expect((await write(app)).status).toBe(200);
  expect(await codes()).not.toContain('disk_read_only');
});

test('a change whose file cannot be stored is not recorded as done', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { path } = await publishCourseWithLecture(app, admin);
  const entries = async (): Promise<number> =>
    (await app.database.db.selectFrom('audit_entries').select('id').execute()).length;
  const before = await entries();
  // A file in the place of the folder.
  await writeFile(join(app.config.dataDir, 'files', 'captions'), '');
  const parts = { label: 'English', captions: await mediaPart('captions.vtt') };
  expect((await call(app, 'PUT', `${path}/captions/en`, { token: admin.token, parts })).status).toBe(500);
  expect(await entries()).toBe(before);
});
