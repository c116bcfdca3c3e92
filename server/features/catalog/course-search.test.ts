// @module-tag both
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, coursesOfBefore } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const List = z.object({
  courses: z.array(z.object({ title: z.string() })),
  total: z.int(),
  totalLectures: z.int(),
  teachers: z.array(z.string()),
  didYouMean: z.string().nullable(),
});
const Highlighted = { highlights: z.array(z.tuple([z.int(), z.int()])) };
const Suggestions = z.object({
  courses: z.array(z.object({ title: z.string(), numberOfLectures: z.int(), ...Highlighted })),
  lectures: z.array(z.object({ title: z.string(), course: z.object({ title: z.string() }), ...Highlighted })),
  teachers: z.array(z.object({ name: z.string(), courses: z.int(), ...Highlighted })),
  total: z.int(),
  didYouMean: z.string().nullable(),
});

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`;
const list = async (app: TestApp, values: Record<string, string>) =>
  List.parse((await call(app, 'GET', `/courses/${query(values)}`)).body);
const titles = async (app: TestApp, values: Record<string, string>): Promise<string[]> =>
  (await list(app, values)).courses.map(({ title }) => title);
const suggest = async (app: TestApp, search: string) =>
  Suggestions.parse((await call(app, 'GET', `/search${query({ search })}`)).body);

let app: TestApp;
/** A school of five courses, the last one the newest. */
beforeAll(async () => {
  app = await startApp();
  const add = async (title: string, facts: Parameters<typeof aCourse>[1], lectures: string[], durationMs = 600_000) => {
    app.clock.advance(1000);
    const courseId = await aCourse(app, { title, ...facts });
    for (const lecture of lectures) await aLecture(app, { courseId, title: lecture, durationMs });
  };
  await add('Carnatic Singing: The First Lessons', { category: 'Music', createdBy: 'Lakshmi Raghavan' }, [
    'Janta varisai',
    'Taking care of your voice',
  ]);
  await add('Caring for Cotton', { category: 'Craft', createdBy: 'Devika Rathore' }, ['Wash and dye'], 7_200_000);
  await add(
    'GST for Small Shops',
    { category: 'Business', createdBy: 'Maria Cardoza', description: 'Café accounts.' },
    ['Carrying a loss forward'],
  );
  await add('घर का बजट', { category: 'Business', createdBy: 'Farah Siddiqui', description: 'ख़र्च और बचत' }, []);
  await add('Tailoring', { category: 'Craft', createdBy: 'Maria Cardoza', description: 'Carded wool.' }, [
    'One',
    'Two',
  ]);
});
afterAll(() => app.close());

test('a search finds the beginnings of words in titles, names and texts, best first, without accents', async () => {
  expect(await titles(app, { search: 'car' })).toEqual([
    'Caring for Cotton',
    'Carnatic Singing: The First Lessons',
    'Tailoring',
    'GST for Small Shops',
  ]);
  expect(await titles(app, { search: 'cafe' })).toEqual(['GST for Small Shops']);
  expect(await titles(app, { search: 'LAKSHMI voi' })).toEqual(['Carnatic Singing: The First Lessons']);
  expect(await titles(app, { search: 'बज' })).toEqual(['घर का बजट']);
  expect(await titles(app, { search: 'खर्च बचत' })).toEqual(['घर का बजट']);
  expect(await titles(app, { search: 'arnatic', exact: 'true' })).toEqual([]);
  expect(await titles(app, { search: '—' })).toEqual([]);
});

test('a search finds words of every script, however they are written', async () => {
  await using school = await startApp();
  const rows = [
    ['日本語文法の基礎と会話', '文法'],
    ['零基础学习机器学习入门', '机器学习'],
    ['हिन्दी व्याकरण', 'हिंदी'],
    ['Cœur de métier', 'coeur'],
    ['ภาษาไทยเบื้องต้น', 'เบื้องต้น'],
    ['العَرَبِيَّة للمبتدئين', 'العربيه'],
    ['Straßenbau', 'strasse'],
  ];
  for (const [title] of rows) await aCourse(school, { title });
  for (const [title, search = ''] of rows) {
    expect([search, await titles(school, { search, exact: 'true' })]).toEqual([search, [title]]);
    expect((await suggest(school, search)).courses[0]?.highlights).toHaveLength(1);
  }
});

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

test('lists are filtered and sorted, and courses without lectures are always last', async () => {
  expect(await titles(app, {})).toEqual([
    'Tailoring',
    'GST for Small Shops',
    'Caring for Cotton',
    'Carnatic Singing: The First Lessons',
    'घर का बजट',
  ]);
  expect(await titles(app, { sort: 'title' })).toEqual([
    'Caring for Cotton',
    'Carnatic Singing: The First Lessons',
    'GST for Small Shops',
    'Tailoring',
    'घर का बजट',
  ]);
  expect(await titles(app, { sort: 'longest', limit: '2' })).toEqual(['Caring for Cotton', 'Tailoring']);
  expect(await titles(app, { sort: 'shortest', search: 'car' })).toEqual([
    'GST for Small Shops',
    'Tailoring',
    'Carnatic Singing: The First Lessons',
    'Caring for Cotton',
  ]);
  expect(await titles(app, { length: 'medium' })).toEqual(['Caring for Cotton']);
  expect(await titles(app, { teacher: 'Maria Cardoza', category: 'Craft' })).toEqual(['Tailoring']);
  expect(await titles(app, { free: 'true' })).toEqual([]);
  const everything = await list(app, { search: '', category: '', teacher: '', free: '', length: '', sort: '' });
  expect(everything).toMatchObject({
    total: 5,
    totalLectures: 6,
    teachers: ['Devika Rathore', 'Farah Siddiqui', 'Lakshmi Raghavan', 'Maria Cardoza'],
    didYouMean: null,
  });
  for (const bad of [{ sort: 'best' }, { length: 'x' }, { free: 'false' }, { search: 'x'.repeat(201) }])
    expect((await call(app, 'GET', `/courses/${query(bad)}`)).status).toBe(400);
});

test('suggestions name courses, lectures and teachers, with what matches', async () => {
  expect(await suggest(app, 'car')).toEqual({
    courses: [
      { title: 'Caring for Cotton', numberOfLectures: 1, highlights: [[0, 3]] },
      { title: 'Carnatic Singing: The First Lessons', numberOfLectures: 2, highlights: [[0, 3]] },
      { title: 'Tailoring', numberOfLectures: 2, highlights: [] },
    ],
    lectures: expect.arrayContaining([
      { title: 'Carrying a loss forward', course: { title: 'GST for Small Shops' }, highlights: [[0, 3]] },
      {
        title: 'Taking care of your voice',
        course: { title: 'Carnatic Singing: The First Lessons' },
        highlights: [[7, 10]],
      },
    ]),
    teachers: [{ name: 'Maria Cardoza', courses: 2, highlights: [[6, 9]] }],
    total: 4,
    didYouMean: null,
  });
  expect((await suggest(app, 'janta var')).lectures).toHaveLength(1);
  for (const bad of ['', 'x', 'x'.repeat(201)])
    expect((await call(app, 'GET', `/search${query({ search: bad })}`)).status).toBe(400);
});

test('where nothing is found, the courses with similar words are listed, unless the search is exact', async () => {
  const { courses, total } = await list(app, { search: 'carnatic singing' });
  expect(total).toBeGreaterThan(0);
  const search = 'karnatik singing';
  expect(await list(app, { search })).toMatchObject({ courses, total, didYouMean: 'carnatic singing' });
  expect(await list(app, { search, exact: 'true' })).toMatchObject({
    courses: [],
    total: 0,
    didYouMean: 'carnatic singing',
  });
  expect(await suggest(app, 'cotten')).toMatchObject({ courses: [], total: 0, didYouMean: 'cotton' });
  expect((await list(app, { search: 'बजर' })).didYouMean).toBe('बजट');
  expect((await list(app, { search: 'quantum' })).didYouMean).toBeNull();
  expect((await list(app, { search: 'cotton gst' })).didYouMean).toBeNull();
});

test('what changes is found at once by its new words, and nothing of drafts and deleted courses is', async () => {
  await using school = await startApp();
  const admin = await anAdmin(school);
  const { token } = admin;
  const id = await publishCourse(school, admin, { title: 'Monsoon winds' });
  const lectureId = await publishLecture(school, { admin, courseId: id });
  const place = `/courses/${id}/lecture/${lectureId}`;
  const captions = {
    bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n<i>Thunder</i>storm'),
    name: 'a.vtt',
    type: 'text/vtt',
  };
  await call(school, 'PUT', `${place}/captions/en`, { token, parts: { label: 'English', captions } });
  const found = async (...searches: string[]): Promise<number[]> =>
    Promise.all(searches.map(async (search) => (await list(school, { search })).total));
  expect(await found('monsoon', 'warm sea', 'thunderstorm', 'ila', 'title')).toEqual([1, 1, 1, 1, 0]);
  expect((await suggest(school, 'thunderstorm')).lectures.map(({ title }) => title)).toEqual(['Warm land, cool sea']);

  await call(school, 'PATCH', place, { token, body: { title: 'A new title' } });
  await call(school, 'DELETE', `${place}/captions/en`, { token });
  expect(await found('monsoon', 'warm', 'thunderstorm', 'ila', 'title')).toEqual([1, 0, 0, 1, 1]);

  await call(school, 'PATCH', place, { token, body: { isDraft: true } });
  expect([await found('monsoon', 'title'), (await suggest(school, 'new')).lectures]).toEqual([[1, 0], []]);
  await call(school, 'PATCH', place, { token, body: { isDraft: false } });

  await call(school, 'PUT', `/courses/${id}/draft`, { token, body: { isDraft: true } });
  expect([await found('monsoon', 'title'), await suggest(school, 'monsonn')]).toEqual([
    [0, 0],
    { courses: [], lectures: [], teachers: [], total: 0, didYouMean: null },
  ]);
  await call(school, 'PUT', `/courses/${id}/draft`, { token, body: { isDraft: false } });
  expect(await found('monsoon', 'title')).toEqual([1, 1]);
  await call(school, 'DELETE', `/courses/${id}`, { token });
  expect(await found('monsoon', 'title')).toEqual([0, 0]);
  await call(school, 'POST', `/courses/${id}/restore`, { token });
  expect(await found('monsoon', 'title')).toEqual([1, 1]);
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

const enqueueIndexing = async ({ database: { db } }: TestApp, ...ids: string[]): Promise<void> => {
  const job = {
    name: 'catalog.index',
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
