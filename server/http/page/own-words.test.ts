import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsIn } from '#server/languages.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import * as pageProgram from '#web/app/render/render.tsx';

const DOCUMENT = `<!doctype html><html lang="en"><head><title>x</title><!--site-facts-->
<script type="module" src="/assets/index.js"></script></head><body><div id="root">
  <!--page--><noscript>Outline <!--way-back--></noscript><!--/page-->
</div></body></html>`;

let pages: string;
let app: TestApp;
let other: TestApp;
let token: string;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-own-words-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  app = await startApp({}, { pages, pageProgram });
  other = await app.another();
  ({ token } = await anAdmin(app));
  await app.database.transaction((tx) =>
    app.settings.change(tx, 'languages', { language: 'en', others: ['hi'], former: [] }),
  );
});

afterAll(async () => {
  await other.close();
  await app.close();
  await rm(pages, { recursive: true });
});

const idOf = (original: string): string =>
  [...textsIn('en').values()].find((text) => text.original === original)?.id ?? 'unknown';
const say = async (language: string, original: string, text: string): Promise<void> => {
  const { status } = await call(app, 'PUT', `/admin/words/${language}/${idOf(original)}`, { token, body: { text } });
  expect(status).toBe(200);
};

const open = async (url: string, process = app) => {
  const { body, headers } = await process.http.inject({ url });
  const { document } = new JSDOM(body).window;
  const link = document.querySelector('[data-words]');
  return {
    heading: document.querySelector('h1')?.textContent,
    words: link?.getAttribute('href'),
    language: link?.getAttribute('data-words'),
    etag: headers.etag,
    body,
  };
};

const wordsAt = async (url = ''): Promise<unknown> => {
  return JSON.parse((await app.http.inject({ url })).body);
};

test('a page has the words of the school in its language, and names the file from which the browser continues', async () => {
  const before = await open('/courses');
  expect([before.heading, before.words]).toEqual(['All courses', undefined]);

  await say('hi', 'All courses', 'सारी कक्षाएँ');
  const hindi = await open('/hi/courses');
  expect([hindi.heading, hindi.language]).toEqual(['सारी कक्षाएँ', 'hi']);
  expect(await wordsAt(hindi.words ?? '')).toEqual({ [idOf('All courses')]: 'सारी कक्षाएँ' });
  // English is as it was, to the byte.
  expect((await open('/courses')).body).toBe(before.body);

  await say('en', 'All courses', 'Everything we teach');
  const english = await open('/courses');
  expect([english.heading, english.language]).toEqual(['Everything we teach', 'en']);
  expect(english.etag).not.toBe(before.etag);
  expect((await open('/hi/courses')).heading).toBe('सारी कक्षाएँ');
  // Also a page that the browser draws.
  expect((await open('/hi/user/profile')).words).toBe(hindi.words);
});

test('the file has a name for each wording, which is cached for ever, and an earlier name is not', async () => {
  await say('hi', 'All courses', 'पहला');
  const { words: first = '' } = await open('/hi/courses');
  await say('hi', 'All courses', 'दूसरा');
  const { words: second = '' } = await open('/hi/courses');
  const cached = async (url: string) => (await app.http.inject({ url })).headers['cache-control'];
  expect(await cached(second ?? '')).toBe('public, max-age=31536000, immutable');
  expect(await cached(first ?? '')).toBe('no-store');
  expect(await wordsAt(first ?? '')).toEqual({ [idOf('All courses')]: 'दूसरा' });
  for (const url of ['/own-words/ta-x.json', '/own-words/hi.json', '/own-words/constructor-x.json'])
    expect([url, (await app.http.inject({ url })).statusCode]).toEqual([url, 404]);
});

test('a sentence of the school has its forms of numbers, and is never HTML', async () => {
  await say('en', 'Skip to content', 'Go "on" & <on');
  await say(
    'en',
    '{total, plural, one {# course} other {# courses}}',
    '{total, plural, one {one book} other {all # books}}',
  );
  const { body } = await open('/courses');
  expect(body).toContain('Go &quot;on&quot; &amp; &lt;on');
  expect(body).toContain('all 0 books');
});
