import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

const ROUNDS = 6;
let app: TestApp;
let other: TestApp;

beforeAll(async () => {
  app = await startApp();
  other = await app.another();
});

afterAll(async () => {
  await other.close();
  await app.close();
});

const storedStars = async (courseId: string): Promise<number[]> => {
  const row = await app.database.db
    .selectFrom('course_ratings')
    .selectAll()
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();
  return [row.stars_1, row.stars_2, row.stars_3, row.stars_4, row.stars_5];
};

const aWatchedCourse = async (people: number): Promise<{ courseId: string; writers: Person[] }> => {
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  const writers: Person[] = [];
  for (let index = 0; index < people; index += 1) {
    const person = await aSubscriber(app);
    await watch(app, person.id, { courseId, lectureId, watchedMs: 600_000 });
    writers.push(person);
  }
  return { courseId, writers };
};

const write = (place: TestApp, courseId: string, person: Person, stars: number) =>
  call(place, 'POST', `/courses/${courseId}/reviews`, {
    token: person.token,
    body: { stars, text: `${stars} stars` },
  });

test('reviews that are written at once in two processes are all counted', async () => {
  const { courseId, writers } = await aWatchedCourse(10);
  const sent = await Promise.all(
    writers.map((person, index) => write(index % 2 === 0 ? app : other, courseId, person, (index % 5) + 1)),
  );
  expect(sent.map(({ status }) => status)).toEqual(writers.map(() => 200));
  expect(await storedStars(courseId)).toEqual([2, 2, 2, 2, 2]);
});

test('one person who sends twice at once has one review', async () => {
  const { courseId, writers } = await aWatchedCourse(1);
  const [person] = writers;
  if (!person) return;
  await Promise.all([write(app, courseId, person, 4), write(other, courseId, person, 4)]);
  expect(await storedStars(courseId)).toEqual([0, 0, 0, 1, 0]);
});

test('whichever comes first of an edit, a withdrawal and a hiding, the rating is that of the reviews', async () => {
  const { courseId, writers } = await aWatchedCourse(1);
  const [person] = writers;
  const admin = await anAdmin(app);
  if (!person) return;
  for (let round = 0; round < ROUNDS; round += 1) {
    await write(app, courseId, person, 5);
    const { id } = await app.database.db
      .selectFrom('reviews')
      .select('id')
      .where('course_id', '=', courseId)
      .executeTakeFirstOrThrow();
    const token = person.token;
    const hide = call(other, 'PUT', `/courses/${courseId}/reviews/${id}/hidden`, {
      token: admin.token,
      body: { reason: round % 2 === 0 ? 'insult' : null },
    });
    const withdraw = call(app, 'DELETE', `/courses/${courseId}/reviews/own`, { token });
    const [edited, withdrawn, hidden] = await Promise.all([write(other, courseId, person, 1), withdraw, hide]);
    expect([edited.status, withdrawn.status]).toEqual([200, 200]);
    expect([200, 404]).toContain(hidden.status);
    const row = await app.database.db
      .selectFrom('reviews')
      .selectAll()
      .where('course_id', '=', courseId)
      .executeTakeFirstOrThrow();
    const isShown = row.withdrawn_at === null && row.hidden_at === null;
    expect(await storedStars(courseId)).toEqual([isShown ? 1 : 0, 0, 0, 0, 0]);
    expect(row.withdrawn_at === null ? row.text : '').toBe(row.text);
  }
  expect(await app.recompute()).not.toContain('rating of');
});

test('a rating that is damaged is found and recomputed', async () => {
  const { courseId, writers } = await aWatchedCourse(3);
  for (const person of writers) await write(app, courseId, person, 4);
  await app.database.db.updateTable('course_ratings').set({ stars_5: 7 }).where('course_id', '=', courseId).execute();
  expect(await app.recompute()).toContain(`rating of ${courseId}: stored 0 0 0 3 7; computed 0 0 0 3 0`);
  expect(await storedStars(courseId)).toEqual([0, 0, 0, 3, 0]);
  expect(await app.recompute()).not.toContain('rating of');
});
