// @module-tag both
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aUser, joinCourse } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { startApp } from '#test/start-app.ts';

const NONE = { draft: 0, outdated: 0, reviewed: 0 };

const start = async () => {
  const app = await startApp();
  await switchOn(app, 'hi', 'ta');
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  return {
    app,
    token,
    courseId,
    lectureId,
    count: (caller = token) => call(app, 'GET', `/courses/${courseId}/translations`, { token: caller }),
    list: async (query = '') => (await call(app, 'GET', `/admin/translations${query}`, { token })).body,
    save: (language: string, texts: object) =>
      call(app, 'PUT', `/courses/${courseId}/translations/${language}`, { token, body: { texts } }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};

test('an author sees for each language how many texts are missing, drafts, outdated and translated', async () => {
  await using school = await start();
  const { app, token, courseId, lectureId, count, save } = school;
  const title = `lectures.${lectureId}.title`;
  await save('hi', { title: 'मानसून', description: 'बादल', [title]: 'गर्म' });
  await app.database.db
    .updateTable('translations')
    .set({ is_by_person: 0 })
    .where('field', '=', 'description')
    .execute();
  await call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body: { title: 'Hot land' } });
  expect((await count()).body).toMatchObject({
    languages: [
      { language: 'hi', empty: 1, draft: 1, outdated: 1, reviewed: 1 },
      { language: 'ta', empty: 4, ...NONE },
    ],
  });
});

test('a course that is written in another language counts that of the school, and not its own', async () => {
  await using school = await start();
  const { app, courseId, count } = school;
  await app.database.db.updateTable('courses').set({ language: 'hi' }).where('id', '=', courseId).execute();
  expect((await count()).body).toMatchObject({ languages: [{ language: 'en', empty: 4 }, { language: 'ta' }] });
});

test('an admin lists all courses by title, a page at a time, and finds one', async () => {
  await using school = await start();
  const { app, token, list, save } = school;
  await save('ta', { title: 'மழை' });
  const rivers = await aCourse(app, { title: 'Ancient rivers' });
  const gone = await aCourse(app, { title: 'Gone' });
  await call(app, 'DELETE', `/courses/${gone}`, { token });
  const languages = [
    { language: 'hi', empty: 2, ...NONE },
    { language: 'ta', empty: 2, ...NONE },
  ];
  expect(await list()).toMatchObject({
    total: 2,
    courses: [
      { _id: rivers, title: 'Ancient rivers', language: 'en', languages },
      { title: 'Reading the monsoon', languages: [{ empty: 4 }, { empty: 3, reviewed: 1 }] },
    ],
  });
  expect(await list('?limit=1&offset=1')).toMatchObject({ total: 2, courses: [{ title: 'Reading the monsoon' }] });
  expect(await list('?search=river')).toMatchObject({ total: 1, courses: [{ _id: rivers }] });
});

test('the teachers of a course see its counts, and nobody else', async () => {
  await using school = await start();
  const { app, courseId, count } = school;
  const [teacher, stranger] = [await aUser(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  expect((await count(teacher.token)).status).toBe(200);
  expect((await count(stranger.token)).status).toBe(403);
});
