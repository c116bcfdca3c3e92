// @module-tag both
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aLecture } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const openSchool = async () => {
  const app = await startApp();
  const { token } = await anAdmin(app);
  const add = async (title: string, fields: { category?: string; createdBy?: string } = {}) => {
    app.clock.advance(MINUTE_MS);
    return aCourse(app, { title, description: '100% practice', ...fields });
  };
  const ids = {
    rain: await add('reading rain', { category: 'Science', createdBy: 'Ila Rao' }),
    ragas: await add('Ragas', { category: 'Music', createdBy: 'Meera Krishnan' }),
    looms: await add('Looms', { category: 'Crafts', createdBy: 'Zoë Das' }),
    kites: await add('Kites', { category: 'Crafts', createdBy: 'Anil Das' }),
  };
  const change = async (courseId: string, what: 'draft' | 'delete') => {
    app.clock.advance(MINUTE_MS);
    const { status } =
      what === 'draft'
        ? await call(app, 'PUT', `/courses/${courseId}/draft`, { token, body: { isDraft: true } })
        : await call(app, 'DELETE', `/courses/${courseId}`, { token });
    expect(status).toBe(200);
  };
  const read = async (query = '') => {
    const { status, body } = await call(app, 'GET', `/admin/courses?${query}`, { token });
    expect(status).toBe(200);
    return api.authoring.listCourses.response.parse(body);
  };
  const titles = async (query: string) => (await read(query)).courses.map(({ title }) => title);
  return { app, token, ids, change, read, titles };
};

test('admins see courses and drafts, those changed last first, with how many there are of each', async () => {
  const { app, ids, change, read, titles } = await openSchool();
  await using _ = app;
  await aLecture(app, { courseId: ids.ragas, durationMs: 90_000 });
  await change(ids.looms, 'delete');
  await change(ids.rain, 'draft');
  const { courses, total, counts, categories } = await read();
  expect(courses.map(({ title, isDraft }) => [title, isDraft])).toEqual([
    ['reading rain', true],
    ['Kites', false],
    ['Ragas', false],
  ]);
  expect(courses[2]).toMatchObject({
    _id: ids.ragas,
    category: 'Music',
    createdBy: 'Meera Krishnan',
    numberOfLectures: 1,
    totalDurationMs: 90_000,
    viewers: 0,
    completedPercent: null,
    changedAt: '2026-06-15T04:32:00.000Z',
  });
  expect([total, counts, categories]).toEqual([
    3,
    { published: 2, draft: 1, waiting: 0 },
    ['Crafts', 'Music', 'Science'],
  ]);
  expect(await titles('state=draft')).toEqual(['reading rain']);
  expect(await titles('state=published&sort=title')).toEqual(['Kites', 'Ragas']);
  expect((await read('state=draft')).counts).toEqual({ published: 2, draft: 1, waiting: 0 });
});

test('courses are searched, filtered, sorted and read page by page', async () => {
  const { app, read, titles } = await openSchool();
  await using _ = app;
  expect(await titles('sort=title')).toEqual(['Kites', 'Looms', 'Ragas', 'reading rain']);
  expect(await titles('sort=-instructor')).toEqual(['Looms', 'Ragas', 'reading rain', 'Kites']);
  expect(await titles('sort=changed')).toEqual(['reading rain', 'Ragas', 'Looms', 'Kites']);
  expect((await titles('sort=-category')).slice(0, 2)).toEqual(['reading rain', 'Ragas']);
  expect(await titles('search=das+LOOM')).toEqual(['Looms']);
  expect(await titles('search=zoe')).toEqual(['Looms']);
  expect(await titles('search=Zo%C3%AB')).toEqual(['Looms']);
  expect(await titles('search=100%25')).toHaveLength(4);
  expect(await titles('search=10_%25')).toEqual([]);
  expect(await titles('category=Crafts&sort=title')).toEqual(['Kites', 'Looms']);
  expect(await read('category=Crafts&limit=1&offset=1&sort=title')).toMatchObject({
    courses: [{ title: 'Looms' }],
    total: 2,
  });
});

test('what is filtered is exported, in its order', async () => {
  const { app, token } = await openSchool();
  await using _ = app;
  const url = '/api/v1/admin/courses/export?category=Crafts&sort=title';
  const { body } = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
  const lines = body.trim().split('\r\n');
  expect(lines[0]).toContain('"Title","Category","Instructor","State","Lectures","Minutes","Viewers"');
  expect(lines.slice(1).map((line) => line.split(',').slice(0, 6).join())).toEqual([
    '"Kites","Crafts","Anil Das","published","0","0"',
    '"Looms","Crafts","Zoë Das","published","0","0"',
  ]);
});
