// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { startApp } from '#test/start-app.ts';

const Texts = z.record(z.string(), z.looseObject({ state: z.string(), originalLanguage: z.string() }));
const TEXT = { kind: 'text', id: 'clay', isHidden: false, title: 'Clay', body: 'From the **river**.' };
const QUESTIONS = {
  kind: 'questions',
  id: 'asked',
  isHidden: false,
  title: '',
  questions: [
    { question: 'Do I need a wheel?', answer: 'No.' },
    { question: 'Is it messy?', answer: 'Yes.' },
  ],
};

const start = async () => {
  const app = await startApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await switchOn(app, 'hi');
  const { token } = await anAdmin(app);
  const owner = (method: 'GET' | 'PUT', path: string, body?: object) =>
    call(app, method, path, { token, ...(body && { body }) });
  let version = 0;
  return {
    owner,
    write: async (values: object) => {
      const { settings } = api.settings.get.response.parse((await owner('GET', '/admin/settings')).body);
      return owner('PUT', '/admin/settings/school', { ...settings.school.values, ...values });
    },
    blocks: async (...blocks: object[]) => {
      const saved = await owner('PUT', '/admin/blocks/home', { blocks, version });
      version += 1;
      return saved;
    },
    read: async (language = 'hi') => Texts.parse((await owner('GET', `/admin/translations/${language}`)).body['texts']),
    save: (texts: object) => owner('PUT', '/admin/translations/hi', { texts }),
    site: async (language: string) => (await call(app, 'GET', `/site?language=${language}`)).body['site'],
    shown: async (language: string) => (await call(app, 'GET', `/blocks/home?language=${language}`)).body['blocks'],
  };
};

test('the heading of the home page and its text are translated once the owner wrote them', async () => {
  const { write, read, save, site } = await start();
  const before = await site('en');
  expect(await read()).not.toHaveProperty(['home.hero.tagline']);
  await write({ tagline: 'Clay for everyone', heroText: 'Pots, step by step.' });
  await save({ 'home.hero.tagline': 'सबके लिए मिट्टी', 'home.hero.text': 'घड़े, एक-एक क़दम।' });
  expect(await site('hi')).toMatchObject({ tagline: 'सबके लिए मिट्टी', heroText: 'घड़े, एक-एक क़दम।' });
  expect(await site('en')).toMatchObject({ tagline: 'Clay for everyone', heroText: 'Pots, step by step.' });
  await write(z.object({ tagline: z.string(), heroText: z.string() }).parse(before));
  expect(await site('hi')).toMatchObject(z.object({ tagline: z.string() }).parse(before));
});

test('a block of the home page is read in the language of the page at once, and its translation goes with it', async () => {
  const { blocks, save, read, shown } = await start();
  await blocks(TEXT);
  expect(await shown('hi')).toMatchObject([{ title: 'Clay' }]);
  await save({ 'blocks.clay.title': 'मिट्टी', 'blocks.clay.body': '**नदी** से।' });
  expect(await shown('hi')).toMatchObject([
    { title: 'मिट्टी', content: [{ spans: [{ text: 'नदी' }, { text: ' से।' }] }] },
  ]);
  expect(await shown('en')).toMatchObject([{ title: 'Clay' }]);
  await blocks({ ...TEXT, title: 'River clay' });
  expect(await shown('hi')).toMatchObject([{ title: 'मिट्टी' }]);
  expect(await read()).toMatchObject({ 'blocks.clay.title': { state: 'outdated' } });
  await blocks();
  await blocks(TEXT);
  expect(await shown('hi')).toMatchObject([{ title: 'Clay' }]);
});

test('a question that takes the place of another one does not get its translation', async () => {
  const { blocks, save, shown } = await start();
  await blocks(QUESTIONS);
  await save({ 'blocks.asked.question.0': 'चाक चाहिए?', 'blocks.asked.question.1': 'क्या गंदगी होती है?' });
  expect(await shown('hi')).toMatchObject([
    { questions: [{ question: 'चाक चाहिए?' }, { question: 'क्या गंदगी होती है?' }] },
  ]);
  await blocks({ ...QUESTIONS, questions: QUESTIONS.questions.slice(1) });
  expect(await shown('hi')).toMatchObject([{ questions: [{ question: 'Is it messy?' }] }]);
});

test('the home page is in the language in which it was written, also when the school takes another one', async () => {
  const { owner, write, blocks, read, site } = await start();
  await write({ tagline: 'Clay for everyone' });
  await blocks(TEXT);
  await owner('PUT', '/admin/settings/languages', { language: 'hi', others: ['en'] });
  expect(await read('hi')).toMatchObject({
    'home.hero.tagline': { originalLanguage: 'en', state: 'empty' },
    'blocks.clay.title': { originalLanguage: 'en', state: 'empty' },
  });
  expect(Object.keys(await read('en'))).toEqual([]);
  await write({ tagline: 'सबके लिए मिट्टी' });
  expect(await owner('PUT', '/admin/translations/hi/originals', { things: ['home.hero'] })).toMatchObject({
    status: 200,
  });
  expect(Object.keys(await read('hi')).filter((key) => /^(?:home|blocks)\./.test(key))).toEqual([]);
  expect(await read('en')).toMatchObject({ 'home.hero.tagline': { originalLanguage: 'hi', state: 'empty' } });
  expect(await site('en')).toMatchObject({ tagline: 'सबके लिए मिट्टी' });
});

test('a school that wrote nothing of its home page before it chose its language writes it in this one', async () => {
  const { owner, write, read } = await start();
  await owner('PUT', '/admin/settings/languages', { language: 'hi', others: ['en'] });
  await write({ tagline: 'सबके लिए मिट्टी' });
  expect(await read('en')).toMatchObject({ 'home.hero.tagline': { originalLanguage: 'hi' } });
});
