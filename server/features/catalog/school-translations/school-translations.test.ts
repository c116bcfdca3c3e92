// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { announcementIn } from '#test/announcements.ts';
import { anArchive, filesIn } from '#test/archives.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const NAME = 'plans.yearly-bundle.name';
const Texts = z.record(
  z.string(),
  z.looseObject({ original: z.string(), digest: z.string(), translation: z.string(), state: z.string() }),
);
const Plans = z.object({ plans: z.array(z.looseObject({ _id: z.string(), name: z.string() })) });

const start = async () => {
  const app = await startApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await switchOn(app, 'hi', 'ta');
  const admin = await anAdmin(app);
  const owner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(app, method, path, { token: admin.token, ...(body && { body }) });
  return {
    app,
    admin,
    owner,
    read: async (language = 'hi') => Texts.parse((await owner('GET', `/admin/translations/${language}`)).body['texts']),
    save: (texts: object, seen?: object, language = 'hi') =>
      owner('PUT', `/admin/translations/${language}`, { texts, seen }),
    plan: async () => {
      const { body } = await owner('GET', '/admin/plans');
      const [plan] = Plans.parse(body).plans;
      return (change: object) => owner('PUT', '/admin/plans/yearly-bundle', { ...plan, ...change });
    },
  };
};

const plansIn = async (app: TestApp, language?: string): Promise<string[]> => {
  const { body } = await call(app, 'GET', language === undefined ? '/plans' : `/plans?language=${language}`);
  return Plans.parse(body).plans.map(({ name }) => name);
};

const siteIn = async (app: TestApp, language: string) =>
  z
    .object({ plans: z.array(z.object({ name: z.string() })), sitePages: z.array(z.object({ title: z.string() })) })
    .parse((await call(app, 'GET', `/site?language=${language}`)).body['site']);

test('a visitor reads the name of a plan in the language of the page, and the original where it is not translated', async () => {
  const { app, read, save } = await start();
  const { [NAME]: before } = await read();
  expect(before).toMatchObject({ translation: '', state: 'empty', originalLanguage: 'en' });
  expect(await save({ [NAME]: ' सभी कोर्स, एक साल ' })).toMatchObject({
    status: 200,
    body: { message: 'Translations saved', language: 'hi', texts: { [NAME]: { state: 'reviewed' } } },
  });
  const original = before?.original ?? '';
  expect(await plansIn(app, 'hi')).toEqual(['सभी कोर्स, एक साल']);
  expect([await plansIn(app), await plansIn(app, 'en'), await plansIn(app, 'ta')]).toEqual([
    [original],
    [original],
    [original],
  ]);
  expect((await siteIn(app, 'hi')).plans).toEqual([{ name: 'सभी कोर्स, एक साल' }]);
  const price = await call(app, 'GET', '/plans/yearly-bundle/price?language=hi');
  expect(price.body).toMatchObject({ plan: { name: 'सभी कोर्स, एक साल' } });
  await save({ [NAME]: '' });
  expect(await plansIn(app, 'hi')).toEqual([original]);
});

test('names in eleven scripts arrive as they were written', async () => {
  const { app, save } = await start();
  const names = ['सालाना', 'ஆண்டு', 'বার্ষিক', 'వార్షిక', 'سنوي', 'ਸਾਲਾਨਾ', 'વાર્ષિક', 'ವಾರ್ಷಿಕ', '年度', 'ปี', '{name} <b>'];
  for (const name of names) {
    await save({ [NAME]: name });
    expect(await plansIn(app, 'hi')).toEqual([name]);
  }
});

test('a name that its owner changes is outdated, still shown, and right again when it is saved', async () => {
  const { app, read, save, plan } = await start();
  const change = await plan();
  await save({ [NAME]: 'एक साल' });
  expect((await change({ name: 'All courses' })).status).toBe(200);
  expect(await read()).toMatchObject({ [NAME]: { original: 'All courses', state: 'outdated' } });
  expect(await plansIn(app, 'hi')).toEqual(['एक साल']);
  const seen = { [NAME]: (await read())[NAME]?.digest };
  await change({ name: 'Every course' });
  await save({ [NAME]: 'सभी कोर्स' }, seen);
  expect(await read()).toMatchObject({ [NAME]: { translation: 'सभी कोर्स', state: 'outdated' } });
  await save({ [NAME]: 'सभी कोर्स' });
  expect(await read()).toMatchObject({ [NAME]: { state: 'reviewed' } });
});

test('a draft of a machine is not shown, and counts as one', async () => {
  const { app, owner, save } = await start();
  await save({ [NAME]: 'एक साल' });
  await app.database.db.updateTable('translations').set({ is_by_person: 0 }).execute();
  expect(await plansIn(app, 'hi')).not.toEqual(['एक साल']);
  const none = { draft: 0, outdated: 0, reviewed: 0 };
  expect((await owner('GET', '/admin/translations')).body).toMatchObject({
    school: [
      { language: 'hi', ...none, empty: 0, draft: 1 },
      { language: 'ta', ...none, empty: 1 },
    ],
  });
});

test('two admins change texts of their own, and the last save of one text counts', async () => {
  const { owner, read, save } = await start();
  await owner('POST', '/admin/pages/about/publish', {});
  const both = await Promise.all([save({ [NAME]: 'एक साल' }), save({ 'pages.about.title': 'हमारे बारे में' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toMatchObject({
    [NAME]: { translation: 'एक साल' },
    'pages.about.title': { translation: 'हमारे बारे में' },
  });
  await save({ [NAME]: 'पूरा साल' });
  expect(await read()).toMatchObject({ [NAME]: { translation: 'पूरा साल' } });
});

test('a text that the school does not have is refused by name, and nothing is saved', async () => {
  const { read, save } = await start();
  expect(await save({ [NAME]: 'एक साल', 'plans.other.name': 'अ', title: 'लाल' })).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      details: [
        { path: 'texts.plans.other.name', message: 'The school has no such text' },
        { path: 'texts.title', message: 'The school has no such text' },
      ],
    },
  });
  expect(await save({ [NAME]: 'x'.repeat(61) })).toMatchObject({
    status: 400,
    body: { details: [{ path: `texts.${NAME}` }] },
  });
  expect(await save({ [NAME]: 'x' }, undefined, 'bn')).toMatchObject({ status: 400 });
  expect(await read()).toMatchObject({ [NAME]: { state: 'empty' } });
});

test('only admins translate the texts of the school', async () => {
  const { app } = await start();
  const { token } = await aUser(app);
  expect((await call(app, 'GET', '/admin/translations/hi', { token })).status).toBe(403);
  expect((await call(app, 'PUT', '/admin/translations/hi', { token, body: { texts: {} } })).status).toBe(403);
});

test('what an owner writes is in the language of the school at that time, until the owner says otherwise', async () => {
  const { app, owner, read, save } = await start();
  await save({ [NAME]: 'एक साल' });
  await owner('PUT', '/admin/settings/languages', { language: 'hi', others: ['en'] });
  expect(await plansIn(app)).toEqual(['एक साल']);
  const { _id } = announcementIn(
    await owner('POST', '/announcements', { title: 'दीवाली', body: 'छुट्टी', audience: {} }),
  );
  expect(Object.keys(await read('hi'))).toEqual([NAME]);
  expect(Object.keys(await read('en'))).toEqual([`announcements.${_id}.title`, `announcements.${_id}.body`]);
  const said = await owner('PUT', '/admin/translations/hi/originals', { things: ['plans.yearly-bundle'] });
  expect(said).toMatchObject({ status: 200, body: { texts: {} } });
  expect(await read('en')).toMatchObject({ [NAME]: { originalLanguage: 'hi', state: 'empty' } });
  expect(await plansIn(app)).not.toEqual(['एक साल']);
  expect(await owner('PUT', '/admin/translations/hi/originals', { things: ['plans.none'] })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'things.0' }] },
  });
});

test('an archive of the school has the translations, and a school with one language has none', async () => {
  const { app, save } = await start();
  await save({ [NAME]: 'एक साल' });
  const files = await filesIn(await anArchive(app));
  expect(files.get('courses/translations.csv')?.toString('utf8')).toContain('yearly-bundle,name,hi,plan,,एक साल,true,');
  await switchOn(app);
  expect(await plansIn(app, 'hi')).not.toEqual(['एक साल']);
});
