// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  const aReviewed = async (title: string, author: string, text: string) => {
    const courseId = await aCourse(app, { title });
    const lectureId = await aLecture(app, { courseId, durationMs: 6_000_000 });
    const learner = await aSubscriber(app, { fullName: author });
    await watch(app, learner.id, { courseId, lectureId, watchedMs: 3_000_000 });
    app.clock.advance(1000);
    const body = { stars: 4, text };
    expect((await call(app, 'POST', `/courses/${courseId}/reviews`, { token: learner.token, body })).status).toBe(200);
    return courseId;
  };
  const get = (person: Person, query = '') => call(app, 'GET', `/teach/reviews${query}`, { token: person.token });
  const read = async (person: Person, query = '') => {
    const { reviews, total, counts } = api.reviews.listToAnswer.response.parse((await get(person, query)).body);
    return {
      total,
      counts,
      reviews: reviews.map(({ author, course }) => `${author?.fullName ?? '-'}: ${course.title}`),
      ids: reviews.map(({ _id }) => _id),
    };
  };
  return { app, admin, aReviewed, get, read };
};

test('admins see the reviews of all courses, and others those of the courses that they work on', async () => {
  const { app, admin, aReviewed, get, read } = await openSchool();
  const bowl = await aReviewed('First bowl', 'Bina Shah', 'Clear.');
  await aReviewed('मानसून', 'علي حسن', 'ممتاز');
  expect(await read(admin)).toMatchObject({
    total: 2,
    counts: { waiting: 2, answered: 0 },
    reviews: ['علي حسن: मानसून', 'Bina Shah: First bowl'],
  });
  const assistant = await aUser(app);
  expect(await read(assistant)).toMatchObject({ total: 0, counts: { waiting: 0, answered: 0 }, reviews: [] });
  await joinCourse(app, { courseId: bowl, userId: assistant.id, role: 'assistant' });
  expect(await read(assistant)).toMatchObject({ total: 1, reviews: ['Bina Shah: First bowl'] });
  expect((await get(admin, '?state=lost')).status).toBe(400);
});

test('an answered review moves, and a hidden one or that of a deleted course is listed no more', async () => {
  const { app, admin, aReviewed, get, read } = await openSchool();
  const { token } = admin;
  const bowl = await aReviewed('First bowl', 'Bina Shah', 'Clear.');
  const [review = ''] = (await read(admin)).ids;
  const of = `/courses/${bowl}/reviews/${review}`;
  expect((await call(app, 'PUT', `${of}/answer`, { token, body: { text: 'Thank you.' } })).status).toBe(200);
  expect(await read(admin)).toMatchObject({ total: 0, counts: { waiting: 0, answered: 1 } });
  expect(await read(admin, '?state=answered')).toMatchObject({ total: 1, reviews: ['Bina Shah: First bowl'] });
  expect((await call(app, 'PUT', `${of}/hidden`, { token, body: { reason: 'insult' } })).status).toBe(200);
  expect(await read(admin, '?state=answered')).toMatchObject({ counts: { waiting: 0, answered: 0 }, reviews: [] });
  await aReviewed('Vase', 'Chen Wei', 'Long.');
  const vase = (await call(app, 'GET', '/teach/reviews', { token })).body;
  const [{ course } = { course: { _id: '' } }] = api.reviews.listToAnswer.response.parse(vase).reviews;
  expect((await call(app, 'DELETE', `/courses/${course._id}`, { token })).status).toBe(200);
  expect(await read(admin)).toMatchObject({ total: 0 });
  const community = { reviews: false, questions: true, notices: true, podcasts: false };
  await call(app, 'PUT', '/admin/settings/community', { token, body: community });
  expect(await get(admin)).toMatchObject({ status: 404, body: { code: 'reviews_off' } });
});
