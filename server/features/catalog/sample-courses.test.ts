// @module-tag both
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { sampleCourses } from '#samples/courses.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { mediaPaths } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const shown = async ({ database }: TestApp) =>
  database.db
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();

/** As an owner sees them, and as a visitor. */
const listed = async (app: TestApp, token: string) => {
  const { body } = await call(app, 'GET', '/admin/courses?sort=title', { token });
  return api.authoring.listCourses.response.parse(body);
};
const visitorsSee = async (app: TestApp): Promise<unknown> => (await call(app, 'GET', '/courses')).body['courses'];

test('samples are added once, in order, and play', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  expect(await app.installSamples()).toBe(`Sample courses added: ${sampleCourses.length}`);
  expect(await app.installSamples()).toBe('Sample courses added: 0');
  // They are no news.
  expect(await app.database.db.selectFrom('published_news').selectAll().execute()).toEqual([]);
  const courses = await shown(app);
  expect(courses.map(({ title }) => title)).toEqual(sampleCourses.map(({ title }) => title));
  expect(await visitorsSee(app)).toEqual([]);
  const published = { token: admin.token, body: { isDraft: false } };
  expect(await call(app, 'PUT', `/courses/${courses[0]?.id}/draft`, published)).toMatchObject({ status: 200 });
  const paths = await mediaPaths(app, admin, courses[0]?.id ?? '');
  expect(paths).toHaveLength(sampleCourses[0]?.lectures.length ?? 0);
  for (const url of paths)
    expect((await app.http.inject({ url, headers: { range: 'bytes=0-1' } })).statusCode).toBe(206);
  // A job converts each to its other sizes, like any uploaded video.
  expect(await app.jobs.runDue()).toBeGreaterThanOrEqual(sampleCourses.flatMap(({ lectures }) => lectures).length);
  const { body } = await call(app, 'GET', `/courses/${courses[0]?.id}/about`);
  expect(JSON.stringify(body)).not.toContain('"durationMs":null');
});

test('one press removes every sample, says before what people added, and leaves a sample that got a title of its own', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await app.installSamples();
  const [first, second] = (await listed(app, token)).courses;
  const body = { kind: 'text', title: 'Written by the owner', text: 'Soil breathes.' };
  expect(await call(app, 'POST', `/courses/${first?._id}/lectures`, { token, body })).toMatchObject({ status: 200 });
  await app.database.db
    .updateTable('courses')
    .set({ title: 'My own' })
    .where('id', '=', second?._id ?? '')
    .execute();
  const { samples, courses } = await listed(app, token);
  expect(samples.map(({ addedLectures }) => addedLectures).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(samples.find(({ addedLectures }) => addedLectures === 1)).toMatchObject({ title: first?.title });
  expect(courses.map(({ title, isSample, isDraft }) => [title === 'My own', isSample, isDraft])).toEqual(
    expect.arrayContaining([
      [true, false, true],
      [false, true, true],
    ]),
  );
  const teacher = await aUser(app);
  expect(await call(app, 'DELETE', '/admin/courses/samples', { token: teacher.token })).toMatchObject({ status: 403 });
  const remove = () => call(app, 'DELETE', '/admin/courses/samples', { token });
  const twice = await Promise.all([remove(), remove()]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect(twice.reduce((sum, { body }) => sum + Number(body['removed']), 0)).toBe(3);
  const after = await listed(app, token);
  expect([after.courses.map(({ title }) => title), after.samples]).toEqual([['My own'], []]);
  // What was removed by mistake comes back with what people added.
  expect(await call(app, 'POST', `/courses/${first?._id}/restore`, { token })).toMatchObject({ status: 200 });
  expect((await listed(app, token)).samples).toMatchObject([{ title: first?.title, addedLectures: 1 }]);
});

test('a deleted sample stays deleted, until none is left', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await app.installSamples();
  const [first, ...others] = await shown(app);
  await call(app, 'DELETE', `/courses/${first?.id}`, { token });
  expect(await app.installSamples()).toBe('Sample courses added: 0');
  for (const { id } of others) await call(app, 'DELETE', `/courses/${id}`, { token });
  expect(await app.installSamples()).toBe(`Sample courses added: ${sampleCourses.length}`);
  expect(await shown(app)).toHaveLength(sampleCourses.length);
});

test('samples come with their teachers, and keep what is already written about one', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const parts = { name: 'Farah Siddiqui', headline: 'Our own', about: '' };
  expect((await call(app, 'PUT', '/admin/teacher', { token, parts })).status).toBe(200);
  await app.installSamples();
  const teachers = await app.database.db.selectFrom('teachers').select(['name', 'headline']).orderBy('name').execute();
  expect(teachers).toEqual([
    { name: 'Dr. Thomas Kurian', headline: 'Meteorologist, Kochi' },
    { name: 'Farah Siddiqui', headline: 'Our own' },
    { name: 'Lakshmi Subramaniam', headline: 'Carnatic vocalist, Chennai' },
    { name: 'Nandini Kulkarni', headline: 'Chartered accountant, Pune' },
  ]);
});

test('a published sample says what is learned, begins with a free lecture, and is found by what is said in it', async () => {
  await using app = await startApp();
  await app.installSamples({ isPublished: true });
  const [course] = await shown(app);
  const { body } = await call(app, 'GET', `/courses/${course?.id}/about`);
  expect(body).toMatchObject({
    course: {
      outcomes: expect.arrayContaining(['Tell what a business owns from what it owes']),
      lectures: [{ title: 'Two sides, one total', isFreePreview: true }, { isFreePreview: false }],
    },
  });
  const found = await call(app, 'GET', '/courses?search=Mahabaleshwar');
  expect(found.body).toMatchObject({ courses: [{ title: 'A Short Science of the Monsoon' }] });
});

test('concurrent requests add the samples once, and leave no other files', async () => {
  await using app = await startApp();
  await using other = await app.another();
  const lines = await Promise.all([app.installSamples(), other.installSamples()]);
  expect(lines.toSorted()).toEqual(['Sample courses added: 0', `Sample courses added: ${sampleCourses.length}`]);
  expect(await shown(app)).toHaveLength(sampleCourses.length);
  const lectures = sampleCourses.flatMap((course) => course.lectures);
  for (const [folder, count] of Object.entries({
    thumbnails: sampleCourses.length,
    videos: lectures.length,
    posters: lectures.length,
    captions: 6,
  }))
    expect(await readdir(join(app.config.dataDir, 'files', folder)), folder).toHaveLength(count);
});
