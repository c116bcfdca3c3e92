// @module-tag both
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { leavesOf } from '#contract/rich-text-leaves.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aUser, joinCourse } from '#test/factories.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const TEXT = { kind: 'text', id: 'a', isHidden: false, title: 'Clay', body: 'From **here**.' };
const QUOTE = { kind: 'quote', id: 'b', isHidden: false, quote: 'It holds.', who: 'Devika', about: '' };

const start = async () => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const owner = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    call(app, method, path, { token: admin.token, ...(body ? { body } : {}) });
  return { app, admin, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

type School = Awaited<ReturnType<typeof start>>;

const versionOf = async ({ owner }: School, page: string) =>
  api.pageBlocks.open.response.parse((await owner('GET', `/admin/blocks/${page}`)).body).version;

const save = async (school: School, page: string, blocks: object[]) =>
  school.owner('PUT', `/admin/blocks/${page}`, { blocks, version: await versionOf(school, page) });

const shown = async (app: TestApp, page: string) =>
  api.pageBlocks.read.response.parse((await call(app, 'GET', `/blocks/${page}`)).body).blocks;

const addPicture = async ({ app, admin }: School, page: string, file = 'thumbnail.jpg') =>
  call(app, 'POST', `/admin/blocks/${page}/pictures`, { token: admin.token, parts: { file: await mediaPart(file) } });

test('a page without blocks says so to every page of the site', async () => {
  await using school = await start();
  expect(await shown(school.app, 'home')).toEqual([]);
  expect((await call(school.app, 'GET', '/site')).body['site']).toMatchObject({ hasBlocks: false });
});

test('visitors of every process see the blocks of the home page in their order, without hidden ones', async () => {
  await using school = await start();
  await using further = await school.app.another();
  const hidden = { ...TEXT, id: 'c', isHidden: true };
  expect(await save(school, 'home', [QUOTE, hidden, TEXT])).toMatchObject({
    status: 200,
    body: { version: 1, blocks: [QUOTE, hidden, TEXT] },
  });
  await expect
    .poll(() => shown(further, 'home'))
    .toMatchObject([
      { kind: 'quote', quote: 'It holds.' },
      {
        kind: 'text',
        title: 'Clay',
        content: [{ spans: [{ text: 'From ' }, { text: 'here', marks: ['strong'] }, {}] }],
      },
    ]);
  expect((await call(further, 'GET', '/site')).body['site']).toMatchObject({ hasBlocks: true });
});

test('text from owners stays text, and only safe addresses become links', async () => {
  await using school = await start();
  const body = '<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](data:text/html,z) [z](//evil.example)';
  const questions = [{ question: '<b>Why?</b>', answer: '[no](vbscript:x) <img src=x onerror=alert(1)>' }];
  await save(school, 'home', [
    { ...TEXT, body },
    { kind: 'questions', id: 'q', isHidden: false, title: '', questions },
  ]);
  const [text, asked] = await shown(school.app, 'home');
  const content = text?.kind === 'text' ? text.content : [];
  expect(leavesOf(content)[0]?.spans[0]?.text).toContain('<script>alert(1)</script>');
  const answers = asked?.kind === 'questions' ? asked.questions.flatMap(({ answer }) => answer) : [];
  const hrefs = leavesOf([...content, ...answers]).flatMap(({ spans }) => spans.map(({ href }) => href));
  expect(new Set(hrefs)).toEqual(new Set([null]));
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'http://plain.example', '//evil.example', 'https:'])(
  'a link to %s is refused',
  async (href) => {
    await using school = await start();
    const link = { kind: 'link', id: 'l', isHidden: false, label: 'Watch', href, caption: '' };
    expect(await save(school, 'home', [link])).toMatchObject({ status: 400 });
    expect(await save(school, 'home', [{ ...link, href: 'https://video.example/1' }])).toMatchObject({ status: 200 });
  },
);

test('blocks are bounded in number and size, and differ', async () => {
  await using school = await start();
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...QUOTE, id: `q${index}` }));
  const statusOf = async (blocks: object[]) => (await save(school, 'home', blocks)).status;
  expect(await statusOf(many(20))).toBe(200);
  expect(await statusOf(many(21))).toBe(400);
  expect(await statusOf([QUOTE, { ...TEXT, id: QUOTE.id }])).toBe(400);
  expect(await statusOf([{ ...TEXT, body: 'x'.repeat(4001) }])).toBe(400);
  expect(await statusOf([{ ...QUOTE, quote: 'x'.repeat(241) }])).toBe(400);
  expect(await statusOf([{ ...TEXT, kind: 'html' }])).toBe(400);
});

test('two owners do not overwrite one another', async () => {
  await using school = await start();
  const change = (block: object) => school.owner('PUT', '/admin/blocks/home', { blocks: [block], version: 0 });
  const both = await Promise.all([change(TEXT), change(QUOTE)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('the page of a course has its own blocks, with a free lecture and courses while they are there', async () => {
  await using school = await start();
  const { app, owner } = school;
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId, title: 'The wheel', isFreePreview: true });
  app.clock.advance(1000);
  const other = await aCourse(app, { title: 'Glazes' });
  const about = async () => (await call(app, 'GET', `/courses/${courseId}/about`)).body['course'];
  expect(await about()).toMatchObject({ hasBlocks: false });
  await save(school, courseId, [
    { kind: 'video', id: 'v', isHidden: false, title: 'First', lectureId, caption: '' },
    { kind: 'courses', id: 'k', isHidden: false, title: '', courseIds: [other] },
    { kind: 'courses', id: 'n', isHidden: false, title: 'New', courseIds: [] },
  ]);
  expect(await about()).toMatchObject({ hasBlocks: true });
  expect(await shown(app, courseId)).toMatchObject([
    { kind: 'video', lecture: { _id: lectureId, title: 'The wheel', courseId } },
    { kind: 'courses', courses: [{ title: 'Glazes' }] },
    { kind: 'courses', courses: [{ _id: courseId }, { _id: other }] },
  ]);
  expect(await shown(app, 'home')).toEqual([]);
  await app.database.transaction(async (tx) => {
    await tx.updateTable('lectures').set({ is_free_preview: 0 }).execute();
    await app.database.topics.raise(tx, 'catalog');
  });
  await owner('DELETE', `/courses/${other}`);
  expect((await shown(app, courseId)).map(({ id }) => id)).toEqual(['n']);
  await owner('DELETE', `/courses/${courseId}`);
  expect((await call(app, 'GET', `/blocks/${courseId}`)).status).toBe(404);
  expect((await owner('GET', '/admin/blocks/none')).status).toBe(404);
});

test('a picture is drawn again, belongs to its page, and goes a day after its block', async () => {
  await using school = await start();
  const { app } = school;
  const courseId = await aCourse(app);
  const added = await addPicture(school, 'home');
  expect(added).toMatchObject({
    status: 201,
    body: { picture: expect.stringMatching(/^thumbnails\/[0-9a-f]+\.webp$/) },
  });
  expect(await addPicture(school, 'home', 'three-seconds.mp4')).toMatchObject({ status: 415 });
  const { picture } = api.pageBlocks.addPicture.response.parse(added.body);
  const block = { kind: 'picture', id: 'p', isHidden: false, picture, alt: 'Hands on a wheel', caption: '' };
  expect(await save(school, courseId, [block])).toMatchObject({ status: 400 });
  expect(await save(school, 'home', [block])).toMatchObject({ status: 200 });
  expect(await shown(app, 'home')).toMatchObject([
    { picture: { secure_url: expect.stringMatching(new RegExp(`^https?://.+/files/${picture}$`)) } },
  ]);
  const isStored = () => existsSync(join(app.config.dataDir, 'files', picture));
  expect(isStored()).toBe(true);
  app.clock.advance(2 * DAY_MS);
  expect(await save(school, 'home', [])).toMatchObject({ status: 200 });
  app.clock.advance(2 * DAY_MS);
  await app.jobs.runDue();
  expect(isStored()).toBe(false);
});

test('a preview stores nothing', async () => {
  await using school = await start();
  const preview = await school.owner('POST', '/admin/blocks/home/preview', {
    blocks: [TEXT, { ...QUOTE, isHidden: true }],
  });
  expect(preview.body).toMatchObject({ blocks: [{ kind: 'text', title: 'Clay' }] });
  expect(await shown(school.app, 'home')).toEqual([]);
});

test('a teacher changes the blocks of the own course, and neither those of another one nor the home page', async () => {
  await using school = await start();
  const { app } = school;
  const [own, other, teacher] = [await aCourse(app), await aCourse(app), await aUser(app)];
  await joinCourse(app, { courseId: own, userId: teacher.id, role: 'teacher' });
  const change = (page: string) =>
    call(app, 'PUT', `/admin/blocks/${page}`, { token: teacher.token, body: { blocks: [TEXT], version: 0 } });
  const responses = [await change(own), await change(other), await change('home')];
  expect(responses.map(({ status }) => status)).toEqual([200, 403, 403]);
  expect(await shown(app, own)).toMatchObject([{ kind: 'text', title: 'Clay' }]);
  expect([await shown(app, other), await shown(app, 'home')]).toEqual([[], []]);
});
