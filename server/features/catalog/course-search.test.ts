// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { list, query, suggest, titles } from '#test/search-courses.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

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
