// @module-tag both
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleCourses } from '#samples/courses.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { mediaPaths } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const shown = async ({ database }: TestApp) =>
  database.db
    .selectFrom('courses')
    .select(['id', 'title'])
    .where('deleted_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute();

test('samples are added once, in order, and play', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  expect(await app.installSamples()).toBe(`Sample courses added: ${sampleCourses.length}`);
  expect(await app.installSamples()).toBe('Sample courses added: 0');
  // They are no news.
  expect(await app.database.db.selectFrom('published_news').selectAll().execute()).toEqual([]);
  const courses = await shown(app);
  expect(courses.map(({ title }) => title)).toEqual(sampleCourses.map(({ title }) => title));
  const paths = await mediaPaths(app, admin, courses[0]?.id ?? '');
  expect(paths).toHaveLength(sampleCourses[0]?.lectures.length ?? 0);
  for (const url of paths)
    expect((await app.http.inject({ url, headers: { range: 'bytes=0-1' } })).statusCode).toBe(206);
  // A job converts each to its other sizes, like any uploaded video.
  expect(await app.jobs.runDue()).toBeGreaterThanOrEqual(sampleCourses.flatMap(({ lectures }) => lectures).length);
  const { body } = await call(app, 'GET', `/courses/${courses[0]?.id}/about`);
  expect(JSON.stringify(body)).not.toContain('"durationMs":null');
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

test('a sample says what is learned, begins with a free lecture, and is found by what is said in it', async () => {
  await using app = await startApp();
  await app.installSamples();
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
