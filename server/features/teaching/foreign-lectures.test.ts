// @module-tag both
import { expect, test } from 'vitest';
import { API_PREFIX } from '#contract/api.ts';
import { everyEndpoint } from '#test/endpoints.ts';
import { aCourse, aLecture, aUser, joinCourse } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

const ANSWER = { position: 0, answer: {}, seq: 1 };
const QUESTION = { type: 'true_false', text: 'Is it so?', isTrue: true };

/** Bodies that the endpoints accept, so that they get as far as the lecture. */
const BODIES: Record<string, object> = {
  PATCH: { title: 'Taken over' },
  PUT: {
    isDraft: false,
    ...ANSWER,
    earned: 1,
    question: QUESTION,
    questionIds: [],
    isAccepted: true,
    extraTimePercent: 0,
    extraAttempts: 0,
    isCancelled: true,
    startsAt: '2026-12-07T13:00:00Z',
  },
  POST: {
    uploadId: 'unknown1',
    text: 'Why is it so?',
    ...ANSWER,
    question: QUESTION,
    format: 'gift',
    userId: null,
    reason: 'Why not',
  },
};

test('a teacher reaches no lecture of another course through an own one', async () => {
  await using app = await startApp();
  const { id: userId, headers } = await aUser(app);
  const [own, other] = [await aCourse(app), await aCourse(app)];
  await joinCourse(app, { courseId: own, userId, role: 'teacher' });
  const lectureId = await aLecture(app, { courseId: other });
  const before = await app.database.db.selectFrom('lectures').selectAll().execute();
  const found = new Map<string, number>();
  for (const { endpoint } of everyEndpoint()) {
    const { method, path, access } = endpoint;
    if (access === 'admin' || !path.includes(':courseId') || !path.includes(':lectureId')) continue;
    const url = `${API_PREFIX}${path.replace(':courseId', own).replace(':lectureId', lectureId)}`
      .replace(':language', 'en')
      .replaceAll(/:\w+/g, 'unknown1');
    const payload = BODIES[method];
    const query = { text: 'Why is it so?' };
    const { statusCode } = await app.http.inject({ method, url, query, headers, ...(payload && { payload }) });
    found.set(`${method} ${path}`, statusCode);
  }
  expect(found.size).toBeGreaterThan(10);
  expect([...found].filter(([, status]) => status !== 404)).toEqual([]);
  expect(await app.database.db.selectFrom('lectures').selectAll().execute()).toEqual(before);
});
