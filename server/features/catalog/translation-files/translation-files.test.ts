// @module-tag both
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aUser, joinCourse } from '#test/factories.ts';
import { aTranslatedCourse } from '#test/translations.ts';

const start = async () => {
  const course = await aTranslatedCourse();
  const { app, token, address } = course;
  const upload = (file: string | Uint8Array, caller = token) => {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    const parts = { file: { bytes, name: 'hi.po', type: 'text/plain' } };
    return call(app, 'POST', `${address}/import`, { token: caller, parts });
  };
  const download = async (format: 'po' | 'csv', headers = {}) =>
    app.http.inject({
      url: `/api/v1${address}/file?format=${format}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return { ...course, upload, download };
};

/** As Poedit saves it. */
const entry = (key: string, original: string, text: string, flags = ''): string =>
  `#. A place\n${flags}msgctxt "${key}"\nmsgid ""\n"${original}"\nmsgstr "${text}"\n\n`;
const HEAD = 'msgid ""\nmsgstr ""\n"Language: hi\\n"\n"X-Generator: Poedit 3.6\\n"\n\n';

test('a translator gets each text with its place, its translation and its state, as PO and as CSV', async () => {
  await using school = await start();
  await school.change({ title: '=Warm, "cool"', description: 'Wind.\r\nRain\\snow.' });
  await school.save({ title: 'मानसून', description: 'बादल' });
  await school.app.database.db
    .updateTable('translations')
    .set({ is_by_person: 0 })
    .where('field', '=', 'description')
    .execute();
  const po = await school.download('po', { 'accept-language': 'hi' });
  expect(po.headers['content-disposition']).toBe('attachment; filename="reading-the-monsoon-hi.po"');
  const { title, about } = school;
  expect(po.body).toBe(
    [
      'msgid ""\nmsgstr ""\n"Project-Id-Version: Reading the monsoon\\n"\n"Language: hi\\n"\n"X-Source-Language: en\\n"',
      '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n',
      '#. कोर्स का शीर्षक\nmsgctxt "title"\nmsgid "Reading the monsoon"\nmsgstr "मानसून"\n',
      '#. कोर्स का विवरण\n#, fuzzy\nmsgctxt "description"\nmsgid "Clouds and wind."\nmsgstr "बादल"\n',
      `#. पाठ का शीर्षक\nmsgctxt "${title}"\nmsgid "=Warm, \\"cool\\""\nmsgstr ""\n`,
      `#. पाठ का विवरण\nmsgctxt "${about}"\nmsgid ""\n"Wind.\\n"\n"Rain\\\\snow."\nmsgstr ""\n`,
    ].join('\n'),
  );
  expect((await school.download('csv')).body).toBe(
    [
      '\uFEFF"key","place","original","translation","state"',
      '"title","Title of the course","Reading the monsoon","मानसून","reviewed"',
      '"description","Description of the course","Clouds and wind.","बादल","draft"',
      `"${title}","Title of a lecture","'=Warm, ""cool""","","empty"`,
      `"${about}","Description of a lecture","Wind.\nRain\\snow.","","empty"\r\n`,
    ].join('\r\n'),
  );
});

test.each(['po', 'csv'] as const)('a file that comes back as it was downloaded changes nothing: %s', async (format) => {
  await using school = await start();
  const { title, about, save, change, read } = school;
  await change({ title: '@home', description: `'=SUM(A1)\n\n- a "list"; ＋ more \\n` });
  await save({ title: '＝मानसून', description: 'बादल', [title]: `'@घर`, [about]: '="007"' });
  await school.app.database.db
    .updateTable('translations')
    .set({ is_by_person: 0 })
    .where('text', '=', 'बादल')
    .execute();
  await change({ title: '@school' });
  const before = await read();
  expect(Object.values(before).map(({ state }) => state)).toEqual(['reviewed', 'draft', 'outdated', 'reviewed']);
  const { rawPayload } = await school.download(format);
  expect(await school.upload(rawPayload)).toMatchObject({
    status: 200,
    body: { message: 'Translations imported', saved: 0, report: { read: 4, repaired: [], leftOut: [] } },
  });
  expect(await read()).toEqual(before);
});

test('what Poedit saved is read: texts of several lines, flags in any order, and entries that are obsolete', async () => {
  await using school = await start();
  const { title, about, read } = school;
  const file = [
    HEAD,
    entry('title', 'Reading the monsoon', 'मानसून', '#, c-format\n#, fuzzy\n'),
    `#| msgid "Warm"\nmsgctxt "${title}"\nmsgid "Warm land, cool sea"\nmsgstr ""\n"गर्म \\"ज़मीन\\", "\n"ठंडा\\tसमुद्र"\n`,
    `msgctxt "${about}"\nmsgid "Where the wind begins."\nmsgstr "जहाँ\\n"\n"हवा"\n`,
    '#, fuzzy\n#~| msgid "Old"\n#~ msgctxt "description"\n#~ msgid "Clouds and wind."\n#~ msgstr "पुराना"\n',
  ];
  const crlf = file.join('\n').replaceAll('\n', '\r\n');
  expect((await school.upload(`\uFEFF${crlf}`)).body).toMatchObject({ saved: 3, report: { read: 3, leftOut: [] } });
  expect(await read()).toMatchObject({
    title: { translation: 'मानसून', state: 'draft' },
    description: { translation: '', state: 'empty' },
    [title]: { translation: 'गर्म "ज़मीन", ठंडा\tसमुद्र', state: 'reviewed' },
    [about]: { translation: 'जहाँ\nहवा', state: 'reviewed' },
  });
});

test('what Excel saved is read: semicolons, titles above, columns in any order, line ends in cells', async () => {
  await using school = await start();
  const { title, about, read } = school;
  const file = [
    'Translations of Asha;;;',
    'Translation;State;Key;Original',
    `"मानसून ""एक""";empty;title;Reading the monsoon`,
    `"हवा\nबारिश";;${about};Where the wind begins.`,
    `;;${title};`,
    `बादल;Draft;description;Clouds and wind.`,
  ].join('\r\n');
  const utf16 = Buffer.from(`\uFEFF${file}`, 'utf16le');
  expect((await school.upload(utf16)).body).toMatchObject({
    saved: 3,
    report: { read: 3, leftOut: [{ line: 1, why: 'Above the header' }] },
  });
  expect(await read()).toMatchObject({
    title: { translation: 'मानसून "एक"', state: 'reviewed' },
    description: { translation: 'बादल', state: 'draft' },
    [title]: { state: 'empty' },
    [about]: { translation: 'हवा\nबारिश', state: 'reviewed' },
  });
});

test('an original that changed since makes the translation outdated, and never replaces a newer one', async () => {
  await using school = await start();
  const { title, about, change, save, read, upload } = school;
  await change({ title: 'Hot land', description: 'The wind.' });
  await save({ [about]: 'हवा' });
  const file = `${HEAD}${entry(title, 'Warm land, cool sea', 'गर्म')}${entry(about, 'Where the wind begins.', 'पुरानी')}`;
  expect((await upload(file)).body).toMatchObject({
    saved: 1,
    report: {
      read: 1,
      leftOut: [{ line: 13, why: 'The original has changed since, and its new translation was kept' }],
    },
  });
  expect(await read()).toMatchObject({
    [title]: { translation: 'गर्म', state: 'outdated' },
    [about]: { translation: 'हवा', state: 'reviewed' },
  });
});

test('a draft of a file never hides what learners see, and a person confirms a draft by taking the mark away', async () => {
  await using school = await start();
  const { title, save, read, upload } = school;
  await save({ title: 'मानसून' });
  const fuzzy = '#, fuzzy\n';
  const drafts = `${entry('title', 'Reading the monsoon', 'वर्षा', fuzzy)}${entry(title, 'Warm land, cool sea', 'गर्म', fuzzy)}`;
  expect((await upload(HEAD + drafts)).body).toMatchObject({
    saved: 1,
    report: {
      leftOut: [{ line: 8, why: 'It is marked as fuzzy or as a draft. The translation that learners see was kept.' }],
    },
  });
  expect(await read()).toMatchObject({ title: { translation: 'मानसून' }, [title]: { state: 'draft' } });
  expect((await upload(HEAD + drafts.replaceAll(fuzzy, ''))).body).toMatchObject({ saved: 2 });
  expect(await read()).toMatchObject({ title: { translation: 'वर्षा' }, [title]: { state: 'reviewed' } });
});

test('a faulty text does not keep the others out, and the report names its line', async () => {
  await using school = await start();
  const { title, about, read, upload } = school;
  const file = [
    HEAD,
    entry('lectures.gone.title', 'Gone', 'गया'),
    entry('title', 'Reading the monsoon', 'अ'.repeat(201)),
    entry(title, 'Warm land, cool sea', 'वह बोली "हाँ"'),
    entry(title, 'Warm land, cool sea', 'फिर'),
    `msgctxt "${about}"\nmsgid "Where the wind begins."\nmsgstr "हवा\nबिना निशान"\n\n`,
    entry('__proto__', 'Clouds', 'बादल'),
    entry('description', 'Clouds and wind.', 'बादल'),
  ].join('');
  expect((await upload(file)).body).toMatchObject({
    saved: 2,
    report: {
      read: 2,
      repaired: [{ line: 22 }, { line: 32 }],
      leftOut: [
        { line: 7, why: 'The course has no such text' },
        { line: 13, why: 'This is longer than the field allows' },
        { line: 25, why: 'The file has this text twice. The first was taken.' },
        { line: 30, why: 'A line of this text cannot be read' },
        { line: 36, why: 'The course has no such text' },
      ],
    },
  });
  expect(await read()).toMatchObject({
    title: { state: 'empty' },
    description: { translation: 'बादल' },
    [title]: { translation: 'वह बोली "हाँ"' },
    [about]: { state: 'empty' },
  });
});

test.each(['', 'name,email\nAsha,a@b.example\n', 'Dear Asha', '\u0001\u0002\u0000\u0003\u0000\u0000'])(
  'a file without translations is refused: %j',
  async (file) => {
    await using school = await start();
    expect(await school.upload(file)).toMatchObject({ status: 415, body: { code: 'not_translations' } });
  },
);

test('a file of another language is refused, and nothing is saved', async () => {
  await using school = await start();
  const file = HEAD + entry('title', 'Reading the monsoon', 'மழை');
  expect(await school.upload(file.replace('Language: hi', 'Language: ta_IN'))).toMatchObject({
    status: 415,
    body: { message: 'This file is in another language. Choose that language above, or another file.' },
  });
  expect(await school.read()).toMatchObject({ title: { state: 'empty' } });
  expect(await school.upload(file.replace('Language: hi', 'Language: hi_IN'))).toMatchObject({ body: { saved: 1 } });
});

test('a large file is read beside the server, and an import is audited', async () => {
  await using school = await start();
  const { about, upload, read, app } = school;
  const long = 'अ'.repeat(5000);
  const many = Array.from({ length: 200 }, (_, index) => entry(`lectures.x${index}.title`, 'x', long)).join('');
  expect((await upload(HEAD + many + entry(about, 'Where the wind begins.', long))).body).toMatchObject({
    saved: 1,
    report: { read: 1 },
  });
  expect(await read()).toMatchObject({ [about]: { translation: long } });
  const audited = await app.database.db
    .selectFrom('audit_entries')
    .select('after_values')
    .where('kind', '=', 'course_changed')
    .executeTakeFirst();
  expect(audited?.after_values).toContain(`hi: ${about}`);
});

test('the teachers of a course take its texts out and in, and nobody else', async () => {
  await using school = await start();
  const { app, courseId, upload } = school;
  const [teacher, stranger] = [await aUser(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  const file = HEAD + entry('title', 'Reading the monsoon', 'मानसून');
  expect(await upload(file, stranger.token)).toMatchObject({ status: 403 });
  expect((await school.download('po', { authorization: `Bearer ${stranger.token}` })).statusCode).toBe(403);
  expect(await upload(file, teacher.token)).toMatchObject({ body: { saved: 1 } });
});
