import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import * as pageProgram from '#web/app/render/render.tsx';

const DOCUMENT = `<!doctype html><html lang="en"><head><title>x</title><!--site-facts--></head><body><div id="root">
  <!--page--><noscript>Outline <!--way-back--></noscript><!--/page-->
</div></body></html>`;

let pages: string;
let app: TestApp;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-translated-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  app = await startApp({ PUBLIC_URL: 'https://school.example' }, { pages, pageProgram });
  await switchOn(app, 'hi');
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

const open = async (url: string) => {
  const { body } = await app.http.inject({ url, headers: { host: 'school.example' } });
  const { document } = new JSDOM(body).window;
  return {
    title: document.title,
    heading: document.querySelector('h1')?.textContent,
    main: document.querySelector('main')?.textContent ?? '',
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
    data: [...document.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent).join(' '),
  };
};

test('the page of a course in Hindi has its translated texts in all of its parts, and notes the others', async () => {
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const save = (texts: object) => call(app, 'PUT', `/courses/${courseId}/translations/hi`, { token, body: { texts } });
  await save({ title: 'मानसून को समझना' });
  const address = `/courses/description?course=${courseId}`;
  const partly = await open(`/hi${address}`);
  expect(partly).toMatchObject({ heading: 'मानसून को समझना', description: 'Clouds and wind.' });
  expect(partly.main).toContain('कुछ हिस्सा English में');
  await save({ description: 'बादल और हवा।' });
  const hindi = await open(`/hi${address}`);
  expect(hindi).toMatchObject({ heading: 'मानसून को समझना', description: 'बादल और हवा।' });
  expect(hindi.title).toContain('मानसून को समझना');
  expect(hindi.data).toContain('"name":"मानसून को समझना"');
  expect(hindi.data).toContain('"item":"https://school.example/hi/courses"');
  expect(hindi.data).not.toMatch(/"https:\/\/school\.example\/courses/);
  expect(hindi.main).not.toContain('English में');
  expect(await open(address)).toMatchObject({ heading: 'Reading the monsoon', description: 'Clouds and wind.' });
  expect((await open('/hi/courses')).main).toContain('मानसून को समझना');
  expect((await open('/courses')).main).toContain('Reading the monsoon');
});

test('search engines leave out the pages of one person in each language', async () => {
  const { body } = await app.http.inject({ url: '/robots.txt', headers: { host: 'school.example' } });
  expect(body).toContain('Disallow: /gift/\n');
  expect(body).toContain('Disallow: /hi/gift/\n');
});
