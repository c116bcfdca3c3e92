// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const Written = z.object({ _id: z.string(), positionMs: z.number(), text: z.string(), updatedAt: z.string() });
const notesIn = (body: unknown) => z.object({ notes: Written.array().optional() }).parse(body);

let app: TestApp;
let lectureId: string;
let courseId: string;

beforeAll(async () => {
  app = await startApp();
  courseId = await aCourse(app, { title: 'The  Shopkeeper' });
  lectureId = await aLecture(app, { courseId, title: 'Profit is not cash' });
});

afterAll(async () => app.close());

const write = (person: Person, noteId: string, body: object, lecture = lectureId) =>
  call(app, 'PUT', `/lectures/${lecture}/notes/${noteId}`, { token: person.token, body });

const listedNotes = async (person: Person, lecture = lectureId) => {
  const { body } = await call(app, 'GET', `/lectures/${lecture}/notes`, { token: person.token });
  return notesIn(body).notes;
};

const notesOf = async (person: Person, lecture = lectureId) =>
  (await listedNotes(person, lecture))?.map(({ _id, positionMs, text }) => ({ _id, positionMs, text }));

const exportOf = (person: Person, course = courseId) =>
  app.http.inject({ method: 'GET', url: `${API_PREFIX}/courses/${course}/notes/export`, headers: person.headers });

test('notes are listed by their moments, changed, moved and deleted', async () => {
  const meera = await aSubscriber(app);
  expect(await notesOf(meera)).toEqual([]);
  const first = await write(meera, 'n1', { positionMs: 314_000, text: '  Who still owes us?  ' });
  expect(first).toMatchObject({
    status: 200,
    body: { message: 'Note saved', note: { _id: 'n1', positionMs: 314_000, text: 'Who still owes us?' } },
  });
  await write(meera, 'n2', { positionMs: 12_000, text: 'Check the cash box' });
  await write(meera, 'n1', { positionMs: 309_000, text: 'Ask Papa' });
  expect(await notesOf(meera)).toEqual([
    { _id: 'n2', positionMs: 12_000, text: 'Check the cash box' },
    { _id: 'n1', positionMs: 309_000, text: 'Ask Papa' },
  ]);
  const path = `/lectures/${lectureId}/notes/n2`;
  expect((await call(app, 'DELETE', path, { token: meera.token })).body).toEqual({
    success: true,
    message: 'Note deleted',
  });
  const again = await call(app, 'DELETE', path, { token: meera.token });
  expect(again).toMatchObject({ status: 404, body: { code: 'note_not_found' } });
  expect(await notesOf(meera)).toEqual([{ _id: 'n1', positionMs: 309_000, text: 'Ask Papa' }]);
});

test('a change does not overwrite what another device wrote meanwhile, and one that is sent again changes nothing', async () => {
  const meera = await aSubscriber(app);
  const sinceOf = async () => (await listedNotes(meera))?.[0]?.updatedAt;
  const first = { positionMs: 1000, text: 'सच्चा लाभ', since: null };
  expect((await write(meera, 'n1', first)).status).toBe(200);
  const since = await sinceOf();
  expect((await write(meera, 'n1', first)).status).toBe(200);
  expect(await sinceOf()).toBe(since);

  // Two devices change the same version; the clock stands still between them.
  expect((await write(meera, 'n1', { ...first, text: 'From the phone', since })).status).toBe(200);
  const late = { ...first, text: 'From the computer', since };
  expect(await write(meera, 'n1', late)).toMatchObject({ status: 409, body: { code: 'note_changed' } });
  expect(await write(meera, 'n1', { ...first, text: 'Written anew' })).toMatchObject({ status: 409 });
  expect((await write(meera, 'n1', { ...first, text: 'From the phone', since })).status).toBe(200);
  const remove = (seen: string | undefined) =>
    call(app, 'DELETE', `/lectures/${lectureId}/notes/n1?since=${seen}`, { token: meera.token });
  expect(await remove(since)).toMatchObject({ status: 409, body: { code: 'note_changed' } });
  expect(await notesOf(meera)).toEqual([{ _id: 'n1', positionMs: 1000, text: 'From the phone' }]);
  expect((await remove(await sinceOf())).status).toBe(200);

  // What was changed here comes back, where it was deleted elsewhere.
  expect((await write(meera, 'n1', late)).status).toBe(200);
  expect(await notesOf(meera)).toEqual([{ _id: 'n1', positionMs: 1000, text: 'From the computer' }]);
  const seen = await sinceOf();
  const crossing = ['a', 'b'].map((text) => write(meera, 'n1', { positionMs: 0, text, since: seen }));
  const statuses = (await Promise.all(crossing)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('nobody else reads, changes, deletes or exports a note, not even an admin', async () => {
  const [meera, arjun, admin] = [await aSubscriber(app), await aSubscriber(app), await anAdmin(app)];
  await write(meera, 'private', { positionMs: 1000, text: 'Only mine' });
  for (const other of [arjun, admin]) {
    expect(await notesOf(other)).toEqual([]);
    const removed = await call(app, 'DELETE', `/lectures/${lectureId}/notes/private`, { token: other.token });
    expect(removed.status).toBe(404);
    await write(other, 'private', { positionMs: 2000, text: 'Another one' });
    expect((await exportOf(other)).body).not.toContain('Only mine');
  }
  expect(await notesOf(meera)).toEqual([{ _id: 'private', positionMs: 1000, text: 'Only mine' }]);
});

test('a note stays with its lecture, and a lecture that is not there or a draft has none', async () => {
  const meera = await aSubscriber(app);
  const other = await aLecture(app, { courseId, title: 'The festival rush' });
  const draft = await aLecture(app, { courseId, title: 'A draft' });
  await app.database.db.updateTable('lectures').set({ published_at: null }).where('id', '=', draft).execute();
  const fields = { positionMs: 0, text: 'Mine' };
  await write(meera, 'n1', fields);
  expect(await write(meera, 'n1', fields, other)).toMatchObject({ status: 404, body: { code: 'note_not_found' } });
  for (const lecture of ['nothing', draft]) {
    expect(await write(meera, 'n2', fields, lecture)).toMatchObject({ body: { code: 'lecture_not_found' } });
    expect(await notesOf(meera, lecture)).toBeUndefined();
  }
  const admin = await anAdmin(app);
  expect(await write(admin, 'n3', fields, draft)).toMatchObject({ status: 200 });
});

test('what someone wrote about a course that is not published any more is listed and exported, without later titles', async () => {
  const course = await aCourse(app, { title: 'Two rivers' });
  const lecture = await aLecture(app, { courseId: course, title: 'The source' });
  const [meera, arjun] = [await aSubscriber(app), await aSubscriber(app)];
  await write(meera, 'n1', { positionMs: 5000, text: 'नदी' }, lecture);
  for (const table of ['courses', 'lectures'] as const)
    await app.database.db
      .updateTable(table)
      .set({ published_at: null, title: 'A secret plan' })
      .where('id', '=', table === 'courses' ? course : lecture)
      .execute();
  await app.database.transaction((tx) => app.database.topics.raise(tx, 'catalog'));
  const exported = await exportOf(meera, course);
  expect([exported.statusCode, exported.body]).toEqual([
    200,
    '# Unpublished course\n\n## Unpublished lecture\n\n- **0:05** नदी\n',
  ]);
  const listed = await call(app, 'GET', `/courses/${course}/notes`, { token: meera.token });
  expect(listed).toMatchObject({ status: 200, body: { lectures: [{ notes: [{ text: 'नदी' }] }] } });
  expect((await exportOf(arjun, course)).json()).toMatchObject({ code: 'course_not_found' });
});

test('what is empty, too long or at no moment is refused', async () => {
  const meera = await aSubscriber(app);
  for (const [body, message] of [
    [{ positionMs: 0, text: '  ' }, 'Please enter a note'],
    [{ positionMs: 0, text: 'a'.repeat(2001) }, 'This is longer than the field allows'],
    [{ positionMs: 0, text: 'a\u0000b' }, 'This text contains characters that cannot be stored'],
    [{ positionMs: -1, text: 'Early' }, 'Please check what you entered'],
  ] as const) {
    expect(await write(meera, 'n1', body)).toMatchObject({ status: 400, body: { message } });
  }
  expect(await notesOf(meera)).toEqual([]);
});

const fill = async (person: Person, lecture: string, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: person.id,
    id: `${lecture}-${index}`,
    lecture_id: lecture,
    position_ms: index,
    text: 'Filled',
    created_at: 0,
    updated_at: 0,
  }));
  for (let from = 0; from < count; from += 1000)
    await app.database.transaction((tx) =>
      tx
        .insertInto('lecture_notes')
        .values(rows.slice(from, from + 1000))
        .execute(),
    );
};

test('a lecture has up to 200 notes of a user, who has up to 5,000; changing one is still possible', async () => {
  const [meera, arjun] = [await aSubscriber(app), await aSubscriber(app)];
  await fill(meera, lectureId, 199);
  expect(await write(meera, 'last', { positionMs: 5, text: 'The last' })).toMatchObject({ status: 200 });
  const full = { status: 409, body: { code: 'too_many_notes' } };
  expect(await write(meera, 'more', { positionMs: 5, text: 'More' })).toMatchObject(full);
  expect(await write(meera, 'last', { positionMs: 5, text: 'Changed' })).toMatchObject({ status: 200 });
  const other = await aLecture(app, { courseId, title: 'Five numbers' });
  expect(await write(meera, 'more', { positionMs: 5, text: 'More' }, other)).toMatchObject({ status: 200 });
  await fill(arjun, other, 5000);
  expect(await write(arjun, 'more', { positionMs: 5, text: 'More' })).toMatchObject(full);
});

test('notes about a course are exported by lecture, also those of a lecture that was deleted', async () => {
  const course = await aCourse(app, { title: 'The  Shopkeeper\nof Pune' });
  const [first, second] = [
    await aLecture(app, { courseId: course, title: 'Two sides' }),
    await aLecture(app, { courseId: course, title: 'Cash' }),
  ];
  const meera = await aSubscriber(app);
  await write(meera, 'n1', { positionMs: 3_750_900, text: 'Late' }, second);
  await write(meera, 'n2', { positionMs: 65_000, text: 'One\r\ntwo' }, first);
  await write(meera, 'n3', { positionMs: 5_000, text: 'रोकड़' }, first);
  await write(meera, 'elsewhere', { positionMs: 0, text: 'Elsewhere' });
  await app.database.db.updateTable('lectures').set({ deleted_at: 1 }).where('id', '=', second).execute();
  const response = await exportOf(meera);
  expect((await exportOf(meera, 'nothing')).json()).toMatchObject({ code: 'course_not_found' });
  expect(response.body).toBe('# The Shopkeeper\n\n## Profit is not cash\n\n- **0:00** Elsewhere\n');
  const { headers, body } = await exportOf(meera, course);
  expect(headers).toMatchObject({
    'content-type': 'text/markdown; charset=utf-8',
    'content-disposition': 'attachment; filename="notes.md"',
    'cache-control': 'private, no-store',
  });
  expect(body).toBe(
    '# The Shopkeeper of Pune\n\n## Two sides\n\n- **0:05** रोकड़\n- **1:05** One\n  two\n\n## Cash\n\n- **1:02:30** Late\n',
  );
});

test('who has no access any more cannot write, and still exports and deletes', async () => {
  const person = await aUser(app);
  await fill(person, lectureId, 1);
  expect((await write(person, 'n1', { positionMs: 0, text: 'No' })).body['code']).toBe('not_entitled');
  expect((await exportOf(person)).body).toContain('- **0:00** Filled');
  const removed = await call(app, 'DELETE', `/lectures/${lectureId}/notes/${lectureId}-0`, { token: person.token });
  expect(removed.status).toBe(200);
});
