import { expect, test } from 'vitest';
import { createAnswerCache } from '#server/http/answer-cache.ts';
import { readyAnswer } from '#server/http/ready-answer.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** Answers from memory: never out of date, never for somebody else's origin, and cheap. */
const get = ({ http }: TestApp, url = '/api/v1/courses/', headers: Record<string, string> = {}) =>
  http.inject({ url, headers });

test('who holds the answer is told that it still holds', async () => {
  await using app = await startApp();
  await aCourse(app);
  const first = await get(app);
  const etag = String(first.headers['etag']);
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(first.headers['cache-control']).toBe('no-cache');
  for (const held of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await get(app, '/api/v1/courses', { 'if-none-match': held });
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
  }
  await aCourse(app);
  const changed = await get(app, '/api/v1/courses', { 'if-none-match': etag });
  expect(changed.statusCode).toBe(200);
  expect(changed.headers['etag']).not.toBe(etag);
});

test('every change shows in the next answer, whatever is held', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const counts = async (): Promise<unknown[]> => {
    const { body } = await call(app, 'GET', '/courses');
    const [course] = Array.isArray(body['courses']) ? body['courses'] : [];
    const lectures =
      typeof course === 'object' && course !== null && !Array.isArray(course) ? course['numberOfLectures'] : undefined;
    return [body['total'], lectures];
  };
  expect(await counts()).toEqual([0, undefined]);
  const courseId = await publishCourse(app, admin);
  expect(await counts()).toEqual([1, 0]);
  const lectureId = await publishLecture(app, { admin, courseId });
  expect(await counts()).toEqual([1, 1]);
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${lectureId}`, { token: admin.token });
  expect(await counts()).toEqual([1, 0]);
  await call(app, 'DELETE', `/courses/${courseId}`, { token: admin.token });
  expect(await counts()).toEqual([0, undefined]);
});

test('a change by another process shows as well', async () => {
  await using app = await startApp();
  await using other = await app.another();
  const admin = await anAdmin(app);
  expect((await call(app, 'GET', '/courses')).body['total']).toBe(0);
  await publishCourse(other, admin);
  // The notification of PostgreSQL takes a moment.
  await expect.poll(async () => (await call(app, 'GET', '/courses')).body['total']).toBe(1);
});

test('addresses in an answer are those of the caller', async () => {
  await using app = await startApp();
  await publishCourse(app, await anAdmin(app));
  const origins: Record<string, string> = {
    'one.example': 'http://one.example/files/',
    'two.example:8080': 'http://two.example:8080/files/',
    '"evil"><script>': 'http://localhost:5000/files/',
  };
  for (const [host, start] of [...Object.entries(origins), ...Object.entries(origins)])
    expect((await get(app, '/api/v1/courses', { host })).body, host).toContain(`"secure_url":"${start}thumbnails/`);
  await using configured = await app.restart({ PUBLIC_URL: 'https://school.example' });
  expect((await get(configured, '/api/v1/courses', { host: 'evil.example' })).body).toContain(
    '"https://school.example/files/',
  );
});

const countQueries = async ({ database }: TestApp, work: () => Promise<unknown>): Promise<string[]> => {
  const executor = database.db.getExecutor();
  const seen: string[] = [];
  const original = executor.executeQuery.bind(executor);
  executor.executeQuery = (query) => {
    seen.push(query.sql);
    return original(query);
  };
  await work();
  executor.executeQuery = original;
  return seen;
};

test('the number of queries does not follow the number of courses, and a held answer needs none', async () => {
  await using app = await startApp();
  for (let index = 0; index < 30; index += 1) await aCourse(app, { title: `Course ${index}` });
  const first = await countQueries(app, () => get(app, '/api/v1/courses?limit=20'));
  const second = await countQueries(app, () => get(app, '/api/v1/courses?limit=20&offset=20'));
  const held = await countQueries(app, () => get(app, '/api/v1/courses?limit=20&offset=20'));
  expect([first.length, second.length, held.length]).toEqual([2, 1, 0]);
});

test('those who ask together wait for one making, and a failure is not held', async () => {
  const answers = createAnswerCache();
  let made = 0;
  const make = async () => {
    made += 1;
    return readyAnswer(`{"made":${made}}`);
  };
  await Promise.all([answers.get('1', 'a', make), answers.get('1', 'a', make)]);
  expect(made).toBe(1);
  await answers.get('2', 'a', make);
  await answers.get(undefined, 'a', make);
  await answers.get(undefined, 'a', make);
  expect(made).toBe(4);
  await expect(answers.get('2', 'b', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await answers.get('2', 'b', make)).body.toString()).toBe('{"made":5}');
});

test('an answer made from what is no longer true is not held', async () => {
  const answers = createAnswerCache();
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof readyAnswer>>();
  const slow = answers.get('1', 'a', () => promise);
  await answers.get('2', 'a', async () => readyAnswer('new'));
  resolve(readyAnswer('old'));
  expect((await slow).body.toString()).toBe('old');
  expect((await answers.get('2', 'a', async () => readyAnswer('made again'))).body.toString()).toBe('new');
});

test('memory is bounded, and what is asked for stays', async () => {
  const answers = createAnswerCache(100_000);
  let made = 0;
  const make = async () => {
    made += 1;
    return readyAnswer('x'.repeat(5000));
  };
  await answers.get('1', 'wanted', make);
  for (let index = 0; index < 200; index += 1) {
    await answers.get('1', `rare ${index}`, make);
    await answers.get('1', 'wanted', make);
  }
  expect(made).toBe(201);
  await answers.get('1', 'rare 0', make);
  expect(made).toBe(202);
});
