import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { anArchive, deflatedZip, filesIn, zipped } from '#test/archives.ts';
import { aFolder, aPlace } from '#test/backup/schools.ts';
import { aCourse, aUser } from '#test/factories.ts';
import { login } from '#test/sign-up.ts';
import { startApp, startAppIn, type TestApp } from '#test/start-app.ts';
import { aWholeSchool } from '#test/whole-school.ts';
import { LEAVER } from '#test/whole-life.ts';

const anEmptySchool = async (app: TestApp): Promise<TestApp> => {
  const there = await startAppIn(await aPlace(), app.clock.now());
  onTestFinished(there.close);
  return there;
};

test('an archive of an earlier version lacks the tables that came since, and no other', async () => {
  await using app = await startApp();
  await aUser(app);
  const files = new Map<string, Uint8Array | string>(await filesIn(await anArchive(app)));
  const head = Buffer.from(files.get('school.json') ?? '').toString();
  files.set('school.json', head.replace(/"schema": \d+/, '"schema": 111'));
  const there = await anEmptySchool(app);
  const importing = async (without: string[]): Promise<string> => {
    const some = new Map([...files].filter(([name]) => !without.includes(name)));
    return there.archives.importFrom(await zipped(some)).then(
      () => 'imported',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  };
  expect(await importing(['courses/translations.csv'])).toContain('it has no courses/translations.csv');
  expect(await importing(['courses/translations.csv', 'schema/translations.schema.json'])).toBe('imported');
});

test('an archive of an earlier version lacks columns that came since, and has their standard', async () => {
  await using app = await startApp();
  await aCourse(app, { title: 'Clay' });
  const files = new Map<string, Uint8Array | string>(await filesIn(await anArchive(app)));
  const name = [...files.keys()].find((one) => one.endsWith('/course.md')) ?? '';
  const course = Buffer.from(files.get(name) ?? '').toString();
  const earlier = course.replace(/^"?(?:language|release_rules)"?: .*\n/gm, '');
  expect(course.split('\n').length - earlier.split('\n').length).toBe(2);
  const there = await anEmptySchool(app);
  await there.archives.importFrom(await zipped(new Map(files).set(name, earlier)));
  const { db } = there.database;
  expect(await db.selectFrom('courses').select(['title', 'language', 'release_rules']).execute()).toEqual([
    { title: 'Clay', language: 'en', release_rules: '[]' },
  ]);
});

test('a changed archive is refused in a sentence, and the school stays empty until a whole one comes', async () => {
  await using app = await startApp();
  const { videoKey } = await aWholeSchool(app);
  const whole = await anArchive(app);
  const files = new Map<string, Uint8Array | string>(await filesIn(whole));
  const textOf = (name: string): string => Buffer.from(files.get(name) ?? '').toString();
  const there = await anEmptySchool(app);
  const importing = async (changes: Record<string, string | undefined>): Promise<string> => {
    const changed = new Map(files);
    for (const [name, text] of Object.entries(changes))
      if (text === undefined) changed.delete(name);
      else changed.set(name, text);
    const path = await zipped(changed);
    return there.archives.importFrom(path).then(
      () => 'imported',
      (error: unknown) => (error instanceof Error ? error.message.replace(path, 'FILE') : String(error)),
    );
  };
  const replaced = (name: string, from: string | RegExp, to: string) => ({ [name]: textOf(name).replace(from, to) });
  const because = (why: string): string => `The archive cannot be imported: ${why}`;

  expect(await importing(replaced('school.json', '"version": 1', '"version": 2'))).toMatch(
    /it was written by the newer version .*\. Upgrade this one first$/,
  );
  expect(await importing({ 'people/notes.exe': 'MZ' })).toBe(because('people/notes.exe is not a file of an archive'));
  expect(await importing({ 'payments/payments.csv': undefined })).toBe(because('it has no payments/payments.csv'));
  expect(await importing({ '../evil.txt': 'x' })).toContain('invalid relative path: ../evil.txt');
  expect(await importing({ '/etc/passwd': 'x' })).toContain('absolute path: /etc/passwd');
  expect(await importing(replaced('files.csv', videoKey, '../../outside.mp4'))).toBe(
    because('../../outside.mp4 is not a key of a file'),
  );
  const original = textOf('files.csv')
    .split('\r\n')
    .find((line) => line.includes(videoKey))
    ?.split(',')[0];
  const swapped = Buffer.from(files.get(original ?? '') ?? '')
    .fill('z')
    .toString();
  expect(await importing({ [original ?? '']: swapped })).toBe(because(`${original} is not what was exported`));
  expect(await importing({ [original ?? '']: 'short' })).toBe(because(`${original} has not the size of files.csv`));
  expect(await importing(replaced('people/accounts.csv', ',USER,', ',"USER",true,'))).toBe(
    because('a line of people/accounts.csv has another number of cells than the first'),
  );
  expect(await importing(replaced('people/accounts.csv', ',USER,', ',SUPER,'))).toContain('"ADMIN"|"USER"');
  expect(await importing(replaced('people/accounts.csv', /@/, '@Home.'))).toContain(
    'not an email address in lower case',
  );
  expect(await importing(replaced('people/accounts.csv', /@/, ' at '))).toContain('not an email address in lower case');
  expect(await importing(replaced('payments/payments.csv', '49900', 'many'))).toContain(
    'expected number, received string',
  );
  expect(await importing(replaced('school/settings.csv', 'settings.', 'secrets.'))).toBe(
    because('a row of school/settings.csv does not belong into an archive'),
  );
  expect(await importing(replaced('learning/certificates.jsonl', LEAVER.fullName, 'Someone Else'))).toContain(
    'certificates differ from their signatures: ',
  );
  expect(await importing(replaced('payments/payments.csv', ',captured,', ',failed,'))).toBe(
    because('access does not follow from its payments as it did'),
  );
  const bombs = [
    { name: 'school.json', bytes: Buffer.alloc(64 * 1024 ** 2, ' ') },
    { name: 'school.json', bytes: Buffer.alloc(64 * 1024 ** 2, ' '), claimedBytes: 1024 },
  ];
  for (const bomb of bombs) {
    const path = join(await aFolder(), 'bomb.zip');
    await writeFile(path, deflatedZip([bomb]));
    await expect(there.archives.importFrom(path)).rejects.toThrow('The archive cannot be imported: ');
  }
  const notZip = join(await aFolder(), 'text.zip');
  await writeFile(notZip, 'no ZIP at all');
  await expect(there.archives.importFrom(notZip)).rejects.toThrow('cannot be read');

  expect(await importing({})).toBe('imported');
  await expect(there.archives.importFrom(whole)).rejects.toThrow(/^The school is not empty: \w+ has rows/);
});

test('without secrets nobody keeps a password, and no part of the archive has a hash or a private key', async () => {
  await using app = await startApp();
  await aWholeSchool(app);
  const path = await anArchive(app);
  const texts = (await readFile(path)).toString('latin1');
  const secrets = ['$argon2', 'BEGIN PRIVATE KEY', 'v1.', 'password_hash'].filter((text) => texts.includes(text));
  expect(secrets).toEqual([]);
  expect((await readFile(await anArchive(app, { hasSecrets: true }))).toString('latin1')).toContain('$argon2');
  const there = await anEmptySchool(app);
  expect(await there.archives.importFrom(path)).toContain('People choose a new password with "Forgot password"');
  expect((await login(there, LEAVER.email)).status).toBe(401);
});

test('a school that anyone has used is not empty, and a file that exists is not replaced', async () => {
  await using app = await startApp();
  const path = await anArchive(app);
  await expect(app.archives.exportTo(path, { hasSecrets: false })).rejects.toThrow(`${path} exists already`);
  await aUser(app);
  await expect(app.archives.importFrom(path)).rejects.toThrow('The school is not empty: users has rows');
});
