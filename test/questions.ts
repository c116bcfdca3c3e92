import { z } from 'zod';
import { Question } from '#contract/classroom/questions.ts';
import { newId } from '#server/ids.ts';
import { call } from './call.ts';
import { aCourse, aLecture, aSubscriber, aUser, joinCourse, type Person } from './factories.ts';
import type { TestApp } from './start-app.ts';

/** A course with a lecture, its teacher and assistant, and two members. */
export const aTalk = async (app: TestApp) => {
  const courseId = await aCourse(app, { title: 'The Shopkeeper’s Balance Sheet' });
  const lectureId = await aLecture(app, { courseId, title: 'Profit is not cash', durationMs: 860_000 });
  const [teacher, assistant] = [await aUser(app, { fullName: 'Nandini Kulkarni' }), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  const [meera, arjun] = [await aSubscriber(app), await aSubscriber(app, { fullName: 'Arjun Rao' })];
  return { courseId, lectureId, teacher, assistant, meera, arjun };
};

export const underLecture = ({ courseId, lectureId }: { courseId: string; lectureId: string }): string =>
  `/courses/${courseId}/lectures/${lectureId}/questions`;

const One = z.object({ question: Question });
const List = z.object({ questions: z.array(Question), total: z.number(), medianMs: z.number().nullable() });

/** A question that waits, written as a row. */
export const aQuestion = async (
  { database, clock }: TestApp,
  { lectureId, userId }: { lectureId: string; userId: string },
): Promise<string> => {
  const id = newId();
  const now = clock.now();
  const state = { standing: 'shown', reason: '', accepted_answer_id: null, answered_at: null } as const;
  const times = { created_at: now, edited_at: null, updated_at: now };
  await database.db
    .insertInto('lecture_questions')
    .values({
      ...state,
      ...times,
      id,
      lecture_id: lectureId,
      user_id: userId,
      at_ms: null,
      text: 'Why?',
      is_private: 0,
    })
    .execute();
  return id;
};

/** A moment after what was posted before. */
const post = (app: TestApp, path: string, { token, body }: { token: string; body: object }) => {
  app.clock.advance(1);
  return call(app, 'POST', path, { token, body });
};

export const ask = (
  app: TestApp,
  { token }: Person,
  place: { courseId: string; lectureId: string },
  body: object = { text: 'When does a sale count?', atMs: 220_000 },
) => post(app, underLecture(place), { token, body });

/** Asks, and returns the question. */
export const asked = async (...input: Parameters<typeof ask>): Promise<Question> =>
  One.parse((await ask(...input)).body).question;

export const answer = (app: TestApp, { token }: Person, questionId: string, body: object = { text: 'On delivery.' }) =>
  post(app, `/questions/${questionId}/answers`, { token, body });

/** Answers, and returns the question. */
export const answered = async (...input: Parameters<typeof answer>): Promise<Question> =>
  One.parse((await answer(...input)).body).question;

export const listed = async (
  app: TestApp,
  person: Person,
  place: { courseId: string; lectureId: string },
  query = '',
) => List.parse((await call(app, 'GET', `${underLecture(place)}${query}`, { token: person.token })).body);

export const put = (app: TestApp, person: Person, path: string, body: object) =>
  call(app, 'PUT', path, { token: person.token, body });

export const readQuestion = (app: TestApp, person: Person, questionId: string) =>
  call(app, 'GET', `/questions/${questionId}`, { token: person.token });
