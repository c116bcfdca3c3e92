import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const ENGLISH = { code: 'en', name: 'English', isComplete: true };
const HINDI = { code: 'hi', name: 'हिन्दी', isComplete: true };

const save = (app: TestApp, token: string, body: object) =>
  call(app, 'PUT', '/admin/settings/languages', { token, body });
const site = async (app: TestApp) => (await call(app, 'GET', '/site')).body['site'];

test('a school is in English alone until its owner switches another language on', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect(await site(app)).toMatchObject({ language: 'en', languages: [ENGLISH] });
  expect(await save(app, token, { language: 'en', others: ['hi', 'hi', 'en'] })).toMatchObject({
    status: 200,
    body: { settings: { languages: { values: { language: 'en', others: ['hi'] } } } },
  });
  expect(await site(app)).toMatchObject({ language: 'en', languages: [ENGLISH, HINDI] });
  await save(app, token, { language: 'hi', others: ['en'] });
  expect(await site(app)).toMatchObject({ language: 'hi', languages: [HINDI, ENGLISH] });
});

test('a language that the interface does not have is refused', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect(await save(app, token, { language: 'en', others: ['xx'] })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'others', message: 'Choose a language of the list' }] },
  });
  expect(await site(app)).toMatchObject({ languages: [ENGLISH] });
});

test('a user chooses a language, and gives it back', async () => {
  await using app = await startApp();
  const { token } = await aUser(app);
  const choose = (language: string | null) => call(app, 'PUT', '/user/language', { token, body: { language } });
  const own = async () => (await call(app, 'GET', '/user/me', { token })).body['user'];
  expect(await own()).toMatchObject({ language: null });
  expect(await choose('hi')).toMatchObject({ status: 200, body: { user: { language: 'hi' } } });
  expect(await own()).toMatchObject({ language: 'hi' });
  expect(await choose('xx')).toMatchObject({ status: 400 });
  expect(await choose(null)).toMatchObject({ body: { user: { language: null } } });
});
