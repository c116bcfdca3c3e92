// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { wholeTables } from '#server/database/whole-tables.ts';
import { sql } from 'kysely';
import { archivedTables, leftOutTables } from '#server/archive/archived-table.ts';
import { anArchive, filesIn } from '#test/archives.ts';
import { type EmptyPlace, emptyPlaces } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { pageOf } from '#test/certificates.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { login, tokenOf } from '#test/sign-up.ts';
import { startApp, startAppIn, type TestApp } from '#test/start-app.ts';
import { aWholeSchool } from '#test/whole-school.ts';
import { LEAVER } from '#test/whole-life.ts';

/** What an archive says of itself has the time, and the port of the school. */
const comparable = (name: string, bytes: Buffer | undefined): string | undefined => {
  const text = bytes?.toString('latin1');
  if (name !== 'school.json' && name !== 'README.md') return text;
  return text?.replace(/20\d\d-[\d-]+T[\d:.]+Z/, 'TIME').replace(/localhost:\d+/, 'HERE');
};

/** What a learner sees, who logs in with the password of before. */
const seenBy = async (app: TestApp, { code, lectureId, courseId }: Awaited<ReturnType<typeof aWholeSchool>>) => {
  const token = tokenOf(await login(app, LEAVER.email));
  const get = async (path: string) => {
    const { status, body } = await call(app, 'GET', path, { token });
    return [path, status, body];
  };
  return {
    rights: await get('/user/rights'),
    learning: await get('/learning'),
    course: await get(`/courses/${courseId}/lectures`),
    notes: await get(`/lectures/${lectureId}/notes`),
    // Its picture has the address, in which the port differs.
    certificate: { ...(await pageOf(app, code)), address: '', qr: null },
  };
};

/** Exports a school into an empty place, and compares both. */
const expectMove = async (app: TestApp, emptyPlace: EmptyPlace): Promise<void> => {
  const school = await aWholeSchool(app);
  const first = await anArchive(app, { hasSecrets: true });
  const place = await emptyPlace();
  app.clock.advance(DAY_MS);
  await using there = await startAppIn(place, app.clock.now());
  expect(await there.archives.importFrom(first)).toMatch(/Verified: files, access and certificates match$/);
  const [before, after] = [await filesIn(first), await filesIn(await anArchive(there, { hasSecrets: true }))];
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, bytes] of before)
    expect([name, comparable(name, after.get(name))]).toEqual([name, comparable(name, bytes)]);
  expect(await seenBy(there, school)).toEqual(await seenBy(app, school));
  const [, video] = [...before].find(([name]) => /^courses\/[\w-]+\/\d+-warm-land\/original\.mp4$/.test(name)) ?? [];
  expect(video?.equals(school.video)).toBe(true);
};

test.each(emptyPlaces)('a school moves to %s, and is equal after the round trip', async (_engine, emptyPlace) => {
  await using app = await startApp();
  await expectMove(app, emptyPlace);
});

const [[, emptySqlite], [, emptyPostgres] = []] = emptyPlaces;

test.runIf(emptyPostgres)('a school moves from SQLite to PostgreSQL', async () => {
  await using app = await startAppIn(await emptySqlite(), JUNE_MORNING_MS);
  if (emptyPostgres) await expectMove(app, emptyPostgres);
});

test('JSON in a CSV file is the same after the round trip', async () => {
  await using app = await startApp();
  await aWholeSchool(app);
  await app.database.db.updateTable('certificate_rules').set({ lecture_ids: '["rain","wind"]' }).execute();
  const archive = await anArchive(app);
  await using there = await startAppIn(await emptySqlite(), app.clock.now());
  await there.archives.importFrom(archive);
  const rules = there.database.db.selectFrom('certificate_rules').select('lecture_ids').distinct();
  expect(await rules.execute()).toEqual([{ lecture_ids: '["rain","wind"]' }]);
});

test('the school of this test has something of everything that an export has', async () => {
  await using app = await startApp();
  await aWholeSchool(app);
  const empty: string[] = [];
  for (const { name } of archivedTables) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(app.database.db);
    if (rows.length === 0) empty.push(name);
  }
  expect(empty).toEqual([]);
  const all = await wholeTables(app.database.db, app.database.engine);
  const known = new Set([...archivedTables, ...leftOutTables].map(({ name }) => name));
  expect(all.map(({ name }) => name).filter((name) => !known.has(name))).toEqual(['schema_migrations']);
});
