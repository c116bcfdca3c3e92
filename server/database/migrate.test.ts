import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PrivatePostgres, startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { type Database, openPostgres } from './database.ts';
import { isMigrated, migrate } from './migrate.ts';

/** The schema of a version before this one, which serves while this one migrates. */
const BEFORE = 42;
/** The longest that a visitor waits. */
const VISITOR_MS = 2000;

let server: PrivatePostgres;
beforeAll(async () => {
  server = await startPrivatePostgres();
}, 60_000);
afterAll(() => server.stop());

/** A school of that schema with one user, opened by both versions. */
const twoVersions = async (name: string): Promise<{ before: Database; after: Database }> => {
  const one = await openPostgres(server.url);
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(one.db);
  await one.close();
  const url = server.url.replace('/postgres?', `/${name}?`);
  const before = await openPostgres(url, { timeLimits: { statementMs: VISITOR_MS, silenceMs: 0 } });
  const after = await openPostgres(url, { timeLimits: 'none' });
  onTestFinished(async () => {
    await before.close();
    await after.close();
  });
  await migrate(after, 0, { upTo: BEFORE });
  await sql`INSERT INTO users (id, email, full_name, role, password_hash, media_epoch, created_at, updated_at)
    VALUES ('u1', 'asha@school.example', 'आशा राव', 'USER', 'none', 0, 1, 1)`.execute(after.db);
  return { before, after };
};

test('while a backup reads what a migration changes, visitors of the previous version are answered', async () => {
  const { before, after } = await twoVersions('beside');
  let migrating: Promise<void> | undefined;
  await before.transaction(async (backup) => {
    await sql`SELECT FROM audit_entries`.execute(backup);
    migrating = migrate(after, 5);
    const isReached = async (): Promise<boolean> =>
      (await sql`SELECT FROM schema_migrations WHERE number = 75`.execute(before.db)).rows.length > 0;
    await expect.poll(isReached).toBe(true);
    // Until it has asked for the table several times.
    for (let until = performance.now() + 1500; performance.now() < until; await setTimeout(10)) {
      await sql`SELECT FROM audit_entries`.execute(before.db);
      await sql`UPDATE payments SET updated_at = 1`.execute(before.db);
      await sql`UPDATE users SET updated_at = 1`.execute(before.db);
    }
    expect(await isMigrated(after)).toBe(false);
  });
  await migrating;
  expect(await isMigrated(after)).toBe(true);
});

test('a migration that failed, or was killed, continues after its last statement', async () => {
  const { after } = await twoVersions('resumed');
  const { db } = after;
  await sql`INSERT INTO audit_entries (id, at, kind, source, detail)
    VALUES ('a', 1, 'role_changed', '{"kind":"admin","id":"u1"}', '{}')`.execute(db);
  await sql`CREATE INDEX audit_entries_by_kind ON audit_entries (kind)`.execute(db);
  await expect(migrate(after, 5)).rejects.toThrow('"audit_entries_by_kind" already exists');
  await sql`DROP INDEX audit_entries_by_kind`.execute(db);
  await sql`UPDATE audit_entries SET actor_id = 'as it was after the first part'`.execute(db);
  await Promise.all([migrate(after, 6), migrate(after, 6)]);
  expect(await isMigrated(after)).toBe(true);
  const { rows } = await sql`SELECT actor_id, at FROM audit_entries`.execute(db);
  expect(rows).toEqual([{ actor_id: 'as it was after the first part', at: 1 }]);
  const applied =
    await sql`SELECT count(*) AS count FROM schema_migrations WHERE number > 42 AND applied_at = 5`.execute(db);
  expect(applied.rows).toEqual([{ count: 33 }]);
});
