// @module-tag both
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, coursesOfBefore } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { list, suggest } from '#test/search-courses.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const enqueueIndexing = async ({ database: { db } }: TestApp, ...ids: string[]): Promise<void> => {
  const job = {
    name: 'catalog.index-2',
    payload: '{}',
    state: 'waiting' as const,
    run_at: 0,
    attempts: 0,
    created_at: 0,
  };
  await db
    .insertInto('jobs')
    .values(ids.map((id) => ({ ...job, id })))
    .execute();
};

test('a course that an earlier version indexed is indexed again in the background, with its captions', async () => {
  await using school = await startApp();
  const admin = await anAdmin(school);
  const id = await publishCourse(school, admin, { title: 'Lessons' });
  const lectureId = await publishLecture(school, { admin, courseId: id });
  const { db } = school.database;
  await db
    .insertInto('captions')
    .values({
      lecture_id: lectureId,
      language: 'ja',
      label: '日本語',
      file_key: 'captions',
      words: '日本語文法の基礎',
      created_at: 0,
      updated_at: 0,
    })
    .execute();
  await sql.raw(readFileSync('server/database/migrations/0088-search-again.sql', 'utf8')).execute(db);
  expect((await list(school, { search: '基礎', exact: 'true' })).total).toBe(0);
  await enqueueIndexing(school, 'index');
  await school.jobs.runDue();
  expect((await list(school, { search: '文法', exact: 'true' })).total).toBe(1);
});

test('a job indexes what is not indexed: after an upgrade, a restore, or a change by the previous version', async () => {
  await using school = await startApp();
  const admin = await anAdmin(school);
  const id = await publishCourse(school, admin, { title: 'Monsoon winds' });
  const lectureId = await publishLecture(school, { admin, courseId: id });
  const captions = {
    bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nThunder'),
    name: 'a.vtt',
    type: 'text/vtt',
  };
  await call(school, 'PUT', `/courses/${id}/lecture/${lectureId}/captions/en`, {
    token: admin.token,
    parts: { label: 'English', captions },
  });
  const { db } = school.database;
  await school.database.transaction(async (tx) => {
    await tx.updateTable('captions').set({ words: null }).execute();
    await tx.deleteFrom('search_course_entries').execute();
    await tx.deleteFrom('search_lecture_entries').execute();
    await tx
      .insertInto('jobs')
      .values({
        id: 'words',
        name: 'classroom.caption-words',
        payload: JSON.stringify({ lectureId, language: 'en' }),
        state: 'waiting',
        run_at: 0,
        attempts: 0,
        created_at: 0,
      })
      .execute();
  });
  const before = await list(school, { search: 'monsoon' });
  school.clock.advance(60 * 60_000);
  await school.jobs.runDue();
  const after = await list(school, { search: 'monsoon thunder' });
  expect([before.total, after.total]).toEqual([0, 1]);
  expect(await db.selectFrom('search_lecture_entries').select('lecture_id').execute()).toEqual([
    { lecture_id: lectureId },
  ]);
});

test('a course that is indexed again keeps its number and uses no other', async () => {
  await using school = await startApp();
  const courseId = await aCourse(school);
  for (const title of ['One', 'Two']) await aLecture(school, { courseId, title });
  await aCourse(school);
  const entries = school.database.db.selectFrom('search_course_entries').select('number').orderBy('number');
  const [first, second] = await entries.execute();
  expect(second?.number).toBe((first?.number ?? 0) + 1);
});

test('before the index follows, a lecture that is no longer shown is not suggested', async () => {
  await using school = await startApp();
  const { database } = school;
  const courseId = await aCourse(school, { title: 'Winds' });
  const lectureId = await aLecture(school, { courseId, title: 'Monsoon' });
  const suggested = async () => (await suggest(school, 'monsoon')).lectures.map(({ title }) => title);
  /** As the previous version may write it, which knows no index. */
  const write = (
    table: 'courses' | 'lectures',
    columns: { published_at?: number | null; deleted_at?: number | null },
  ) =>
    database.transaction(async (tx) => {
      const id = table === 'courses' ? courseId : lectureId;
      await tx.updateTable(table).set(columns).where('id', '=', id).execute();
      await database.topics.raise(tx, 'catalog');
    });
  for (const table of ['lectures', 'courses'] as const)
    for (const hidden of [{ published_at: null }, { deleted_at: 1 }]) {
      await write(table, hidden);
      expect(await suggested(), `${table} ${Object.keys(hidden)[0]}`).toEqual([]);
      await write(table, { published_at: 1, deleted_at: null });
      expect(await suggested()).toEqual(['Monsoon']);
    }
});

test('requests are served while many courses are indexed', async () => {
  await using school = await startApp();
  await coursesOfBefore(school, 80, 'Monsoon');
  await enqueueIndexing(school, 'index');
  const before = await list(school, { search: 'monsoon' });
  const indexed = school.jobs.runDue();
  const during = await list(school, { search: 'monsoon' });
  await indexed;
  const after = await list(school, { search: 'monsoon' });
  expect(before.total).toBe(0);
  expect(during.total).toBeLessThan(80);
  expect(after.total).toBe(80);
});

test('a stop ends the indexing after the step that it is at', async () => {
  await using school = await startApp();
  await coursesOfBefore(school, 80, 'Monsoon');
  await enqueueIndexing(school, 'index');
  const entries = school.database.db.selectFrom('search_course_entries').select('number');
  const indexed = school.jobs.runDue();
  while ((await entries.execute()).length === 0);
  await school.jobs.stop();
  await indexed;
  expect((await entries.execute()).length).toBeLessThan(80);
});

test('jobs that run at the same time share the courses, and announce many at once', async () => {
  await using school = await startApp();
  await coursesOfBefore(school, 80, 'Monsoon');
  await enqueueIndexing(school, 'one', 'other');
  const { db } = school.database;
  const announced = db.selectFrom('topic_versions').select('version').where('topic', '=', 'catalog');
  const before = await announced.executeTakeFirstOrThrow();
  await Promise.all([school.jobs.runDue(), school.jobs.runDue()]);
  const rows = await db.selectFrom('search_course_entries').select('number').orderBy('number').execute();
  const numbersTaken = (rows.at(-1)?.number ?? 0) - (rows[0]?.number ?? 0) + 1;
  const after = await announced.executeTakeFirstOrThrow();
  expect([rows.length, numbersTaken, after.version - before.version]).toEqual([80, 80, 2]);
});

test('a course whose captions have more words than an index holds is saved, and found by the first of them', async () => {
  await using school = await startApp();
  const admin = await anAdmin(school);
  const courseId = await publishCourse(school, admin, { title: 'Monsoon winds' });
  const speak = async (language: string, words: string[]): Promise<void> => {
    const bytes = Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${words.join(' ')}`);
    const { status } = await call(school, 'PUT', `/courses/${courseId}/lecture/${lectureId}/captions/${language}`, {
      token: admin.token,
      parts: { label: language, captions: { bytes, name: 'a.vtt', type: 'text/vtt' } },
    });
    expect(status).toBe(200);
  };
  const lectureId = await publishLecture(school, { admin, courseId });
  const wordsOf = (first: string): string[] =>
    Array.from({ length: 60_000 }, (_, index) => `${first}orologically${index}`);
  await speak('en', wordsOf('mete'));
  await speak('hi', wordsOf('hydr'));
  const found = async (search: string) => (await list(school, { search })).total;
  expect([await found('monsoon meteorologically59'), await found('hydrorologically59999')]).toEqual([1, 0]);
  expect((await suggest(school, 'meteorologically59')).lectures).toHaveLength(1);
});
