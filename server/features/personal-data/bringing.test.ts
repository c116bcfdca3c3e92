import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '#server/ids.ts';
import { filesIn, zipped } from '#test/archives.ts';
import { aFolder } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { aCourse, aHolder, aLecture, aUser, type Person } from '#test/factories.ts';
import { multipart } from '#test/multipart.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const Requested = z.object({ export: z.object({ _id: z.string() }) });

const bring = async ({ http }: TestApp, { headers }: Person, bytes: Buffer) => {
  const form = await multipart({ file: { bytes, name: 'my-data.zip', type: 'application/zip' } });
  const response = await http.inject({
    method: 'POST',
    url: '/api/v1/user/import',
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  return response.json();
};

/** The export of a learner with a note about each of these lectures. */
const exportWithNotes = async (app: TestApp, learner: Person, lectures: readonly string[]): Promise<Buffer> => {
  for (const [index, lectureId] of lectures.entries()) {
    const body = { text: `Note ${index + 1}`, positionMs: 1000 * index };
    await call(app, 'PUT', `/lectures/${lectureId}/notes/${newId()}`, { token: learner.token, body });
  }
  const { body } = await call(app, 'POST', '/user/export', { token: learner.token });
  await app.jobs.runDue();
  const url = `/api/v1/user/exports/${Requested.parse(body).export._id}`;
  return (await app.http.inject({ url, headers: learner.headers })).rawPayload;
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
  expect(await bring(app, meera, file)).toMatchObject({ success: true, notes: 1, skipped: 0 });
  expect(await bring(app, meera, file)).toMatchObject({ success: true, notes: 1, skipped: 0 });
  expect(await notesOf()).toMatchObject([{ text: 'Note 1', positionMs: 0 }]);

  const path = join(await aFolder(), 'my-data.zip');
  await writeFile(path, file);
  const files = new Map<string, Uint8Array | string>(await filesIn(path));
  const [note] = z.array(z.looseObject({})).parse(JSON.parse(String(files.get('data/notes.json'))));
  const rows = [
    { ...note, id: newId(), lecture_id: lectures[1] },
    { ...note, id: newId(), lecture_id: newId() },
  ];
  files.set('data/notes.json', JSON.stringify(rows));
  files.set('data/progress.json', JSON.stringify([{ lecture_id: lectures[0], done_at: '2026-06-15T04:30:00.000Z' }]));
  expect(await bring(app, meera, await readFile(await zipped(files)))).toMatchObject({ notes: 0, skipped: 2 });
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
    expect(await bring(app, meera, await readFile(await zipped(new Map(Object.entries(files)))))).toMatchObject(
      refused,
    );
  const head2 = await zipped(new Map([['person.json', head]]));
  expect(await bring(app, meera, await readFile(head2))).toMatchObject({ success: true, notes: 0, skipped: 0 });
});
