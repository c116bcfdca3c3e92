import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '#test/call.ts';
import { countStatements } from '#test/count-statements.ts';
import { aCourse, anAdmin, type Person } from '#test/factories.ts';
import { publishCourse } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import * as pageProgram from '#web/app/render/render.tsx';
import { publicPages, visitorsPages } from '#test/public-pages.ts';

const DOCUMENT = `<!doctype html><html lang="en"><head><title>x</title><!--site-facts-->
<script type="module" src="/assets/index.js"></script><link rel="modulepreload" href="/assets/parts.js"></head><body>
<div id="root">
  <!--page--><noscript>Outline</noscript><!--/page-->
</div></body></html>`;

let pages: string;
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  app = await startApp({ BRAND_NAME: 'Kiln School' }, { pages, pageProgram });
  admin = await anAdmin(app);
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, from = app) => from.http.inject({ url, headers });

const open = async (url: string, from = app) => {
  const { document } = new JSDOM((await get(url, {}, from)).body).window;
  const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
  return {
    document,
    title: document.title,
    heading: text('h1'),
    main: text('main'),
    data: JSON.parse(text('#page-data') || 'null'),
  };
};

const aboutKilns = { title: 'Kilns: Fire <& Clay', description: 'From a bag of clay to a bowl.', category: 'Crafts' };

test('each page of visitors is sent with its words', async () => {
  const course = await aCourse(app, aboutKilns);
  const expected: [url: string, title: string, words: string][] = [
    ...[...publicPages, ...visitorsPages].map(([url, heading, words]): [string, string, string] => [
      url,
      `${heading} · Kiln School`,
      words,
    ]),
    ['/courses', 'All courses · Kiln School', 'Kilns: Fire <& Clay'],
    [`/courses/description?course=${course}`, 'Kilns: Fire <& Clay · Kiln School', 'From a bag of clay to a bowl.'],
    ['/denied', 'Access Denied · Kiln School', 'Access Denied'],
    ['/nowhere', 'Page Not Found · Kiln School', 'Page Not Found'],
  ];
  for (const [url, title, words] of expected) {
    const page = await open(url);
    expect([page.title, page.main.includes(words)], url).toEqual([title, true]);
    expect(page.data, url).toBeInstanceOf(Array);
  }
});

test('a page of the catalogue is searched and turned by its address alone', async () => {
  await aCourse(app, { title: 'Glazes', category: 'Crafts' });
  const { document } = await open('/courses?search=glaz&from=mail');
  expect([...document.querySelectorAll('.course-title')].map(({ textContent }) => textContent)).toEqual(['Glazes']);
});

test('a page past the end of the catalogue leads to the last one', async () => {
  for (let count = 0; count < 10; count += 1) await aCourse(app, { title: `Tile ${count}`, category: 'Tiles' });
  const locationOf = async (url: string) => {
    const { statusCode, headers } = await get(url);
    return [statusCode, headers.location];
  };
  expect(await locationOf('/courses?category=Tiles&page=2')).toEqual([200, undefined]);
  expect(await locationOf('/courses?category=Tiles&page=3')).toEqual([302, '/courses?category=Tiles&page=2']);
  expect(await locationOf('/courses?category=None&page=9')).toEqual([302, '/courses?category=None']);
  expect(await locationOf('/courses?category=None')).toEqual([200, undefined]);
});

test('an address that cannot be decoded has the page for unknown ones', async () => {
  expect(await open('/courses/%E0%A4%A')).toMatchObject({ title: 'Page Not Found · Kiln School' });
});

test('the strict content policy allows all that a page contains', async () => {
  const course = await aCourse(app, aboutKilns);
  for (const url of ['/', '/about', '/login', '/signup', '/courses', `/courses/description?course=${course}`]) {
    const { document } = await open(url);
    const inline = [...document.querySelectorAll('script:not([src])')].map((script) => script.getAttribute('type'));
    expect(
      inline.filter((type) => !/^application\/(?:ld\+)?json$/.test(type ?? '')),
      url,
    ).toEqual([]);
    expect(document.querySelectorAll('[style], style').length, url).toBe(0);
  }
});

test('no text ends the element that carries the data of a page', async () => {
  const title = 'Ash </script><img alt="of a course"> & sand';
  const brand = 'Kiln </script><img alt="of a brand">';
  await using school = await startApp({ BRAND_NAME: brand }, { pages, pageProgram });
  const course = await aCourse(school, { title, description: title });
  const { document, data } = await open(`/courses/description?course=${course}`, school);
  expect(document.querySelectorAll('img[alt^="of a"]')).toHaveLength(0);
  expect(JSON.stringify(data)).toContain(JSON.stringify(title));
  expect(JSON.parse(document.querySelector('#site-facts')?.textContent ?? '')).toMatchObject({ brandName: brand });
  const [structured] = document.querySelectorAll('script[type="application/ld+json"]');
  expect(JSON.parse(structured?.textContent ?? '')).toMatchObject({ name: title });
});

test('a page that arrives complete loads its program after it is painted, the others at once', async () => {
  const programOf = (page: ParentNode | undefined) =>
    [...(page?.querySelectorAll('[type="module"], [rel="modulepreload"]') ?? [])].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href'),
    );
  const program = ['/assets/index.js', '/assets/parts.js'];
  const { document } = await open('/about');
  expect([programOf(document), programOf(document.querySelector('template')?.content)]).toEqual([[], program]);
  expect(programOf((await open('/checkout')).document)).toEqual(program);
});

test('the form to log in is hidden from logged-in users, and never puts a password into an address', async () => {
  for (const url of ['/login', '/signup']) {
    const { document } = await open(url);
    const form = document.querySelector('.for-visitors form');
    expect([form?.getAttribute('method'), document.querySelector('main noscript')?.textContent], url).toEqual([
      'post',
      'Please switch on JavaScript to use this form.',
    ]);
  }
});

test('without JavaScript the links of the menu stand in the header', async () => {
  const { document } = await open('/about');
  const links = [...document.querySelectorAll('header noscript a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/courses', '/about', '/contact', '/login']);
});

test('a logged-in user, and a visitor by any name of the site, get the same bytes', async () => {
  const plain = await get('/');
  const others = [admin.headers, { cookie: 'theme=evening' }, { 'x-request-id': '1' }];
  for (const headers of others) expect((await get('/', headers)).body).toBe(plain.body);
  expect((await get('/?utm_source=letter')).body).toBe(plain.body);
});

test('a page is sent compressed, and not at all to who has it', async () => {
  const plain = await get('/about');
  const encodings: [name: string, decode: (bytes: Buffer) => Buffer][] = [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ];
  for (const [encoding, decode] of encodings) {
    const packed = await get('/about', { 'accept-encoding': encoding });
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(decode(packed.rawPayload).toString()).toBe(plain.body);
    const again = await get('/about', { 'accept-encoding': encoding, 'if-none-match': String(packed.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  expect(plain.headers['cache-control']).toBe('no-cache');
});

test('a page that was drawn sends no statement to the database', async () => {
  const url = `/courses/description?course=${await aCourse(app, aboutKilns)}`;
  await get(url);
  expect(await countStatements(() => get(url))).toBe(0);
});

test('a change shows on the next page, of this process and of others', async () => {
  const course = await aCourse(app, { title: 'Clay' });
  const url = `/courses/description?course=${course}`;
  await using other = await app.another();
  expect((await open(url)).heading).toBe('Clay');
  expect((await open(url, other)).heading).toBe('Clay');
  const parts = { title: 'Clay and fire', category: 'Crafts', createdBy: 'Ila Rao', description: 'Bowls.' };
  expect((await call(app, 'PUT', `/courses/${course}`, { token: admin.token, parts })).status).toBe(200);
  expect((await open(url)).heading).toBe('Clay and fire');
  await expect.poll(async () => (await open(url, other)).heading).toBe('Clay and fire');
});

const rename = async (course: string, title: string): Promise<void> => {
  const parts = { title, category: 'Crafts', createdBy: 'Ila Rao', description: 'Bowls.' };
  expect((await call(app, 'PUT', `/courses/${course}`, { token: admin.token, parts })).status).toBe(200);
};

test('the page of a course names the other plans beside its price', async () => {
  const url = `/courses/description?course=${await aCourse(app, { title: 'Wood ash' })}`;
  const body = { name: 'Monthly', priceInPaise: 149_900, term: { unit: 'month' }, refundDays: 7 };
  expect((await open(url)).main).not.toContain('Monthly');
  expect((await call(app, 'POST', '/admin/plans', { token: admin.token, body })).status).toBe(201);
  expect((await open(url)).main).toContain('Monthly ₹1,499');
});

test('a course is at the words of its title, and those of a former title lead there', async () => {
  const course = await publishCourse(app, admin, { title: 'Salt & Fire' });
  await publishCourse(app, admin, { title: 'Salt, fire' });
  const hindi = await publishCourse(app, admin, { title: 'मिट्टी के बर्तन' });
  const headings = ['/courses/salt-fire', '/courses/salt-fire-2', `/courses/${encodeURI('मिट्टी-के-बर्तन')}`];
  expect(await Promise.all(headings.map(async (url) => (await open(url)).heading))).toEqual([
    'Salt & Fire',
    'Salt, fire',
    'मिट्टी के बर्तन',
  ]);
  expect((await open(`/courses/description?course=${hindi}`)).heading).toBe('मिट्टी के बर्तन');
  await rename(course, 'Wood fire');
  for (const former of ['/courses/salt-fire', '/courses/Wood-Fire']) {
    const moved = await get(`${former}?from=letter`);
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/courses/wood-fire?from=letter']);
  }
  await rename(course, 'Salt & Fire');
  expect([(await get('/courses/salt-fire')).statusCode, (await get('/courses/wood-fire')).statusCode]).toEqual([
    200, 301,
  ]);
  await call(app, 'PUT', `/courses/${course}/draft`, { token: admin.token, body: { isDraft: true } });
  for (const gone of ['/courses/salt-fire', '/courses/wood-fire', '/courses/no-such-words', '/courses/%00'])
    expect((await get(gone)).statusCode, gone).toBe(404);
});

test('a course that is gone is 404, with a page that the browser draws again', async () => {
  const course = await aCourse(app);
  await call(app, 'DELETE', `/courses/${course}`, { token: admin.token });
  const gone = await open(`/courses/description?course=${course}`);
  expect([gone.heading, gone.data]).toEqual(['Page Not Found', null]);
  expect((await get(`/courses/description?course=${course}`)).statusCode).toBe(404);
});

test('pages of one address that differ are kept apart: of a missing course and of no page, with and without test mode', async () => {
  for (let round = 0; round < 2; round += 1) {
    expect((await open('/courses/description?course=gone')).data).toBeNull();
    expect((await open('/nowhere')).data).toBeInstanceOf(Array);
  }
  // Razorpay reports another price than the school's: selling is off, and what a public address may not see stays so.
  const plan = { id: 'plan_1', period: 'yearly', interval: 1, item: { amount: 100, currency: 'INR' } };
  vi.stubGlobal('fetch', async () => Response.json(plan));
  onTestFinished(() => void vi.unstubAllGlobals());
  const keys = { RAZORPAY_KEY_ID: 'rzp_test_x', RAZORPAY_KEY_SECRET: 's', RAZORPAY_PLAN_ID: 'plan_1' };
  await using school = await startApp(keys, { pages, pageProgram });
  const { headers } = await anAdmin(school);
  await school.http.inject({ method: 'POST', url: '/api/v1/admin/plan-check', headers });
  const sellingAt = async (host: string) => {
    const { document } = new JSDOM((await get('/about', { host }, school)).body).window;
    const { isSelling, isTestMode } = JSON.parse(document.querySelector('#site-facts')?.textContent ?? '');
    return { isSelling, isTestMode };
  };
  for (let round = 0; round < 2; round += 1) {
    expect(await sellingAt('localhost:5000')).toEqual({ isSelling: false, isTestMode: true });
    expect(await sellingAt('school.example')).toEqual({ isSelling: false, isTestMode: false });
  }
});

test('pages for logged-in users are left to the browser', async () => {
  for (const url of ['/user/profile', '/admin/dashboard', '/checkout']) {
    const { document } = await open(url);
    expect([document.querySelector('main'), document.querySelector('#page-data')], url).toEqual([null, null]);
  }
});

test('the year in the footer follows the time zone of the school', async () => {
  app.clock.advance(Date.UTC(2026, 11, 31, 18, 29) - app.clock.now());
  expect((await open('/about')).document.querySelector('footer')?.textContent).toContain('Copyright 2026');
  app.clock.advance(60_000);
  expect((await open('/about')).document.querySelector('footer')?.textContent).toContain('Copyright 2027');
});
