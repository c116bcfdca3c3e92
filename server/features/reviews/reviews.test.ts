// @module-tag both
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { call } from '#test/call.ts';
import {
  aCourse,
  aHolder,
  aLecture,
  anAdmin,
  aSubscriber,
  aUser,
  joinCourse,
  type Person,
  refundAll,
} from '#test/factories.ts';
import { watch } from '#test/watch.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const MINUTE = 60_000;
let app: TestApp;
let courseId: string;
let lectureId: string;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** A course of a hundred minutes. */
beforeEach(async () => {
  courseId = await aCourse(app);
  lectureId = await aLecture(app, { courseId, durationMs: 100 * MINUTE });
});

const reviewsOf = (query = '', id = courseId) => call(app, 'GET', `/courses/${id}/reviews${query}`);

const send = (person: Person, stars: number, text: string) =>
  call(app, 'POST', `/courses/${courseId}/reviews`, { token: person.token, body: { stars, text } });

const ownOf = async (person: Person) =>
  (await call(app, 'GET', `/courses/${courseId}/reviews/own`, { token: person.token })).body;

/** Someone who watched so much of the course. */
const aWatcher = async (minutes: number, fullName = 'Kabir Singh'): Promise<Person> => {
  const person = await aSubscriber(app, { fullName });
  await watch(app, person.id, { courseId, lectureId, watchedMs: minutes * MINUTE });
  return person;
};

const aReview = async (
  stars: number,
  minutes = 50,
  text = 'Clear and honest.',
): Promise<{ id: string; author: Person }> => {
  const author = await aWatcher(minutes);
  await send(author, stars, text);
  const { id } = await app.database.db
    .selectFrom('reviews')
    .select('id')
    .where('course_id', '=', courseId)
    .where('user_id', '=', author.id)
    .executeTakeFirstOrThrow();
  return { id, author };
};

test('a review opens after 20 % of a course or 30 minutes, whichever is less, as measured', async () => {
  const person = await aWatcher(19);
  expect(await ownOf(person)).toEqual({
    success: true,
    message: 'OK',
    review: null,
    watched: { percent: 19, watchedMs: 1_140_000, neededMs: 1_200_000, mayWrite: false },
    ask: null,
  });
  const early = await send(person, 5, 'Good');
  expect(early).toMatchObject({ status: 409, body: { code: 'review_not_open' } });
  // Marking a lecture as watched measures nothing.
  await call(app, 'PUT', `/lectures/${lectureId}/done`, { token: person.token, body: { isDone: true } });
  expect((await send(person, 5, 'Good')).status).toBe(409);
  await watch(app, person.id, { courseId, lectureId, watchedMs: 20 * MINUTE });
  expect(await send(person, 5, ' I run a cloth shop. ')).toMatchObject({
    status: 200,
    body: { message: 'Review saved', review: { stars: 5, text: 'I run a cloth shop.', watchedPercent: 20 } },
  });
  await aLecture(app, { courseId, durationMs: 900 * MINUTE });
  const other = await aWatcher(30);
  expect((await ownOf(other))['watched']).toEqual({
    percent: 3,
    watchedMs: 1_800_000,
    neededMs: 1_800_000,
    mayWrite: true,
  });
  // What was written stays the author's to correct.
  expect((await send(person, 4, 'Longer now')).status).toBe(200);
});

test('without known lengths, a review opens after 30 minutes', async () => {
  await app.database.db.updateTable('lectures').set({ duration_ms: null }).where('id', '=', lectureId).execute();
  expect((await ownOf(await aWatcher(0)))['watched']).toMatchObject({ mayWrite: false, neededMs: 1_800_000 });
  expect((await ownOf(await aWatcher(30)))['watched']).toMatchObject({ mayWrite: true, percent: 0 });
});

test('admins, teachers and assistants of the course write none, and visitors of a preview cannot', async () => {
  const [teacher, admin, stranger] = [await aUser(app), await anAdmin(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'assistant' });
  for (const person of [teacher, admin]) {
    await watch(app, person.id, { courseId, lectureId, watchedMs: 90 * MINUTE });
    expect(await send(person, 5, 'Mine')).toMatchObject({ status: 409, body: { code: 'review_of_staff' } });
    expect(await ownOf(person)).toMatchObject({ review: null, watched: null, ask: null });
  }
  expect(await send(stranger, 5, 'Never seen')).toMatchObject({ status: 409, body: { code: 'review_not_open' } });
});

test('there is no average below three reviews', async () => {
  await aReview(5);
  await aReview(4);
  expect((await reviewsOf()).body).toMatchObject({ total: 2, rating: null });
  const about = async () => (await call(app, 'GET', `/courses/${courseId}/about`)).body['course'];
  expect(await about()).toMatchObject({ rating: null, numberOfReviews: 2 });
  await aReview(4);
  expect((await reviewsOf()).body).toMatchObject({
    total: 3,
    rating: { average: 4.3, reviews: 3, byStars: [0, 0, 0, 2, 1] },
  });
  expect(await about()).toMatchObject({ rating: { average: 4.3, reviews: 3 }, numberOfReviews: 3 });
});

test('reviews are listed by the watched share, by date, or the critical ones first, in pages', async () => {
  const words = async (query: string) => {
    const { reviews } = (await reviewsOf(query)).body;
    return Array.isArray(reviews) ? reviews.map((review) => JSON.parse(JSON.stringify(review)).text) : reviews;
  };
  await aReview(5, 30, 'First');
  app.clock.advance(MINUTE);
  await aReview(1, 90, 'Second');
  app.clock.advance(MINUTE);
  await aReview(4, 60, 'Third');
  expect(await words('')).toEqual(['Second', 'Third', 'First']);
  expect(await words('?order=newest')).toEqual(['Third', 'Second', 'First']);
  expect(await words('?order=critical')).toEqual(['Second', 'Third', 'First']);
  expect(await words('?order=newest&limit=1&offset=1')).toEqual(['Second']);
  expect((await reviewsOf('?limit=51')).status).toBe(400);
  expect((await reviewsOf('?order=best')).status).toBe(400);
  expect(await reviewsOf('', 'nothing')).toMatchObject({ status: 404, body: { code: 'course_not_found' } });
});

test('an edit is marked, and its earlier text is kept for those who work on the course', async () => {
  const { id, author } = await aReview(5, 50, 'Clear');
  const first = app.clock.now();
  app.clock.advance(MINUTE);
  await send(author, 5, 'Clear');
  expect((await ownOf(author))['review']).toMatchObject({ editedAt: null });
  await send(author, 4, 'Clear, and fast');
  const edited = new Date(app.clock.now()).toISOString();
  expect((await reviewsOf()).body).toMatchObject({
    reviews: [{ stars: 4, text: 'Clear, and fast', editedAt: edited }],
    total: 1,
  });
  const path = `/courses/${courseId}/reviews/${id}/revisions`;
  const admin = await anAdmin(app);
  expect((await call(app, 'GET', path, { token: admin.token })).body['revisions']).toEqual([
    { stars: 5, text: 'Clear', writtenAt: new Date(first).toISOString() },
  ]);
  expect((await call(app, 'GET', path, { token: author.token })).status).toBe(403);
});

test('a withdrawn review is gone with its texts, and can be written anew', async () => {
  const { author } = await aReview(1, 50, 'Too fast');
  await send(author, 2, 'Fast');
  const path = `/courses/${courseId}/reviews/own`;
  expect((await call(app, 'DELETE', path, { token: author.token })).body['message']).toBe('Review withdrawn');
  expect(await call(app, 'DELETE', path, { token: author.token })).toMatchObject({
    status: 404,
    body: { code: 'review_not_found' },
  });
  expect((await reviewsOf()).body).toMatchObject({ reviews: [], total: 0 });
  expect(
    await app.database.db.selectFrom('review_revisions').selectAll().where('text', '=', 'Too fast').execute(),
  ).toEqual([]);
  await send(author, 4, 'Better the second time');
  expect((await reviewsOf()).body).toMatchObject({ reviews: [{ stars: 4, editedAt: null }], total: 1 });
});

test('a withdrawn review is written anew only by one who has watched enough', async () => {
  const { author } = await aReview(4, 20);
  await call(app, 'DELETE', `/courses/${courseId}/reviews/own`, { token: author.token });
  await aLecture(app, { courseId, durationMs: 900 * MINUTE });
  expect(await send(author, 4, 'Again')).toMatchObject({ status: 409, body: { code: 'review_not_open' } });
});

test('a review has one answer of the people of the course', async () => {
  const { id } = await aReview(5);
  const path = `/courses/${courseId}/reviews/${id}/answer`;
  const [teacher, assistant] = [await aUser(app, { fullName: 'Nandini Kulkarni' }), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  const answer = (person: Person, text: string) => call(app, 'PUT', path, { token: person.token, body: { text } });
  expect((await answer(assistant, 'Thank you')).status).toBe(200);
  expect((await answer(teacher, 'The best homework of the year')).body['message']).toBe('Answer published');
  const answeredAt = new Date(app.clock.now()).toISOString();
  const shown = { fullName: 'Nandini Kulkarni', avatar: { secure_url: null }, text: 'The best homework of the year' };
  expect((await reviewsOf()).body['reviews']).toMatchObject([{ answer: { ...shown, answeredAt } }]);
  expect((await call(app, 'DELETE', path, { token: teacher.token })).status).toBe(200);
  expect((await reviewsOf()).body['reviews']).toMatchObject([{ answer: null }]);
  const other = await aCourse(app);
  await joinCourse(app, { courseId: other, userId: teacher.id, role: 'teacher' });
  const elsewhere = await call(app, 'PUT', `/courses/${other}/reviews/${id}/answer`, {
    token: teacher.token,
    body: { text: 'Not of this course' },
  });
  expect(elsewhere).toMatchObject({ status: 404, body: { code: 'review_not_found' } });
});

test('a hidden review is counted in public with its reason, and stays hidden when it is written anew', async () => {
  const reviews = [await aReview(5), await aReview(5), await aReview(5), await aReview(1, 50, 'Ask Ravi in Hubli')];
  const [{ id, author } = { id: '', author: undefined }] = reviews.slice(3);
  const admin = await anAdmin(app);
  const hide = (body: object) =>
    call(app, 'PUT', `/courses/${courseId}/reviews/${id}/hidden`, { token: admin.token, body });
  expect((await hide({ reason: 'I do not like it' })).status).toBe(400);
  expect((await hide({})).status).toBe(400);
  expect((await hide({ reason: 'names_person' })).body['message']).toBe('Review hidden');
  const shown = (await reviewsOf()).body;
  expect(shown).toMatchObject({
    total: 3,
    rating: { average: 5, reviews: 3 },
    hidden: [{ reason: 'names_person', reviews: 1 }],
  });
  expect(JSON.stringify(shown)).not.toContain('Ravi');
  if (author) {
    expect((await ownOf(author))['review']).toMatchObject({ text: 'Ask Ravi in Hubli', hiddenReason: 'names_person' });
    await call(app, 'DELETE', `/courses/${courseId}/reviews/own`, { token: author.token });
    expect((await reviewsOf()).body['hidden']).toEqual([]);
    await send(author, 1, 'Ask Ravi again');
  }
  const listed = await call(app, 'GET', `/courses/${courseId}/reviews/hidden`, { token: admin.token });
  expect(listed.body).toMatchObject({ total: 1, reviews: [{ text: 'Ask Ravi again', hiddenReason: 'names_person' }] });
  expect((await hide({ reason: null })).body['message']).toBe('The review is shown again');
  expect((await reviewsOf()).body).toMatchObject({ total: 4, rating: { average: 4, reviews: 4 }, hidden: [] });
});

test('people who got their money back may review, and nobody reads of the refund', async () => {
  const [refunded, holder] = [await aWatcher(50), await aHolder(app, courseId)];
  await refundAll(app, refunded.id);
  expect((await send(refunded, 2, 'Not for me')).status).toBe(200);
  await watch(app, holder.id, { courseId, lectureId, watchedMs: 50 * MINUTE });
  await send(holder, 5, 'For me');
  const { token } = await anAdmin(app);
  const lists = [await reviewsOf(), await call(app, 'GET', '/teach/reviews', { token })];
  for (const { body } of lists) {
    expect(JSON.stringify(body)).toContain('Not for me');
    expect(JSON.stringify(body)).not.toMatch(/refund/i);
  }
});

test('of a deleted account the stars stay, without name and text', async () => {
  const { author } = await aReview(3, 50, 'My own words');
  await app.database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', author.id).execute();
  expect((await reviewsOf()).body).toMatchObject({ reviews: [{ author: null, stars: 3, text: '' }], total: 1 });
});

test('learners are asked once in the middle and once at the end', async () => {
  const person = await aWatcher(49);
  expect(await ownOf(person)).toMatchObject({ ask: null });
  await watch(app, person.id, { courseId, lectureId, watchedMs: 50 * MINUTE });
  expect(await ownOf(person)).toMatchObject({ ask: 'half' });
  const asked = (moment: string) =>
    call(app, 'PUT', `/courses/${courseId}/reviews/asked`, { token: person.token, body: { moment } });
  for (const _ of [1, 2]) expect((await asked('half')).status).toBe(200);
  expect(await ownOf(person)).toMatchObject({ ask: null });
  await watch(app, person.id, { courseId, lectureId, watchedMs: 100 * MINUTE, isDone: true });
  expect(await ownOf(person)).toMatchObject({ ask: 'end' });
  await asked('end');
  expect(await ownOf(person)).toMatchObject({ ask: null });
  const writer = await aWatcher(60);
  await send(writer, 5, 'Written before');
  expect(await ownOf(writer)).toMatchObject({ ask: null });
});

test('a school without reviews shows none, and keeps what was written', async () => {
  for (const stars of [5, 4, 3]) await aReview(stars);
  const admin = await anAdmin(app);
  const values = { questions: true, notices: true, podcasts: false };
  const turn = (reviews: boolean) =>
    call(app, 'PUT', '/admin/settings/community', { token: admin.token, body: { ...values, reviews } });
  const about = async () => (await call(app, 'GET', `/courses/${courseId}/about`)).body['course'];
  expect(await about()).toMatchObject({ rating: { average: 4 } });
  await turn(false);
  expect(await reviewsOf()).toMatchObject({ status: 404, body: { code: 'reviews_off' } });
  expect(await about()).toMatchObject({ rating: null, numberOfReviews: null });
  expect((await call(app, 'GET', '/courses')).text).not.toContain('"average"');
  await turn(true);
  expect((await reviewsOf()).body).toMatchObject({ total: 3 });
});

test('courses are sorted by their rating, those without one last', async () => {
  const [good, better, unrated] = [courseId, await aCourse(app), await aCourse(app)];
  for (const stars of [5, 4, 4]) await aReview(stars);
  courseId = better;
  lectureId = await aLecture(app, { courseId, durationMs: 100 * MINUTE });
  for (const stars of [5, 5, 4]) await aReview(stars);
  courseId = unrated;
  lectureId = await aLecture(app, { courseId, durationMs: 100 * MINUTE });
  await aReview(5);
  const { courses } = (await call(app, 'GET', '/courses?sort=rated')).body;
  const ids = Array.isArray(courses) ? courses.map((course) => JSON.parse(JSON.stringify(course))._id) : [];
  const places = [better, good, unrated].map((id) => ids.indexOf(id));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
  const admin = await anAdmin(app);
  const exported = await app.http.inject({ url: '/api/v1/admin/courses/export', headers: admin.headers });
  expect(exported.body).toContain('"4.7","3"');
});

test('what is empty, too long or no number of stars is refused', async () => {
  const person = await aWatcher(50);
  for (const [stars, text, message] of [
    [5, '  ', 'Write a few words'],
    [5, 'a'.repeat(2001), 'This is longer than the field allows'],
    [0, 'Good', 'Choose how many stars'],
    [4.5, 'Good', 'Choose how many stars'],
  ] as const)
    expect(await send(person, stars, text)).toMatchObject({ status: 400, body: { message } });
});
