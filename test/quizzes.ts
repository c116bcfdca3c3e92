import { z } from 'zod';
import type { NewQuizQuestion, QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import { QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import type { NewQuizSettings } from '#contract/classroom/quiz-settings.ts';
import { call } from './call.ts';
import { aLecture, type Person } from './factories.ts';
import { aTalk } from './questions.ts';
import type { TestApp } from './start-app.ts';

const OneAttempt = z.object({ attempt: QuizAttempt });
const Added = z.object({ questionId: z.string() });

const option = (id: string, isCorrect = false) => ({ id, text: `Option ${id}`, isCorrect });

/** Three questions of one point: `a` is right in each. */
export const oneOfThree = (text: string): NewQuizQuestion => ({
  type: 'single',
  text,
  explanation: `Why ${text}`,
  options: [option('a', true), option('b'), option('c')],
});

/** A course with a video and a quiz, its teacher and assistant, and two members. */
export const aQuiz = async (
  app: TestApp,
  {
    questions = [oneOfThree('First?'), oneOfThree('Second?')],
    settings = {},
  }: { questions?: NewQuizQuestion[]; settings?: NewQuizSettings } = {},
) => {
  const talk = await aTalk(app);
  const lectureId = await aLecture(app, { courseId: talk.courseId, title: 'Profit or cash?', durationMs: null });
  await app.database.db.updateTable('lectures').set({ kind: 'quiz' }).where('id', '=', lectureId).execute();
  const path = `/courses/${talk.courseId}/lectures/${lectureId}`;
  const { token } = talk.teacher;
  await call(app, 'PUT', `${path}/quiz/settings`, { token, body: settings });
  const questionIds: string[] = [];
  for (const question of questions) {
    const added = await call(app, 'POST', `${path}/quiz/questions`, { token, body: { question } });
    questionIds.push(Added.parse(added.body).questionId);
  }
  return { ...talk, lectureId, videoId: talk.lectureId, path, questionIds };
};

export type TestQuiz = Awaited<ReturnType<typeof aQuiz>>;

type AtPath = Pick<TestQuiz, 'path'>;

export const start = async (app: TestApp, { path }: AtPath, { token }: Person): Promise<QuizAttempt> =>
  OneAttempt.parse((await call(app, 'POST', `${path}/attempts`, { token })).body).attempt;

export const readAttempt = async (app: TestApp, { path }: TestQuiz, { token }: Person, id: string) =>
  OneAttempt.parse((await call(app, 'GET', `${path}/attempts/${id}`, { token })).body).attempt;

export const choose = (...choices: string[]): Partial<QuizAnswer> => ({ choices });

export const save = (
  app: TestApp,
  { path }: TestQuiz,
  { token }: Person,
  { id, position = 0, answer, seq = 1 }: { id: string; position?: number; answer: Partial<QuizAnswer>; seq?: number },
) => call(app, 'PUT', `${path}/attempts/${id}/answers`, { token, body: { position, answer, seq } });

/** Submits an attempt with these answers, by position. */
export const submit = async (
  app: TestApp,
  { path }: AtPath,
  { token }: Person,
  { id, answers = [] }: { id: string; answers?: Partial<QuizAnswer>[] },
): Promise<QuizAttempt> => {
  const body = { answers: answers.map((answer, position) => ({ position, answer, seq: 1 })) };
  return OneAttempt.parse((await call(app, 'POST', `${path}/attempts/${id}/submit`, { token, body })).body).attempt;
};

/** Starts and submits an attempt. */
export const attempted = async (app: TestApp, quiz: AtPath, person: Person, ...answers: Partial<QuizAnswer>[]) =>
  submit(app, quiz, person, { id: (await start(app, quiz, person))._id, answers });
