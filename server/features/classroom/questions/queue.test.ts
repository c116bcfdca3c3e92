// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aUser, joinCourse, type Person } from '#test/factories.ts';
import { answer, asked, aTalk, underLecture } from '#test/questions.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { bestMatches } from './matches.ts';
import { medianOf } from './threads.ts';

const CAPTIONS = `WEBVTT

00:03:40.000 --> 00:03:45.000
Now open the October book.

00:03:46.000 --> 00:03:50.000
A sale is made when the cakes leave the shop.

00:03:52.000 --> 00:03:57.000
Whether the money is in the box is another question.

00:04:12.000 --> 00:04:17.000
So in October you write ₹48,000 of sales, and not one rupee of cash.
`;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const withCaptions = async (place: { courseId: string; lectureId: string }) => {
  const admin = await anAdmin(app);
  const captions = { bytes: Buffer.from(CAPTIONS), name: 'a.vtt', type: 'text/vtt' };
  const path = `/courses/${place.courseId}/lecture/${place.lectureId}/captions/en`;
  const sent = await call(app, 'PUT', path, { token: admin.token, parts: { label: 'English', captions } });
  expect(sent.status).toBe(200);
};

const queue = (person: Person, query = '') => call(app, 'GET', `/teach/questions${query}`, { token: person.token });

test('the queue has the questions that wait in own courses, the oldest first, and the median time to an answer', async () => {
  const talk = await aTalk(app);
  const { meera, arjun, teacher, assistant } = talk;
  const other = await aTalk(app);
  await asked(app, other.meera, other, { text: 'In another course' });
  const first = await asked(app, meera, talk, { text: 'First', atMs: 220_000 });
  app.clock.advance(HOUR_MS);
  const second = await asked(app, arjun, talk, { text: 'Second 100%', isPrivate: true });
  expect((await queue(teacher)).body).toMatchObject({
    entries: [
      {
        kind: 'question',
        _id: first._id,
        author: 'Meera Nair',
        excerpt: 'First',
        course: { _id: talk.courseId, title: 'The Shopkeeper’s Balance Sheet' },
        lecture: { _id: talk.lectureId, title: 'Profit is not cash' },
        atMs: 220_000,
        standing: 'shown',
      },
      { _id: second._id, isPrivate: true },
    ],
    total: 2,
    counts: { waiting: 2, review: 0, answered: 0 },
    medianMs: null,
    oldestAt: first.createdAt,
  });
  expect((await queue(assistant, '?search=100%25')).body).toMatchObject({ entries: [{ _id: second._id }], total: 1 });
  expect((await queue(teacher, `?courseId=${other.courseId}`)).body).toMatchObject({ entries: [], total: 0 });
  expect((await queue(meera)).body).toMatchObject({ entries: [], counts: { waiting: 0 }, oldestAt: null });
  expect((await queue(await anAdmin(app), `?courseId=${talk.courseId}`)).body).toMatchObject({ total: 2 });
  await answer(app, teacher, first._id);
  expect((await queue(teacher)).body).toMatchObject({
    entries: [{ _id: second._id }],
    counts: { waiting: 1, answered: 1 },
    medianMs: HOUR_MS + 2,
  });
  expect((await queue(teacher, '?state=answered')).body).toMatchObject({ entries: [{ _id: first._id }] });
});

test('a question to answer comes with what was said there, and what was answered before', async () => {
  const talk = await aTalk(app);
  await withCaptions(talk);
  const { meera, arjun, teacher } = talk;
  const earlier = await asked(app, arjun, talk, { text: 'When is a cake a sale, when the hotel pays?' });
  await asked(app, arjun, talk, { text: 'Is a cake a sale on Sunday?' });
  await answer(app, teacher, earlier._id);
  const { _id } = await asked(app, meera, talk, {
    text: 'Is a cake a sale if the hotel has not paid yet?',
    atMs: 227_000,
  });
  await app.database.db
    .insertInto('lecture_progress')
    .values({
      user_id: meera.id,
      lecture_id: talk.lectureId,
      course_id: talk.courseId,
      position_ms: 0,
      watched: '[]',
      watched_ms: 370_000,
      allowance_from: 0,
      session_id: '',
      seq: 0,
      done_at: null,
      watched_at: 0,
    })
    .execute();
  const { body } = await call(app, 'GET', `/teach/questions/${_id}`, { token: teacher.token });
  expect(body).toMatchObject({
    queued: {
      question: { _id, answers: [] },
      course: { title: 'The Shopkeeper’s Balance Sheet' },
      lecture: { _id: talk.lectureId, number: 1, poster: null, storyboard: null },
      watchedPercent: 43,
      said: [
        { startMs: 220_000, isThere: false },
        { startMs: 226_000, text: 'A sale is made when the cakes leave the shop.', isThere: true },
        { startMs: 232_000, isThere: false },
        { startMs: 252_000, isThere: false },
      ],
      questions: [{ _id: earlier._id, isAnswered: true, answerCount: 1, found: ['cake', 'sale', 'hotel'] }],
      moments: [{ atMs: 226_000, found: ['sale', 'cakes'] }],
      revisions: [],
      reports: 0,
    },
  });
  await answer(app, teacher, _id, { atMs: 226_500 });
  const read = await call(app, 'GET', `/questions/${_id}`, { token: meera.token });
  expect(read.body).toMatchObject({
    question: { answers: [{ atMs: 226_500, said: 'A sale is made when the cakes leave the shop.' }] },
  });
});

test('while a question is written, at most two questions and two seconds match', async () => {
  const talk = await aTalk(app);
  await withCaptions(talk);
  const { meera, arjun } = talk;
  for (const text of ['Is a sale cash?', 'Is the sale cash now?', 'Cash or sale?', 'A private sale of cash'])
    await asked(app, arjun, talk, { text, isPrivate: text.startsWith('A private') });
  const match = (text: string, place = talk) =>
    call(app, 'GET', `${underLecture(place)}/matches?text=${encodeURIComponent(text)}`, { token: meera.token });
  const { body } = await match('When does a SALE become cash?');
  expect(body['questions']).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain('private');
  expect(body['moments']).toMatchObject([{ atMs: 252_000, found: ['sales', 'cash'] }]);
  expect((await match('sale cash')).body).toMatchObject({ questions: [], moments: [] });
  expect((await match('')).status).toBe(400);
  expect((await match(`sale cash ${'a'.repeat(300)}`)).status).toBe(400);
  expect((await match('Where do the elephants sleep')).body).toMatchObject({ questions: [], moments: [] });
  const foreign = await aTalk(app);
  const outside = await aUser(app);
  const path = `${underLecture(foreign)}/matches?text=one%20two%20three`;
  expect((await call(app, 'GET', path, { token: outside.token })).body['code']).toBe('not_entitled');
  const mixed = { courseId: talk.courseId, lectureId: foreign.lectureId };
  expect((await call(app, 'GET', underLecture(mixed), { token: meera.token })).body['code']).toBe('lecture_not_found');
});

test('a teacher of one course answers in no other', async () => {
  const talk = await aTalk(app);
  const { _id } = await asked(app, talk.meera, talk, { text: 'For the staff', isPrivate: true });
  const stranger = await aUser(app);
  const other = await aCourse(app);
  await aLecture(app, { courseId: other });
  await joinCourse(app, { courseId: other, userId: stranger.id, role: 'teacher' });
  for (const path of [`/teach/questions/${_id}`, `/questions/${_id}`])
    expect((await call(app, 'GET', path, { token: stranger.token })).status, path).toBe(403);
  expect((await answer(app, stranger, _id)).status).toBe(403);
});

test('the median is the middle one', () => {
  expect([medianOf([]), medianOf([5]), medianOf([9, 1, 5]), medianOf([4, 1])]).toEqual([null, 5, 5, 4]);
});

test('rare words count more, and common ones alone match nothing', () => {
  const candidates = ['the cash of October', 'the cash of the shop', 'an elephant of the shop'].map((text, item) => ({
    text,
    item,
  }));
  const best = (text: string) => bestMatches(text, candidates, 2).map(({ item }) => item);
  expect(best('what is the cash of the shop')).toEqual([1, 0]);
  expect(best('an elephant in the shop')).toEqual([2, 1]);
  expect(best('what is in the')).toEqual([]);
});
