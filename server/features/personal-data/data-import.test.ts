// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { filesIn, zipped } from '#test/archives.ts';
import { aFolder } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aCourse, aHolder, aLecture, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { multipart } from '#test/multipart.ts';
import { MEERA, mediaPart, register, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const Requested = z.object({ export: z.object({ _id: z.string() }) });

const bring = async ({ http }: TestApp, { headers }: Person, bytes: Buffer, fields: Record<string, string> = {}) => {
  const form = await multipart({ ...fields, file: { bytes, name: 'my-data.zip', type: 'application/zip' } });
  const response = await http.inject({
    method: 'POST',
    url: '/api/v1/user/import',
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  return response.json();
};

const exported = async (app: TestApp, { token, headers }: Pick<Person, 'token' | 'headers'>): Promise<Buffer> => {
  const { body } = await call(app, 'POST', '/user/export', { token });
  await app.jobs.runDue();
  const url = `/api/v1/user/exports/${Requested.parse(body).export._id}`;
  return (await app.http.inject({ url, headers })).rawPayload;
};

/** The files of a ZIP, to be changed. */
const opened = async (bytes: Buffer): Promise<Map<string, Uint8Array | string>> => {
  const path = join(await aFolder(), 'my-data.zip');
  await writeFile(path, bytes);
  return new Map<string, Uint8Array | string>(await filesIn(path));
};

const closed = async (files: ReadonlyMap<string, Uint8Array | string>): Promise<Buffer> =>
  readFile(await zipped(files));

/** The export of a learner with a note about each of these lectures. */
const exportWithNotes = async (app: TestApp, learner: Person, lectures: readonly string[]): Promise<Buffer> => {
  for (const [index, lectureId] of lectures.entries()) {
    const body = { text: `Note ${index + 1}`, positionMs: 1000 * index };
    await call(app, 'PUT', `/lectures/${lectureId}/notes/${newId()}`, { token: learner.token, body });
  }
  return exported(app, learner);
};

test('notes of lectures that a person may watch come along, once, and nothing else', async () => {
  await using app = await startApp();
  const [courseId, other] = [await aCourse(app, {}), await aCourse(app, {})];
  const lectures = [await aLecture(app, { courseId }), await aLecture(app, { courseId: other })] as const;
  const before = await aHolder(app, courseId);
  const file = await exportWithNotes(app, before, [lectures[0]]);
  const meera = await aHolder(app, courseId);
  const notesOf = async () =>
    (await call(app, 'GET', `/lectures/${lectures[0]}/notes`, { token: meera.token })).body['notes'];
  for (const result of await Promise.all([bring(app, meera, file), bring(app, meera, file)]))
    expect(result).toMatchObject({ success: true, notes: 1, skipped: 0 });
  expect(await bring(app, meera, file)).toMatchObject({ success: true, notes: 1, skipped: 0 });
  expect(await notesOf()).toMatchObject([{ text: 'Note 1', positionMs: 0 }]);

  const files = await opened(file);
  const [note] = z.array(z.looseObject({})).parse(JSON.parse(String(files.get('data/notes.json'))));
  const rows = [
    { ...note, id: newId(), lecture_id: lectures[1] },
    { ...note, id: newId(), lecture_id: newId() },
  ];
  files.set('data/notes.json', JSON.stringify(rows));
  files.set('data/progress.json', JSON.stringify([{ lecture_id: lectures[0], done_at: '2026-06-15T04:30:00.000Z' }]));
  files.set('data/titles.json', JSON.stringify({ lectures: [{ id: lectures[1], title: 'Warm land' }] }));
  expect(await bring(app, meera, await closed(files))).toMatchObject({
    notes: 0,
    skipped: 2,
    skippedLectures: ['Warm land'],
  });
  const progress = await app.database.db.selectFrom('lecture_progress').select('user_id').execute();
  expect(progress).toEqual([]);
});

test('a file that is no export of a person changes nothing', async () => {
  await using app = await startApp();
  const meera = await aUser(app);
  const refused = { success: false, code: 'foreign_export_unreadable' };
  expect(await bring(app, meera, Buffer.from('not a ZIP'))).toMatchObject(refused);
  const head = JSON.stringify({ format: 'lectern-person', version: 1 });
  for (const files of [
    { 'person.json': '{' },
    { 'person.json': '{"format":"lectern-school","version":1}' },
    { 'person.json': head, 'data/notes.json': '[{"id":"x"}]' },
    { 'person.json': head, '../notes.json': '[]' },
  ])
    expect(await bring(app, meera, await closed(new Map(Object.entries(files))))).toMatchObject(refused);
  const alone = await closed(new Map([['person.json', head]]));
  expect(await bring(app, meera, alone)).toMatchObject({ success: true, notes: 0, skipped: 0 });
});

const WithAvatar = z.object({ user: z.object({ fullName: z.string(), avatar: z.object({ secure_url: z.string() }) }) });

const profileOf = async (app: TestApp, { token }: Person) => {
  const { user } = WithAvatar.parse((await call(app, 'GET', '/user/me', { token })).body);
  const { rawPayload } = await app.http.inject({ url: new URL(user.avatar.secure_url).pathname });
  return { fullName: user.fullName, picture: rawPayload.toString('base64') };
};

test('name and picture come along when they are asked for', async () => {
  await using app = await startApp();
  const token = await signUp(app);
  const headers = { authorization: `Bearer ${token}` };
  const there = { id: '', email: MEERA.email, token, headers };
  await call(app, 'PUT', '/user/update', {
    token,
    parts: { fullName: 'Meera of Kochi', avatar: await mediaPart('avatar.jpg') },
  });
  const file = await exported(app, there);
  const here = tokenOf(await register(app, { email: 'meera@home.example', fullName: 'Meera Nair' }));
  const meera = { id: '', email: '', token: here, headers: { authorization: `Bearer ${here}` } };
  const before = await profileOf(app, meera);
  expect(await bring(app, meera, file)).toMatchObject({ fullName: null, hasPicture: false });
  expect(await profileOf(app, meera)).toEqual(before);
  expect(await bring(app, meera, file, { takesName: 'true' })).toMatchObject({
    fullName: 'Meera of Kochi',
    hasPicture: false,
  });
  expect(await profileOf(app, meera)).toEqual({ ...before, fullName: 'Meera of Kochi' });
  const both = { takesName: 'true', takesPicture: 'true' };
  const results = await Promise.all([bring(app, meera, file, both), bring(app, meera, file, both)]);
  for (const result of results) expect(result).toMatchObject({ fullName: 'Meera of Kochi', hasPicture: true });
  const after = await profileOf(app, meera);
  expect(after.picture).not.toBe(before.picture);

  const files = await opened(file);
  const [picture = ''] = [...files.keys()].filter((name) => name.startsWith('avatars/'));
  files.set(picture, 'a text');
  const refused = { success: false, code: 'foreign_export_unreadable' };
  expect(await bring(app, meera, await closed(files), both)).toMatchObject(refused);
  files.set(picture, Buffer.alloc(6 * 1024 ** 2, 'x'));
  expect(await bring(app, meera, await closed(files), both)).toMatchObject(refused);
  files.set('data/account.json', JSON.stringify([{ full_name: 'x'.repeat(101) }]));
  expect(await bring(app, meera, await closed(files), { takesName: 'true' })).toMatchObject(refused);
  expect(await profileOf(app, meera)).toEqual(after);
  expect(await readdir(join(app.config.dataDir, 'arriving'))).toEqual([]);
});

test('certificates are listed with the address of their school, and a withdrawn one is not', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app);
  const learner = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, learner, { courseId, lectureId, minutes: 10 });
  const [issued] = await certificatesOf(app, learner);
  const files = await opened(await exported(app, learner));
  const certificate = {
    courseTitle: 'A Short Science of the Monsoon',
    school: 'Lectern',
    issuedAt: '2026-06-15T04:30:00.000Z',
    address: `http://localhost:5000/certificates/${issued?.code}`,
  };
  const meera = await aUser(app);
  expect(await bring(app, meera, await closed(files))).toMatchObject({ certificates: [certificate] });

  const [row] = z
    .array(z.looseObject({ snapshot: z.looseObject({}) }))
    .parse(JSON.parse(String(files.get('data/certificates.json'))));
  const at = (site: string) => ({ ...row, snapshot: { ...row?.snapshot, site } });
  const rows = [
    at('https://other.example'),
    at('http://other.example'),
    at('javascript:alert(1)'),
    { ...row, revoked_at: '2026-06-16T03:30:00.000Z' },
  ];
  files.set('data/certificates.json', JSON.stringify(rows));
  expect(await bring(app, meera, await closed(files))).toMatchObject({
    certificates: [
      { ...certificate, address: `https://other.example/certificates/${issued?.code}` },
      { ...certificate, address: null },
      { ...certificate, address: null },
    ],
  });
});
