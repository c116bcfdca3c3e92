// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;
let admin: Person;
let courseId: string;
let videoId: string;
let textId: string;

const VTT = `WEBVTT

00:14.000 --> 00:18.000
Of all these, humus holds water best.

01:40.000 --> 01:44.000
So a field with more humus asks for less water in May.

03:02.000 --> 03:06.000
Der Café-Besitzer zahlt die Miete. किराया महीने में एक बार दिया जाता है।
`;

beforeAll(async () => {
  app = await startApp();
  admin = await anAdmin(app);
  courseId = await aCourse(app, { title: 'Soil and Compost' });
  videoId = await aLecture(app, { courseId, title: 'What soil is made of', durationMs: 300_000 });
  const { token } = admin;
  const captions = { bytes: Buffer.from(VTT), name: 'captions.vtt', type: 'text/vtt' };
  const put = await call(app, 'PUT', `/courses/${courseId}/lecture/${videoId}/captions/en`, {
    token,
    parts: { label: 'English', captions },
  });
  expect(put.status).toBe(200);
  await app.database.db
    .updateTable('lectures')
    .set({ chapters: '0:00 Intro\n2:10 The worm farm' })
    .where('id', '=', videoId)
    .execute();
  const body = {
    kind: 'text',
    title: 'Your own heap',
    text: '# Before\n\nA fork.\n\n# Layers\n\nStraw keeps the heap loose.',
  };
  const added = await call(app, 'POST', `/courses/${courseId}/lectures`, { token, body });
  textId = z.object({ lecture: z.object({ _id: z.string() }) }).parse(added.body).lecture._id;
  await app.jobs.runDue();
});

afterAll(async () => app.close());

const find = async ({ token }: Partial<Person>, search: string, course?: string) => {
  const query = new URLSearchParams({ search, ...(course === undefined ? {} : { course }) });
  const { status, body } = await call(app, 'GET', `/search/moments?${query}`, token === undefined ? {} : { token });
  return status === 200 ? body['lectures'] : status;
};

test('a sentence is found with its second, and the words in it are marked', async () => {
  const meera = await aSubscriber(app);
  const found = [
    {
      _id: videoId,
      title: 'What soil is made of',
      kind: 'video',
      course: { _id: courseId, title: 'Soil and Compost' },
      moments: [
        {
          in: 'said',
          atMs: 14_000,
          part: null,
          text: 'Of all these, humus holds water best.',
          highlights: [
            [14, 19],
            [20, 25],
            [26, 31],
          ],
        },
      ],
      more: 0,
    },
  ];
  expect(await find(meera, 'humus holds water')).toEqual(found);
  expect(await find(meera, 'HUMUS holds watér', courseId)).toEqual(found);
  expect(await find(meera, 'humus')).toMatchObject([{ moments: [{ atMs: 14_000 }, { atMs: 100_000 }] }]);
  expect(await find(meera, 'cafe')).toMatchObject([{ moments: [{ atMs: 182_000, highlights: [[4, 8]] }] }]);
  expect(await find(meera, 'किराया', courseId)).toMatchObject([{ moments: [{ atMs: 182_000 }] }]);
  expect(await find(meera, 'humus', await aCourse(app))).toEqual([]);
  expect(await find(meera, '%_', courseId)).toEqual([]);
});

test('chapters, own notes and parts of a text are found at their place', async () => {
  const meera = await aSubscriber(app);
  expect(await find(meera, 'worm farm', courseId)).toMatchObject([
    { _id: videoId, moments: [{ in: 'chapter', atMs: 130_000, text: 'The worm farm' }] },
  ]);
  expect(await find(meera, 'straw')).toMatchObject([
    { _id: textId, kind: 'text', moments: [{ in: 'text', atMs: null, part: 3, text: 'Straw keeps the heap loose.' }] },
  ]);
  const body = { positionMs: 61_000, text: 'Ask Papa about the cow dung' };
  await call(app, 'PUT', `/lectures/${videoId}/notes/n1`, { token: meera.token, body });
  expect(await find(meera, 'cow dung')).toMatchObject([
    { _id: videoId, moments: [{ in: 'note', atMs: 61_000, text: 'Ask Papa about the cow dung' }] },
  ]);
  expect(await find(await aSubscriber(app), 'cow dung')).toEqual([]);
});

test('what a late lecture of a course says is found behind many that only have chapters', async () => {
  const meera = await aSubscriber(app);
  const course = await aCourse(app);
  for (let number = 1; number <= 24; number += 1) await aLecture(app, { courseId: course, title: `${number}` });
  await app.database.db
    .updateTable('lectures')
    .set({ chapters: '0:00 Intro\n1:00 पानी' })
    .where('course_id', '=', course)
    .execute();
  const last = await aLecture(app, { courseId: course, title: 'Last' });
  await app.database.db
    .updateTable('lectures')
    .set({ chapters: '0:00 Intro\n1:00 Mulch' })
    .where('id', '=', last)
    .execute();
  expect(await find(meera, 'mulch', course)).toMatchObject([
    { _id: last, moments: [{ in: 'chapter', text: 'Mulch' }] },
  ]);
  expect(await find(meera, 'पानी', course)).toHaveLength(8);
});

test('who has no right to a lecture reads no word of it, and neither are drafts and deleted ones read', async () => {
  const meera = await aSubscriber(app);
  expect([await find({}, 'humus'), await find({}, 'humus', courseId)]).toEqual([401, 401]);
  const stranger = await aUser(app);
  expect([await find(stranger, 'humus'), await find(stranger, 'humus', courseId)]).toEqual([[], []]);
  for (const change of [{ published_at: null }, { published_at: 1, deleted_at: 1 }]) {
    await app.database.db.updateTable('lectures').set(change).where('id', '=', videoId).execute();
    expect([await find(meera, 'humus'), await find(meera, 'humus', courseId)]).toEqual([[], []]);
  }
  await app.database.db.updateTable('lectures').set({ deleted_at: null }).where('id', '=', videoId).execute();
  expect(await find(meera, 'humus')).toHaveLength(1);
});
