// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { kindsFor, noticesOf } from '#test/notices.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** A course with its teacher and assistant, and a person who watched half of it. */
const aReviewedCourse = async () => {
  const courseId = await aCourse(app, { title: 'The Shopkeeper’s Balance Sheet' });
  const lectureId = await aLecture(app, { courseId, durationMs: 100 * MINUTE_MS });
  const [teacher, assistant] = [await aUser(app, { fullName: 'Nandini Kulkarni' }), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  const kabir = await aSubscriber(app, { fullName: 'Kabir Singh' });
  await watch(app, kabir.id, { courseId, lectureId, watchedMs: 50 * MINUTE_MS });
  const send = async ({ token }: Person, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    app.clock.advance(1);
    return call(app, method, `/courses/${courseId}/reviews${path}`, { token, ...(body && { body }) });
  };
  const write = (stars: number, text: string) => send(kabir, 'POST', '', { stars, text });
  const reviewId = async () => {
    const query = app.database.db.selectFrom('reviews').select('id').where('course_id', '=', courseId);
    return (await query.executeTakeFirstOrThrow()).id;
  };
  return { teacher, assistant, kabir, send, write, reviewId };
};

test('a review is announced once to the teachers, and its answer once to its author', async () => {
  const { teacher, assistant, kabir, send, write, reviewId } = await aReviewedCourse();
  await write(4, 'Clear and honest.');
  await write(5, 'Clear, honest and short.');
  expect(await noticesOf(app, teacher)).toMatchObject([
    { kind: 'review', byName: 'Kabir Singh', stars: 4, text: 'Clear and honest.' },
  ]);
  expect([await kindsFor(app, assistant), await kindsFor(app, kabir)]).toEqual([[], []]);
  const id = await reviewId();
  await send(teacher, 'PUT', `/${id}/answer`, { text: 'Thank you.' });
  await send(teacher, 'PUT', `/${id}/answer`, { text: 'Thank you very much.' });
  expect(await noticesOf(app, kabir)).toMatchObject([
    { kind: 'review_answer', byName: 'Nandini Kulkarni', text: 'Thank you.' },
  ]);
  await send(teacher, 'DELETE', `/${id}/answer`);
  expect(await kindsFor(app, kabir)).toEqual([]);
});

test('a review that is hidden or withdrawn leaves the lists, and one that is written again is new', async () => {
  const { teacher, kabir, send, write, reviewId } = await aReviewedCourse();
  await write(1, 'Buy my course.');
  const id = await reviewId();
  await send(teacher, 'PUT', `/${id}/hidden`, { reason: 'advertising' });
  expect(await kindsFor(app, teacher)).toEqual([]);
  await send(kabir, 'DELETE', '/own');
  await write(4, 'Clear and honest.');
  expect(await noticesOf(app, teacher)).toMatchObject([]);
  await send(teacher, 'PUT', `/${id}/hidden`, { reason: null });
  expect(await noticesOf(app, teacher)).toMatchObject([{ kind: 'review', text: 'Clear and honest.' }]);
});
