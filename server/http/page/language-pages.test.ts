import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#test/start-app.ts';
import * as pageProgram from '#web/app/render/render.tsx';

const DOCUMENT = `<!doctype html><html lang="en"><head><title>x</title><!--site-facts-->
<script type="module" src="/assets/index.js"></script></head><body><div id="root">
  <!--page--><noscript>Outline <!--way-back--></noscript><!--/page-->
</div></body></html>`;

let pages: string;
let app: TestApp;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-languages-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  app = await startApp({ PUBLIC_URL: 'https://school.example' }, { pages, pageProgram });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

const get = (url: string) => app.http.inject({ url, headers: { host: 'school.example' } });
const open = async (url: string) => new JSDOM((await get(url)).body).window.document;
const switchOn = (language: string, others: string[]) =>
  app.database.transaction((tx) => app.settings.change(tx, 'languages', { language, others, former: [] }));
const links = (document: Document, rel: string) =>
  [...document.querySelectorAll(`link[rel=${rel}]`)].map((link) => [
    link.getAttribute('hreflang'),
    link.getAttribute('href'),
  ]);

test('the first page that a program draws has its parts that load on their own', async () => {
  await switchOn('en', ['hi']);
  const { statusCode, body } = await get('/hi/nowhere');
  expect(statusCode).toBe(404);
  // React marks a part that it leaves to the browser.
  expect(body).not.toContain('<!--$!-->');
  expect(body).not.toContain('<!--$?-->');
  expect(body).toContain('aria-label="भाषा"');
});

test('a language is at addresses of its own once it is switched on', async () => {
  await switchOn('en', []);
  // Links of emails outlive a language that is switched off.
  expect((await get('/hi/courses?search=a')).headers).toMatchObject({ location: '/courses?search=a' });
  expect((await get('/fr/courses')).statusCode).toBe(404);
  const before = await open('/courses');
  expect([before.documentElement.lang, before.querySelector('h1')?.textContent]).toEqual(['en', 'All courses']);
  expect(links(before, 'alternate').filter(([language]) => language)).toEqual([]);

  await switchOn('en', ['hi']);
  const hindi = await open('/hi/courses');
  expect([hindi.documentElement.lang, hindi.documentElement.dir]).toEqual(['hi', 'ltr']);
  expect(hindi.querySelector('h1')?.textContent).toBe('सभी कोर्स');
  expect(hindi.querySelector('footer')?.textContent).toContain('सर्वाधिकार सुरक्षित');
  expect(hindi.querySelector('footer a')?.getAttribute('href')).toBe('/hi/contact');
  expect(links(hindi, 'canonical')).toEqual([[null, 'https://school.example/hi/courses']]);
  expect(links(hindi, 'alternate').filter(([language]) => language)).toEqual([
    ['en', 'https://school.example/courses'],
    ['hi', 'https://school.example/hi/courses'],
    ['x-default', 'https://school.example/courses'],
  ]);
  // Each language has its own page in the cache.
  expect((await open('/courses')).querySelector('h1')?.textContent).toBe('All courses');
});

test('addresses without a language are in that of the school', async () => {
  await switchOn('hi', ['en']);
  expect((await open('/')).documentElement.lang).toBe('hi');
  expect((await open('/en')).documentElement.lang).toBe('en');
  expect((await get('/hi/courses?search=a')).headers).toMatchObject({ location: '/courses?search=a' });
});

test('a language that is written from the right lays its pages out so', async () => {
  await switchOn('en', ['ar']);
  const { documentElement } = await open('/ar/courses');
  expect([documentElement.lang, documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(documentElement.querySelector('h1')?.textContent).toBe('كل الدورات');
});

test('what a browser draws is in the language of its address', async () => {
  await switchOn('en', ['hi']);
  const document = await open('/hi/user/profile');
  expect(document.documentElement.lang).toBe('hi');
  expect((await get('/hi/user/profile')).body).toContain('href="/hi/courses"');
});

test('the sitemap has a page in each language, with the others beside it', async () => {
  await switchOn('en', []);
  const alone = (await get('/sitemap.xml')).body;
  expect(alone).toContain('<url><loc>https://school.example/courses</loc></url>');
  expect(alone).not.toContain('xhtml');

  await switchOn('en', ['hi']);
  const { body } = await get('/sitemap.xml');
  expect(body).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  const beside =
    '<xhtml:link rel="alternate" hreflang="en" href="https://school.example/courses"/>' +
    '<xhtml:link rel="alternate" hreflang="hi" href="https://school.example/hi/courses"/>' +
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://school.example/courses"/>';
  expect(body).toContain(`<url><loc>https://school.example/courses</loc>${beside}</url>`);
  expect(body).toContain(`<url><loc>https://school.example/hi/courses</loc>${beside}</url>`);
  expect(body).toContain('<url><loc>https://school.example/hi</loc>');
});

test('a path behind a language never leads to another site', async () => {
  await switchOn('hi', ['en']);
  for (const path of ['/hi//evil.example/', '/hi/\\evil.example/x', '/ta//evil.example/', '/ta///evil.example/'])
    expect([path, (await get(path)).headers.location]).toEqual([path, expect.stringMatching(/^\/evil\.example\/x?$/)]);
});

test('a language in capital letters leads to its address', async () => {
  await switchOn('en', ['hi']);
  const moved = await Promise.all(
    ['/HI', '/Hi/', '/HI/courses?search=a'].map(async (url) => {
      const { statusCode, headers } = await get(url);
      return [statusCode, headers.location];
    }),
  );
  expect(moved).toEqual([
    [301, '/hi'],
    [301, '/hi/'],
    [301, '/hi/courses?search=a'],
  ]);
  expect((await get('/XX/courses')).statusCode).toBe(404);
});
