import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { publicPages, visitorsPages } from '#test/public-pages.ts';

const HTML = '<html lang="en"><title>x</title><!--brand-name--><!--site-facts--></html>';

let pages: string;
let app: TestApp;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  await writeFile(join(pages, 'index.html'), HTML);
  await writeFile(join(pages, 'mark.svg'), '<svg/>');
  await writeFile(join(pages, 'sw.js'), '// a service worker');
  app = await startApp({ BRAND_NAME: 'Kiln School' }, { pages });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

const statusOf = async (url: string): Promise<number> => (await app.http.inject({ url })).statusCode;

const statuses: [url: string, status: number][] = [
  ...[...publicPages, ...visitorsPages].map(([path]): [string, number] => [path, 200]),
  ['/?from=mail', 200],
  ['/About/', 200],
  ['/%61bout', 200],
  ['/user/profile', 200],
  ['/admin/payments', 200],
  ['/admin/payments/pay_1', 200],
  ['/admin/payments/pay_1/more', 404],
  ['/setup/any-token', 200],
  ['/reset-password', 404],
  ['/denied', 403],
  ['/denied?course=x', 403],
  ['/no/such/page', 404],
  ['/aboutus', 404],
  ['/%', 404],
  ['/%E0%A4%A', 404],
  ['/courses/%E0%A4%A?page=2', 404],
  ['/about?from=%E0%A4%A', 200],
  ['/api/v1/%E0%A4%A', 400],
  ['/media/%zz', 400],
  ['/mark.svg', 200],
  ['/none.svg', 404],
  ['/courses/description', 200],
  ['/courses/description?course=', 200],
];

test.each(statuses)('%s is sent with status %i', async (url, status) => {
  expect(await statusOf(url)).toBe(status);
});

test('whatever its status, the page is the same document with the same headers', async () => {
  const found = await app.http.inject({ url: '/about' });
  expect(found.body).toContain('<title>Kiln School</title>');
  for (const [url, status] of [
    ['/denied', 403],
    ['/no/such/page', 404],
    ['/courses/%E0%A4%A', 404],
    ['/courses/description?course=gone', 404],
  ] as const) {
    const response = await app.http.inject({ url });
    expect([response.statusCode, response.body]).toEqual([status, found.body]);
    const { date: _date, ...headers } = response.headers;
    expect(headers).toEqual(Object.fromEntries(Object.entries(found.headers).filter(([name]) => name !== 'date')));
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
    const head = await app.http.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      status,
      '',
      response.headers['content-length'],
    ]);
  }
  expect((await app.http.inject({ method: 'POST', url: '/about' })).headers['content-type']).toContain('json');
});

test('browsers look for a new service worker each time, and it may fetch but load nothing', async () => {
  const { headers } = await app.http.inject({ url: '/sw.js' });
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; connect-src 'self'/);
});

test('a course page returns 404 as soon as the course is deleted or hidden', async () => {
  const { token } = await anAdmin(app);
  const id = await aCourse(app);
  const ofAll = (courseId: string): Promise<number[]> =>
    Promise.all(
      ['courses/description', 'courses/preview', 'course/displaylectures', 'course/addlecture', 'course/edit'].map(
        (page) => statusOf(`/${page}?course=${courseId}`),
      ),
    );
  expect(await ofAll(id)).toEqual([200, 200, 200, 200, 200]);
  for (const nothing of ['gone', 'a%00b', '%F0%9F%8C%A7', 'x'.repeat(500), "'--"])
    expect(await ofAll(nothing), nothing).toEqual([404, 404, 404, 404, 404]);
  await call(app, 'PUT', `/courses/${id}/draft`, { token, body: { isDraft: true } });
  expect(await ofAll(id)).toEqual([404, 404, 200, 200, 200]);
  await call(app, 'PUT', `/courses/${id}/draft`, { token, body: { isDraft: false } });
  expect(await ofAll(id)).toEqual([200, 200, 200, 200, 200]);
  await call(app, 'DELETE', `/courses/${id}`, { token });
  expect(await ofAll(id)).toEqual([404, 404, 404, 404, 404]);
  await call(app, 'POST', `/courses/${id}/restore`, { token });
  expect(await ofAll(id)).toEqual([200, 200, 200, 200, 200]);
  await call(app, 'DELETE', `/courses/${id}`, { token });
  app.clock.advance(2 * DAY_MS);
  await app.jobs.runDue();
  expect(await ofAll(id)).toEqual([404, 404, 404, 404, 404]);
});
