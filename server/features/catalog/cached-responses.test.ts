import { expect, test } from 'vitest';
import { createResponseCache } from '#server/http/page/response-cache.ts';
import { prepareResponse } from '#server/http/endpoint/prepared-response.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** Cached responses: never out of date, never for another origin, and cheap. */
const get = ({ http }: TestApp, url = '/api/v1/courses/', headers: Record<string, string> = {}) =>
  http.inject({ url, headers });

test('a client with the current version gets 304', async () => {
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

test('every change shows in the next response, whatever is cached', async () => {
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

test('a change by another process shows in the next response', async () => {
  await using app = await startApp();
  await using other = await app.another();
  const admin = await anAdmin(app);
  expect((await call(app, 'GET', '/courses')).body['total']).toBe(0);
  await publishCourse(other, admin);
  // The notification of PostgreSQL takes a moment.
  await expect.poll(async () => (await call(app, 'GET', '/courses')).body['total']).toBe(1);
});

/** As setup does. */
const storeAddress = async ({ database: { db } }: TestApp, value: string): Promise<void> => {
  await db.deleteFrom('settings').where('name', '=', 'public_address').execute();
  await db.insertInto('settings').values({ name: 'public_address', value, updated_at: 0 }).execute();
};

test('addresses in a response begin with a trusted origin, and are paths for any other Host', async () => {
  await using app = await startApp();
  await publishCourse(app, await anAdmin(app));
  const starts: Record<string, string> = {
    localhost: 'http://localhost/files/',
    '127.0.0.1:5000': 'http://127.0.0.1:5000/files/',
    'evil.example': '/files/',
    '"evil"><script>': '/files/',
  };
  for (const [host, start] of [...Object.entries(starts), ...Object.entries(starts)])
    expect((await get(app, '/api/v1/courses', { host })).body, host).toContain(`"secure_url":"${start}thumbnails/`);
  await storeAddress(app, 'https://our.example');
  const startAt = async (from: TestApp, headers: Record<string, string>) =>
    /"secure_url":"(.*?)files\//.exec((await get(from, '/api/v1/courses', headers)).body)?.[1];
  await using stored = await app.restart();
  expect(await startAt(stored, { host: 'our.example' })).toBe('https://our.example/');
  for (const host of ['evil.example', 'www.our.example', '203.0.113.7'])
    expect(await startAt(stored, { host }), host).toBe('/');
  await using configured = await stored.restart({ PUBLIC_URL: 'https://school.example' });
  expect(await startAt(configured, { host: 'school.example' })).toBe('https://school.example/');
  for (const host of ['evil.example', 'our.example']) expect(await startAt(configured, { host }), host).toBe('/');
});

test('behind a proxy that drops Host, addresses are those of the school, or paths for a page at another name', async () => {
  await using app = await startApp();
  await publishCourse(app, await anAdmin(app));
  const startAt = async (from: TestApp, headers: Record<string, string>) => {
    const inner = { host: '127.0.0.1:5000', ...headers };
    return /"secure_url":"(.*?)files\//.exec((await get(from, '/api/v1/courses', inner)).body)?.[1];
  };
  const pageAt = (referer: string) => ({ 'sec-fetch-site': 'same-origin', referer });
  const here = pageAt('https://school.example/courses');
  expect(await startAt(app, { 'x-forwarded-for': '203.0.113.7' })).toBe('/');
  expect(await startAt(app, here)).toBe('/');
  await storeAddress(app, 'http://localhost:5000');
  await using trial = await app.restart();
  expect(await startAt(trial, here)).toBe('/');
  await storeAddress(trial, 'https://school.example');
  await using stored = await trial.restart();
  expect(await startAt(stored, {})).toBe('https://school.example/');
  expect(await startAt(stored, here)).toBe('https://school.example/');
  expect(await startAt(stored, pageAt('https://www.school.example/'))).toBe('/');
  const otherSite = { 'sec-fetch-site': 'cross-site', referer: 'https://app.example/' };
  expect(await startAt(stored, otherSite)).toBe('https://school.example/');
  // A tunnel of an admin, such as `ssh -L 5000:localhost:5000`.
  expect(await startAt(stored, pageAt('http://127.0.0.1:5000/'))).toBe('/');
});

test('a school that was set up at http:// has https:// addresses for whoever came with TLS', async () => {
  await using app = await startApp({ TRUST_PROXY: 'on' });
  await publishCourse(app, await anAdmin(app));
  await storeAddress(app, 'http://school.example');
  await using stored = await app.restart();
  const startAt = async (headers: Record<string, string>) =>
    /"secure_url":"(.*?)files\//.exec((await get(stored, '/api/v1/courses', headers)).body)?.[1];
  const host = 'school.example';
  const referer = 'https://school.example/courses';
  expect(await startAt({ host })).toBe('http://school.example/');
  expect(await startAt({ host, 'x-forwarded-proto': 'https' })).toBe('https://school.example/');
  expect(await startAt({ host, referer })).toBe('https://school.example/');
  expect(await startAt({ host: '127.0.0.1:5000', referer })).toBe('https://school.example/');
  expect(await startAt({ host, origin: 'https://school.example' })).toBe('https://school.example/');
  for (const other of ['http://school.example/', 'https://evil.example/'])
    expect(await startAt({ host, referer: other }), other).toBe('http://school.example/');
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

test('the number of queries does not depend on the number of courses, and a cached response needs none', async () => {
  await using app = await startApp();
  for (let index = 0; index < 30; index += 1) await aCourse(app, { title: `Course ${index}` });
  // The site's own address is read once.
  await get(app, '/api/v1/courses?limit=1');
  const first = await countQueries(app, () => get(app, '/api/v1/courses?limit=20'));
  const second = await countQueries(app, () => get(app, '/api/v1/courses?limit=20&offset=20'));
  const held = await countQueries(app, () => get(app, '/api/v1/courses?limit=20&offset=20'));
  expect([first.length, second.length, held.length]).toEqual([1, 1, 0]);
});

test('concurrent requests share one computation, and a failure is not cached', async () => {
  const cache = createResponseCache();
  let made = 0;
  const make = async () => {
    made += 1;
    return prepareResponse(`{"made":${made}}`);
  };
  await Promise.all([cache.get('1', 'a', make), cache.get('1', 'a', make)]);
  expect(made).toBe(1);
  await cache.get('2', 'a', make);
  await cache.get(undefined, 'a', make);
  await cache.get(undefined, 'a', make);
  expect(made).toBe(4);
  await expect(cache.get('2', 'b', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await cache.get('2', 'b', make)).body.toString()).toBe('{"made":5}');
});

test('a response computed from outdated data is not cached', async () => {
  const cache = createResponseCache();
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof prepareResponse>>();
  const slow = cache.get('1', 'a', () => promise);
  await cache.get('2', 'a', async () => prepareResponse('new'));
  resolve(prepareResponse('old'));
  expect((await slow).body.toString()).toBe('old');
  expect((await cache.get('2', 'a', async () => prepareResponse('made again'))).body.toString()).toBe('new');
});

test('the cache is bounded, and recently used responses stay', async () => {
  const cache = createResponseCache(100_000);
  let made = 0;
  const make = async () => {
    made += 1;
    return prepareResponse('x'.repeat(5000));
  };
  await cache.get('1', 'wanted', make);
  for (let index = 0; index < 200; index += 1) {
    await cache.get('1', `rare ${index}`, make);
    await cache.get('1', 'wanted', make);
  }
  expect(made).toBe(201);
  await cache.get('1', 'rare 0', make);
  expect(made).toBe(202);
});
