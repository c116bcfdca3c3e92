import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser } from '#test/factories.ts';
import { COURSE, publishCourse, publishLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const List = z.object({
  courses: z.array(
    z.object({ _id: z.string(), title: z.string(), thumbnail: z.object({ secure_url: z.string().nullable() }) }),
  ),
  total: z.number(),
  categories: z.array(z.string()),
});

const list = async (app: TestApp, query = '') => List.parse((await call(app, 'GET', `/courses/${query}`)).body);
const titles = async (app: TestApp, query = ''): Promise<string[]> =>
  (await list(app, query)).courses.map(({ title }) => title);

/** Courses named after their number, the last the newest. */
const fill = async (
  app: TestApp,
  count: number,
  facts: (index: number) => Parameters<typeof aCourse>[1] = () => ({}),
) => {
  for (let index = 0; index < count; index += 1) {
    app.clock.advance(1000);
    await aCourse(app, { title: `Course ${index}`, ...facts(index) });
  }
};

test(
  'a created course is listed at once, with an absolute thumbnail address that serves an image',
  { tags: ['CALL-12', 'CALL-13', 'ADD-18'] },
  async () => {
    await using app = await startApp();
    const admin = await anAdmin(app);
    expect(await list(app)).toEqual({ courses: [], total: 0, categories: [] });
    const id = await publishCourse(app, admin);
    const response = await call(app, 'GET', '/courses');
    expect(response.body).toMatchObject({
      success: true,
      message: 'Courses fetched successfully',
      courses: [{ _id: id, ...COURSE, numberOfLectures: 0, totalDurationMs: 0, createdAt: '2026-06-15T04:30:00.000Z' }],
      total: 1,
      categories: ['Science'],
    });
    const url = new URL((await list(app)).courses[0]?.thumbnail.secure_url ?? '');
    const thumbnail = await app.http.inject({ url: url.pathname });
    expect([thumbnail.statusCode, thumbnail.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(thumbnail.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const part = await app.http.inject({ url: url.pathname, headers: { range: 'bytes=0-3' } });
    expect([part.statusCode, part.body]).toEqual([206, 'RIFF']);
  },
);

test('any missing field returns one message, and nothing is stored', { tags: ['VAL-08'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const thumbnail = await mediaPart('thumbnail.jpg');
  const { title, category, createdBy, description } = COURSE;
  for (const parts of [
    { ...COURSE },
    { thumbnail, category, createdBy, description },
    { ...COURSE, title: ' ', thumbnail },
  ]) {
    const { status, body } = await call(app, 'POST', '/courses/', { parts, token: admin.token });
    expect([status, body['message']]).toEqual([400, 'Please fill all the fields']);
  }
  for (const name of ['avatar.svg', 'pixel-bomb.png', 'not-an-image.png', 'three-seconds.mp4']) {
    const parts = { ...COURSE, thumbnail: await mediaPart(name) };
    const { status, body } = await call(app, 'POST', '/courses/', { parts, token: admin.token });
    const refusal = name === 'pixel-bomb.png' ? [422, 'too_many_pixels'] : [415, 'not_an_image'];
    expect([status, body['code']], name).toEqual(refusal);
  }
  const large = { ...thumbnail, bytes: new Uint8Array(6 * 1024 * 1024).fill(1) };
  large.bytes.set(thumbnail.bytes);
  const tooLarge = await call(app, 'POST', '/courses/', { parts: { ...COURSE, thumbnail: large }, token: admin.token });
  expect([tooLarge.status, tooLarge.body['code']]).toEqual([413, 'too_large']);
  expect(
    (await call(app, 'POST', '/courses/', { parts: { title, thumbnail }, token: (await aUser(app)).token })).status,
  ).toBe(403);
  expect(await titles(app)).toEqual([]);
  expect(await readdir(join(app.config.dataDir, 'arriving'))).toEqual([]);
  expect(await readdir(join(app.config.dataDir, 'files'))).toEqual([]);
});

test('lists by page, category and search, newest first', async () => {
  await using app = await startApp();
  await fill(app, 12, (index) => ({ category: index % 3 === 0 ? 'Music' : 'Science', createdBy: `Teacher ${index}` }));
  expect(await titles(app, '?limit=3')).toEqual(['Course 11', 'Course 10', 'Course 9']);
  expect(await titles(app, '?limit=3&offset=10')).toEqual(['Course 1', 'Course 0']);
  expect(await titles(app, '?offset=100')).toEqual([]);
  const music = await list(app, '?category=Music&limit=2&offset=1');
  expect([music.courses.map(({ title }) => title), music.total, music.categories]).toEqual([
    ['Course 6', 'Course 3'],
    4,
    ['Music', 'Science'],
  ]);
  const found = await list(app, '?search=TEACHER%201&category=Science&limit=1');
  expect([found.courses[0]?.title, found.total]).toEqual(['Course 11', 3]);
  expect(await titles(app, '?search=course%207%20teacher')).toEqual(['Course 7']);
  expect(await titles(app, '?category=Nothing')).toEqual([]);
  expect(await titles(app)).toHaveLength(12);
});

test('a search term is treated as plain text', async () => {
  await using app = await startApp();
  await aCourse(app, { title: 'Half of 100% is 50_5', description: String.raw`C:\lectures` });
  await aCourse(app, { title: 'ÄRGER und Ölfarbe' });
  expect(await titles(app, '?search=100%25')).toHaveLength(1);
  expect(await titles(app, '?search=50_5')).toHaveLength(1);
  expect(await titles(app, '?search=50x5')).toEqual([]);
  expect(await titles(app, String.raw`?search=c:\lect`)).toHaveLength(1);
  expect(await titles(app, '?search=%C3%A4rger%20%C3%96LFARBE')).toHaveLength(1);
  expect(await titles(app, "?search='%20OR%201=1--")).toEqual([]);
  for (const signs of ['%25', '_', '%22', '*']) expect(await titles(app, `?search=${signs}`), signs).toEqual([]);
  for (const bad of ['?search=%00', '?category=%00'])
    expect((await call(app, 'GET', `/courses${bad}`)).status).toBe(400);
  for (const bad of ['?limit=0', '?limit=1001', '?limit=x', '?offset=-1', '?limit=1.5'])
    expect((await call(app, 'GET', `/courses${bad}`)).status, bad).toBe(400);
});

test('the description lists the titles of lectures to anyone, without media addresses', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const courseId = await publishCourse(app, admin);
  const lectureId = await publishLecture(app, { admin, courseId });
  const { body, text } = await call(app, 'GET', `/courses/${courseId}/about`);
  expect(body).toMatchObject({
    course: {
      _id: courseId,
      numberOfLectures: 1,
      lectures: [{ _id: lectureId, title: 'Warm land, cool sea', durationMs: 3000 }],
    },
  });
  expect(text).not.toContain('/media/');
  expect((await call(app, 'GET', '/courses/nothing/about')).body).toMatchObject({ code: 'course_not_found' });
});

test('a deleted course disappears everywhere, and cannot be deleted again', { tags: ['CALL-14'] }, async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const id = await publishCourse(app, admin);
  await call(app, 'GET', `/courses/${id}/about`);
  const { status, body } = await call(app, 'DELETE', `/courses/${id}`, { token: admin.token });
  expect([status, body['message']]).toEqual([200, 'Courses deleted successfully']);
  expect(await list(app)).toEqual({ courses: [], total: 0, categories: [] });
  expect((await call(app, 'GET', `/courses/${id}/about`)).status).toBe(404);
  expect((await call(app, 'GET', `/courses/${id}`, { token: admin.token })).status).toBe(404);
  expect((await call(app, 'DELETE', `/courses/${id}`, { token: admin.token })).body).toMatchObject({
    code: 'course_not_found',
  });
});

test('the list has at most a thousand courses', async () => {
  await using app = await startApp();
  const { db, topics } = app.database;
  const row = await aCourse(app).then((id) =>
    db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
  await app.database.transaction(async (tx) => {
    for (let batch = 0; batch < 12; batch += 1)
      await tx
        .insertInto('courses')
        .values(Array.from({ length: 100 }, (_, index) => ({ ...row, id: `copy-${batch}-${index}` })))
        .execute();
    await topics.raise(tx, 'catalog');
  });
  const all = await list(app);
  expect([all.courses.length, all.total]).toEqual([1000, 1201]);
});
