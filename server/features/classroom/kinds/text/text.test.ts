import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { attempted, aQuiz, choose } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openApp = async (): Promise<TestApp> => {
  const app = await startApp();
  onTestFinished(() => app.close());
  return app;
};

const Added = z.object({ lecture: z.object({ _id: z.string() }) });
const Listed = z.object({ lectures: z.array(z.object({ kind: z.string(), title: z.string(), text: z.null() })) });

/** Adds a text, and returns its id. */
const aText = async (app: TestApp, { token }: Person, place: { courseId: string }, more: object = {}) => {
  const body = { kind: 'text', title: 'Bills', text: 'Sort the **bills**', ...more };
  const { lecture } = Added.parse(
    (await call(app, 'POST', `/courses/${place.courseId}/lectures`, { token, body })).body,
  );
  return lecture._id;
};

const read = async (app: TestApp, place: { courseId: string; lectureId: string }, { token }: Partial<Person>) => {
  const path = `/courses/${place.courseId}/lectures/${place.lectureId}/text`;
  const { status, body } = await call(app, 'GET', path, token === undefined ? {} : { token });
  return status === 200 ? body['text'] : `${status} ${z.string().parse(body['code'])}`;
};

const BILLS = [{ kind: 'paragraph', spans: [{ text: 'Sort the ' }, { text: 'bills', marks: ['strong'] }] }];

test('a course of a hundred texts of 30 KB is a short answer, and each text is read by itself', async () => {
  const app = await openApp();
  const [admin, reader, courseId] = [await anAdmin(app), await aSubscriber(app), await aCourse(app)];
  const first = await aText(app, admin, { courseId }, { text: `# ल\n\n${'ledger '.repeat(4200)}` });
  for (let number = 2; number <= 100; number += 1) await aText(app, admin, { courseId }, { title: `Bills ${number}` });
  const { content } = await app.database.db
    .selectFrom('lecture_contents')
    .where('lecture_id', '=', first)
    .select('content')
    .executeTakeFirstOrThrow();
  await app.database.db.updateTable('lecture_contents').set({ content }).execute();

  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token: reader.token });
  expect(Listed.parse(body).lectures).toHaveLength(100);
  expect(JSON.stringify(body).length).toBeLessThan(200_000);
  const managed = (await call(app, 'GET', `/courses/${courseId}/manage`, { token: admin.token })).body;
  expect(Listed.parse(managed).lectures).toHaveLength(100);
  expect(JSON.stringify(managed).split('# ल')).toHaveLength(101);
  expect(await read(app, { courseId, lectureId: first }, reader)).toMatchObject([{ kind: 'heading' }, {}]);
});

test('a draft is read by those who see drafts, and is unknown to others, as are other kinds and other courses', async () => {
  const app = await openApp();
  const [admin, reader, teacher] = [await anAdmin(app), await aSubscriber(app), await aUser(app)];
  const [courseId, otherId] = [await aCourse(app), await aCourse(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  const video = await aLecture(app, { courseId });
  const draft = { courseId, lectureId: await aText(app, admin, { courseId }, { isDraft: true }) };
  expect(await read(app, draft, teacher)).toMatchObject(BILLS);
  expect(await read(app, draft, admin)).toMatchObject(BILLS);
  expect(await read(app, draft, reader)).toBe('404 lecture_not_found');

  const lectureId = await aText(app, admin, { courseId });
  expect(await read(app, { courseId, lectureId }, reader)).toMatchObject(BILLS);
  expect(await read(app, { courseId, lectureId }, await aUser(app))).toBe('403 not_entitled');
  expect(await read(app, { courseId, lectureId }, {})).toBe('401 unauthenticated');
  expect(await read(app, { courseId: otherId, lectureId }, reader)).toBe('404 lecture_not_found');
  expect(await read(app, { courseId, lectureId: video }, reader)).toBe('404 lecture_not_found');
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${lectureId}`, { token: admin.token });
  expect(await read(app, { courseId, lectureId }, reader)).toBe('404 lecture_not_found');
});

test('a text behind a quiz to pass stays closed until it is passed, except a free preview, which visitors read too', async () => {
  const app = await openApp();
  const quiz = await aQuiz(app, { settings: { mustPass: true, passPercent: 100 } });
  const { courseId, meera } = quiz;
  const admin = await anAdmin(app);
  const lectureId = await aText(app, admin, { courseId });
  const free = await aText(app, admin, { courseId }, { title: 'Free' });
  await call(app, 'PATCH', `/courses/${courseId}/lecture/${free}`, {
    token: admin.token,
    body: { isFreePreview: true },
  });
  expect(await read(app, { courseId, lectureId }, meera)).toBe('403 quiz_not_passed');
  expect(await read(app, { courseId, lectureId: free }, meera)).toMatchObject(BILLS);
  const preview = await call(app, 'GET', `/courses/${courseId}/preview/${free}`, {});
  expect(preview.body).toMatchObject({ lecture: { text: BILLS } });
  await attempted(app, quiz, meera, choose('a'), choose('a'));
  expect(await read(app, { courseId, lectureId }, meera)).toMatchObject(BILLS);
});
