import { z } from 'zod';
import { QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import { addCourses, addViewers } from './fill.ts';
import { load, withCpu } from './load.ts';
import { type Figure, figure, percentile, recorded, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { startSchool } from './school.ts';
import { createVisitors, json, read, type Visitor } from './visitor.ts';

const LEARNERS = 1000;
const QUESTIONS = 10;
const SECONDS = 60;
const AT_ONCE = 128;
/** Every tenth learner gets this many wrong. */
const WRONG = 4;

const Started = z.object({ attempt: QuizAttempt });
const Created = z.object({ lecture: z.object({ _id: z.string() }) });
const Results = z.object({
  attempts: z.int(),
  people: z.int(),
  passed: z.int(),
  questions: z.array(z.object({ answers: z.int(), rightPercent: z.int() })),
});

/** A test of single choices, written in GIFT. Returns its path. */
const createQuiz = async (admin: Visitor, courseId: string): Promise<string> => {
  const lecture = json({ kind: 'quiz', title: 'Profit or cash?' });
  const created = await admin.step('create quiz', `/api/v1/courses/${courseId}/lectures`, lecture);
  const path = `/api/v1/courses/${courseId}/lectures/${read(Created, created).lecture._id}`;
  const gift = Array.from({ length: QUESTIONS }, (_, index) => `Question ${index + 1}? {=right ~wrong ~other}`);
  await admin.step('import', `${path}/quiz/import`, json({ format: 'gift', text: gift.join('\n\n') }));
  const rules = { mode: 'test', timeLimitMinutes: 30, maxAttempts: 1 };
  await admin.step('rules', `${path}/quiz/settings`, { ...json(rules), method: 'PUT' });
  return path;
};

/** Takes the test as a browser does: starts, saves each answer, and submits. Returns how long the submission took. */
const takeTest = async (learner: Visitor, path: string, wrong: number): Promise<number> => {
  const { attempt } = read(Started, await learner.step('start', `${path}/attempts`, json({})));
  for (const { position, options } of attempt.questions) {
    const text = position < wrong ? 'wrong' : 'right';
    const choices = options.filter((option) => option.text === text).map(({ id }) => id);
    const body = { position, answer: { choices }, seq: 1 };
    await learner.step('save', `${path}/attempts/${attempt._id}/answers`, { ...json(body), method: 'PUT' });
  }
  const startedAt = performance.now();
  await learner.step('submit', `${path}/attempts/${attempt._id}/submit`, json({}));
  return performance.now() - startedAt;
};

/** A class that takes a test in one minute: each submission, and whether each answer is in the figures. */
export const quizFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject);
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  const { courseId = '', tokens } = await school.fill(async (database) => ({
    courseId: (await addCourses(database, { count: 1, lecturesEach: 1, words }))[0],
    tokens: await addViewers(database, LEARNERS),
  }));
  const path = await createQuiz(school.admin, courseId);
  using learners = createVisitors(school.server.origin, LEARNERS, tokens);
  const submissions: number[] = [];
  const { seconds, cpuShare } = await withCpu(school.server, () =>
    load({ connections: AT_ONCE, turns: LEARNERS, perSecond: LEARNERS / SECONDS }, async (turn) => {
      submissions.push(await takeTest(learners.at(turn), path, turn % 10 === 0 ? WRONG : 0));
    }),
  );
  const { attempts, people, passed, questions } = read(
    Results,
    await school.admin.step('results', `${path}/quiz/results`),
  );
  const lost = LEARNERS * QUESTIONS - questions.reduce((sum, { answers }) => sum + answers, 0);
  const arePassed =
    passed === LEARNERS * 0.9 &&
    questions.every(({ rightPercent }, index) => rightPercent === (index < WRONG ? 90 : 100));
  const name = `${LEARNERS} learners take a test in a minute, ${subject.engine}`;
  const detail = `${QUESTIONS} saved answers each; ${round(seconds)} s, server CPU ${round(cpuShare)} of a core`;
  return [
    figure(`${name}: p99 of a submission`, { atMost: 300 }, round(percentile(submissions, 0.99), 1), 'ms', detail),
    recorded(`${name}: median`, round(percentile(submissions, 0.5), 1), 'ms', ''),
    figure(
      `${name}: lost answers`,
      { atMost: 0 },
      arePassed ? lost : Math.max(1, lost),
      '',
      `${attempts} attempts of ${people} people, ${passed} passed`,
    ),
  ];
};
