// @module-tag both
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { MIB } from '#contract/fields.ts';
import { runSweep } from '#test/run-sweep.ts';
import { startAppIn } from '#test/start-app.ts';
import { oldSchool } from './dump.ts';

/** The last schema of a version without limits. */
const BEFORE_LIMITS = 42;
const LIMITS = { devices: 3, maxUploadBytes: 5 * 1024 * MIB, isFreePreview: false };

test('limits that come with an upgrade delete nothing that was there, until the owner has saved them', async () => {
  const { data, database } = await oldSchool({ upTo: BEFORE_LIMITS, nowMs: JUNE_MORNING_MS - DAY_MS });
  await database.db.deleteFrom('sent_emails').execute();
  await database.db.deleteFrom('audit_entries').execute();
  const old = JUNE_MORNING_MS - 1200 * DAY_MS;
  await database.db
    .insertInto('sent_emails')
    .values({ id: 'old', address: 'ravi@home.example', subject: 'Welcome', sent_at: old })
    .execute();
  await sql`INSERT INTO audit_entries (id, at, kind, source, detail)
    VALUES ('old', ${old}, 'role_changed', '{"kind":"operator"}', '{}')`.execute(database.db);
  await database.close();

  await using app = await startAppIn(data, JUNE_MORNING_MS);
  const kept = async (): Promise<unknown> => {
    await runSweep(app, 'accounts.sweep');
    await runSweep(app, 'audit.sweep');
    const { db } = app.database;
    const emails = await db.selectFrom('sent_emails').select('id').where('id', '=', 'old').execute();
    const entries = await db.selectFrom('audit_entries').select('id').where('id', '=', 'old').execute();
    return [emails.length, entries.length];
  };
  expect(await kept()).toEqual([1, 1]);
  const { token } = await anAdmin(app);
  // The owner sees the limits, and leaves them as they are.
  expect((await call(app, 'PUT', '/admin/settings/limits', { token, body: LIMITS })).status).toBe(200);
  expect(await kept()).toEqual([0, 0]);
});
