import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { leavesOf } from '#contract/rich-text-leaves.ts';
import { api } from '#contract/api.ts';
import * as pageProgram from '#web/app/render/render.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { announce } from './announcements.ts';
import { call } from './call.ts';
import { aCourse, aLecture, aSubscriber, aUser, joinCourse, type Person } from './factories.ts';
import { emailsTo, type ReadEmail } from './mailbox.ts';
import { answered, asked } from './questions.ts';
import { startApp, type TestApp } from './start-app.ts';
import { watch } from './watch.ts';

const DOCUMENT =
  '<html lang="en"><head><title>x</title><!--site-facts--></head><body><div id="root"><!--page--><!--/page--></div></body></html>';

/** What closes a tag, an attribute, a script or a section of XML, and what would run. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</script><script>alert(1)</script>',
  ']]><b>x</b>',
  '<!--x--><style>*{}</style>',
  '&lt;b&gt; &#60;i&#62;',
].join(' ');
const LINKS = '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) <a href="javascript:alert(1)">d</a>';
const NAME = '"><img src=x onerror=alert(1)>';

let pages: string;
let app: TestApp;
let teacher: Person;
let learner: Person;
let courseId: string;
let announcementId: string;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  app = await startApp({}, { pages, pageProgram });
  courseId = await aCourse(app, { title: `Clay ${HOSTILE}`, description: HOSTILE });
  app.clock.advance(MINUTE_MS);
  const lectureId = await aLecture(app, { courseId, title: HOSTILE, durationMs: 100 * MINUTE_MS });
  teacher = await aUser(app, { fullName: NAME });
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  learner = await aSubscriber(app, { fullName: NAME });
  await watch(app, learner.id, { courseId, lectureId, watchedMs: 90 * MINUTE_MS });
  const choices = (['question', 'review'] as const).map((kind) => ({ kind, channel: 'email', cadence: 'at_once' }));
  await call(app, 'PUT', '/user/notice-settings', { token: teacher.token, body: { choices } });

  const { _id: questionId } = await asked(app, learner, { courseId, lectureId }, { text: HOSTILE });
  await answered(app, teacher, questionId, { text: HOSTILE });
  await call(app, 'POST', `/courses/${courseId}/reviews`, { token: learner.token, body: { stars: 5, text: HOSTILE } });
  const { id } = await app.database.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  const path = `/courses/${courseId}/reviews/${id}/answer`;
  await call(app, 'PUT', path, { token: teacher.token, body: { text: HOSTILE } });
  const body = `${HOSTILE}\n\n- ${HOSTILE}\n\n${LINKS}`;
  announcementId = await announce(app, teacher, { title: HOSTILE.slice(0, 110), body, audience: { courseId } });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

/** What a text has put into a document beyond text. */
const harmIn = (html: string): string[] => {
  const { document } = new JSDOM(html).window;
  const elements = [...document.querySelectorAll('body *, head script:not([type]), head style')];
  const isOwnData = (element: Element): boolean => element.getAttribute('type')?.endsWith('json') === true;
  return elements.flatMap((element) => [
    ...(element.matches('script, style, b, iframe') && !isOwnData(element) ? [element.outerHTML.slice(0, 80)] : []),
    ...element.getAttributeNames().filter((name) => name.startsWith('on')),
    ...['href', 'src'].flatMap((name) => {
      const value = element.getAttribute(name) ?? '';
      return /^(?:javascript|data|\/\/|x$)/i.test(value) ? [value] : [];
    }),
  ]);
};

const emailWith = (emails: readonly ReadEmail[], kind: string): ReadEmail | undefined =>
  emails.find(({ headers }) => headers.get('list-unsubscribe')?.includes(`.${kind}.`));

test.each([
  ['question', () => teacher],
  ['answer', () => learner],
  ['review', () => teacher],
  ['review_answer', () => learner],
  ['announcement', () => learner],
] as const)('the email of the kind %s shows hostile texts as they were written', async (kind, to) => {
  const email = emailWith(await emailsTo(app, to().email), kind);
  expect(harmIn(email?.html ?? '')).toEqual([]);
  const shown = new JSDOM(email?.html ?? '').window.document.body.textContent;
  expect(shown).toContain(kind === 'announcement' ? ']]><b>x</b>' : '<script>alert(1)</script>');
  expect(email?.text).toContain('"><img src=x onerror=alert(1)>');
  expect(email?.headers.get('subject')).not.toContain('\n');
});

test('the page of an announcement links nowhere that runs', async () => {
  const response = await call(app, 'GET', `/announcements/${announcementId}`, { token: learner.token });
  const { content } = api.announcements.read.response.parse(response.body).announcement;
  expect(leavesOf(content).flatMap(({ spans }) => spans.flatMap(({ href }) => href ?? []))).toEqual([]);
  const html = renderToStaticMarkup(createElement(RichText, { blocks: content }));
  expect(harmIn(html)).toEqual([]);
  expect(new JSDOM(html).window.document.body.textContent).toContain('</script><script>alert(1)</script>');
});

test('the page of the course and its structured data show hostile texts as text', async () => {
  const { body } = await app.http.inject({ url: `/courses/description?course=${courseId}` });
  expect(harmIn(body)).toEqual([]);
  const { document } = new JSDOM(body).window;
  expect(document.querySelector('h1')?.textContent).toBe(`Clay ${HOSTILE}`);
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  expect(JSON.parse(data[0]?.textContent ?? 'null')).toMatchObject({
    name: `Clay ${HOSTILE}`,
    description: HOSTILE.replace('&lt;b&gt; &#60;i&#62;', '<b> <i>'),
  });
});

test('the feed stays XML', async () => {
  const { body } = await app.http.inject({ url: '/feed.xml' });
  const { document } = new JSDOM(body, { contentType: 'application/xml' }).window;
  const titles = [...document.querySelectorAll('item > title')].map(({ textContent }) => textContent);
  expect(titles).toContain(`Clay ${HOSTILE}`);
  expect(titles).toContain(`Clay ${HOSTILE}: ${HOSTILE}`);
  expect(document.querySelectorAll('script, img, b')).toHaveLength(0);
});
