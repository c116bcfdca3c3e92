// @module-tag both
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { OWN_SENTENCES_MAX } from '#contract/school/own-words.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const REFUSED = 'Email or password is incorrect';

const search = async (app: TestApp, token: string, query: string) =>
  api.ownWords.list.response.parse((await call(app, 'GET', `/admin/words/${query}`, { token })).body);

/** Says a sentence, found by its English, in other words. */
const say = async (app: TestApp, { token }: { token: string }, language: string, original: string, text: string) => {
  const { sentences } = await search(app, token, `${language}?search=${encodeURIComponent(original)}`);
  const id = sentences.find((sentence) => sentence.original === original)?.id ?? 'unknown';
  return call(app, 'PUT', `/admin/words/${language}/${id}`, { token, body: { text } });
};

const refusal = async (app: TestApp, language?: string) => {
  const body = { email: 'nobody@school.example', password: 'password123' };
  const headers = language === undefined ? {} : { 'accept-language': language };
  return (await call(app, 'POST', '/user/login', { body, headers })).body['message'];
};

test('a sentence is found by its English, its translation and what the school says, in any case', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  await say(app, admin, 'hi', 'All courses', 'सारी कक्षाएँ');
  for (const sought of ['aLL courses', 'सभी कोर्स', 'सारी कक्षाएँ']) {
    const { sentences, changed } = await search(app, admin.token, `hi?search=${encodeURIComponent(sought)}`);
    expect([sought, changed]).toEqual([sought, 1]);
    expect(sentences).toContainEqual(
      expect.objectContaining({
        original: 'All courses',
        standard: 'सभी कोर्स',
        own: 'सारी कक्षाएँ',
        isShown: true,
        places: expect.arrayContaining(['catalog', 'classroom', 'school']),
      }),
    );
  }
  const english = await search(app, admin.token, 'en?search=All%20courses');
  expect(english).toMatchObject({ changed: 0 });
  expect(english.sentences[0]).toMatchObject({ original: 'All courses', standard: 'All courses', own: null });
});

test('sentences are read page by page, and those that are changed alone', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const first = await search(app, admin.token, 'hi?limit=2');
  const second = await search(app, admin.token, `hi?limit=2&cursor=${first.nextCursor}`);
  const both = await search(app, admin.token, 'hi?limit=4');
  expect([...first.sentences, ...second.sentences]).toEqual(both.sentences);

  await say(app, admin, 'hi', REFUSED, 'ग़लत');
  const changed = await search(app, admin.token, 'hi?isChanged=true');
  expect(changed.sentences.map(({ own }) => own)).toEqual(['ग़लत']);
  expect(changed.nextCursor).toBeNull();
  expect(await call(app, 'GET', '/admin/words/hi?cursor=nothing', admin)).toMatchObject({ status: 400 });
  expect(await call(app, 'GET', '/admin/words/xx', admin)).toMatchObject({
    body: { details: [{ path: 'language', message: 'Choose a language of the list' }] },
  });
});

test('an error has the words of the school in the language that is asked for, in every process', async () => {
  await using app = await startApp();
  await using other = await app.another();
  const admin = await anAdmin(app);
  expect(await refusal(other, 'hi')).toBe('ईमेल या पासवर्ड सही नहीं है');
  await say(app, admin, 'hi', REFUSED, 'दोबारा देखिए');
  await say(app, admin, 'en', REFUSED, 'Have another look');
  for (const process of [app, other]) {
    await expect.poll(() => refusal(process, 'hi')).toBe('दोबारा देखिए');
    expect(await refusal(process, 'en-IN')).toBe('Have another look');
    // A program that asks for no language reads what the specification says.
    expect(await refusal(process)).toBe(REFUSED);
  }
  await say(app, admin, 'en', REFUSED, REFUSED);
  for (const process of [app, other]) await expect.poll(() => refusal(process, 'en')).toBe(REFUSED);
  expect(await refusal(other, 'hi')).toBe('दोबारा देखिए');
});

test('an email has the words of the school until they are reset', async () => {
  await using app = await startApp({ BRAND_NAME: 'Gurukul' });
  const admin = await anAdmin(app);
  const learner = await aUser(app);
  const subjects = async () => (await readEmails(app)).map(({ headers }) => headers.get('subject'));
  const saved = await say(app, admin, 'en', 'Reset your {school} password', 'A new key for {school}');
  const { id } = api.ownWords.save.response.parse(saved.body).sentence;
  await call(app, 'POST', '/user/reset', { body: { email: learner.email } });
  expect(await subjects()).toEqual(['A new key for Gurukul']);
  // As the owner sees the default of this email, who may change all of it.
  const texts = api.emailTexts.list.response.parse((await call(app, 'GET', '/admin/settings/email-texts', admin)).body);
  expect(texts.emailTexts.find((text) => text.id === 'password_reset')?.standard.subject).toBe(
    'A new key for {school}',
  );

  expect(await call(app, 'DELETE', `/admin/words/en/${id}`, admin)).toMatchObject({
    body: { message: 'This sentence is the default again' },
  });
  await call(app, 'POST', '/user/reset', { body: { email: learner.email } });
  expect(new Set(await subjects())).toEqual(new Set(['A new key for Gurukul', 'Reset your Gurukul password']));
  const entries = app.database.db.selectFrom('audit_entries').select('detail').where('kind', '=', 'settings_changed');
  expect((await entries.execute()).map(({ detail }) => detail)).toEqual(
    Array.from({ length: 2 }, () =>
      JSON.stringify({ section: 'languages', fields: ['sentence in en'], name: 'Reset your {school} password' }),
    ),
  );
});

test('a sentence that this version no longer has is listed, shown nowhere, and can be removed', async () => {
  await using app = await startApp();
  const { token, id } = await anAdmin(app);
  const gone = { language: 'hi', id: 'former', context: '', original: 'Enrol {now}', text: 'अभी {now}' };
  await app.database.db
    .insertInto('own_words')
    .values({ ...gone, updated_by: id, updated_at: app.clock.now() })
    .execute();
  const { sentences } = await search(app, token, 'hi?search=enrol%20%7Bnow');
  expect(sentences).toMatchObject([{ original: 'Enrol {now}', own: 'अभी {now}', isShown: false, places: [] }]);
  expect(await call(app, 'PUT', '/admin/words/hi/former', { token, body: { text: 'x {now}' } })).toMatchObject({
    status: 404,
    body: { code: 'sentence_not_found' },
  });
  expect((await call(app, 'DELETE', '/admin/words/hi/former', { token })).status).toBe(200);
  expect(await search(app, token, 'hi?isChanged=true')).toMatchObject({ sentences: [], changed: 0 });
  expect((await call(app, 'DELETE', '/admin/words/hi/former', { token })).status).toBe(404);
});

test('the number of own sentences has a bound', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const one = { language: 'ta', context: '', original: 'x', text: 'y', updated_by: null, updated_at: 1 };
  const rows = Array.from({ length: OWN_SENTENCES_MAX - 1 }, (_, index) => ({ ...one, id: `former${index}` }));
  await app.database.db.insertInto('own_words').values(rows).execute();
  expect((await say(app, admin, 'hi', REFUSED, 'ग़लत')).status).toBe(200);
  expect(await say(app, admin, 'hi', 'All courses', 'कोर्स')).toMatchObject({
    status: 400,
    body: { message: 'Your school has changed as many sentences as it can. Reset others first.' },
  });
  expect((await say(app, admin, 'hi', REFUSED, 'फिर ग़लत')).status).toBe(200);
});
