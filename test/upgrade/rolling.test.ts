// @module-tag both
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/database/database.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const tablesOf = async ({ engine, db }: TestApp['database']): Promise<string[]> => {
  // A full-text index is no table that can be altered.
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{
          name: string;
        }>`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT GLOB 'search_*_text*'`
      : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  ).execute(db);
  return rows.map(({ name }) => name);
};

/** What the migrations of a later version may do at most: every table gets columns that this version does not know. */
const expandAll = async (tx: Db, tables: readonly string[]): Promise<void> => {
  await sql`CREATE TABLE later_table (id TEXT PRIMARY KEY)`.execute(tx);
  for (const table of tables) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN later_text TEXT`.execute(tx);
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN later_count BIGINT NOT NULL DEFAULT 7`.execute(tx);
    await sql`CREATE INDEX ${sql.id(`later_${table}`)} ON ${sql.table(table)} (later_count)`.execute(tx);
  }
  await sql`INSERT INTO schema_migrations (number, name, applied_at) VALUES (9999, 'later', 0)`.execute(tx);
};

test('a later version migrates while this one serves; this one continues, and does not start again', async () => {
  await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
  const [admin, learner] = [await anAdmin(app), await aSubscriber(app)];
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  let seq = 0;
  const use = async (): Promise<number[]> => {
    seq += 1;
    const { token } = learner;
    const beat = { positionMs: seq * 1000, ranges: [[0, seq * 1000]], rate: 1, seq, sessionId: 'phone' };
    const reason = 'Paid in the office';
    const message = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'Is the course in Hindi?' };
    const responses = [
      await call(app, 'PUT', `/courses/${courseId}/draft`, { token: admin.token, body: { isDraft: false } }),
      await call(app, 'GET', '/user/me', { token }),
      await call(app, 'GET', '/courses/'),
      await call(app, 'GET', `/courses/${courseId}`, { token }),
      await call(app, 'POST', `/lectures/${lectureId}/progress`, { token, body: beat }),
      await call(app, 'GET', '/progress/continue', { token }),
      await call(app, 'POST', `/admin/people/${learner.id}/extend`, { token: admin.token, body: { days: 30, reason } }),
      await call(app, 'POST', '/contact', { body: message }),
      await call(app, 'GET', '/payments', { token: admin.token }),
    ];
    await app.jobs.runDue();
    return responses.map(({ status }) => status);
  };
  const served = [200, 200, 200, 200, 200, 200, 200, 200, 200];
  expect(await use()).toEqual(served);
  const tables = await tablesOf(app.database);
  await app.database.transaction((tx) => expandAll(tx, tables));
  expect([await use(), await use()]).toEqual([served, served]);
  expect((await app.http.inject('/readyz')).statusCode).toBe(200);
  await expect(app.another()).rejects.toThrow('start a newer version of the program');
});
