// @module-tag both
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewQuizQuestion, QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { type RegradePolicy } from '#contract/classroom/quiz-fields.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { newId } from '#server/ids.ts';
import { call } from '#test/call.ts';
import { insertTestUser } from '#test/insert-user.ts';
import { aQuiz, oneOfThree, type TestQuiz } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { changesOf, effectOf } from './grade-changes.ts';
import { inParts } from './in-parts.ts';
import type { Answered } from './regrades.queries.ts';

const options = ['a', 'b', 'c'];
const Right = fc.uniqueArray(fc.constantFrom(...options), { minLength: 1, maxLength: 3 });
const multiple = (right: readonly string[], points: number, isPartial: boolean): QuizQuestion =>
  QuizQuestion.parse({
    type: 'multiple',
    text: 'Which?',
    points,
    isPartial,
    options: options.map((id) => ({ id, text: id, isCorrect: right.includes(id) })),
  });
const Question = fc.tuple(Right, fc.integer({ min: 1, max: 5 }), fc.boolean()).map((facts) => multiple(...facts));

/** An attempt whose answer was graded by some earlier version, with other questions beside it. */
const Attempt = fc
  .record({
    user: fc.integer({ min: 0, max: 5 }),
    choices: fc.uniqueArray(fc.constantFrom(...options, 'gone')),
    points: fc.integer({ min: 1, max: 5 }),
    share: fc.constantFrom(0, 0.5, 1),
    others: fc.integer({ min: 0, max: 8 }),
    othersRight: fc.integer({ min: 0, max: 8 }),
    passPercent: fc.constantFrom(0, 50, 70, 100),
  })
  .map(({ user, choices, points, share, others, othersRight, passPercent }): Answered => {
    const earned = Math.round(points * 100 * share);
    const total = { earned: earned + 100 * Math.min(others, othersRight), points: points + others };
    return {
      attempt_id: newId(),
      position: 0,
      answer: JSON.stringify({ choices }),
      earned,
      graded_at: null,
      item_points: points,
      version_id: 'v1',
      user_id: `user-${user}`,
      full_name: `Learner ${user}`,
      items_earned: total.earned,
      attempt_points: total.points,
      has_passed: total.earned >= passPercent * total.points ? 1 : 0,
      settings: JSON.stringify(QuizSettings.parse({ passPercent })),
      others_waiting: 0,
    };
  });

test('nobody loses by default, whatever changes', () => {
  fc.assert(
    fc.property(Question, fc.array(Attempt, { maxLength: 20 }), (question, answers) => {
      const changes = changesOf('nobody_loses', question, answers);
      const effect = effectOf('nobody_loses', { changes, answers: answers.length, passedOtherwise: new Set() });
      expect([effect.fall, effect.noLongerPass]).toEqual([0, 0]);
      for (const { total, passes } of changes) {
        expect(total.after.earned / total.after.points).toBeGreaterThanOrEqual(
          total.before.earned / total.before.points,
        );
        expect(passes.before && !passes.after).toBe(false);
      }
    }),
  );
});

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** A multiple of six, which is how the answers repeat. */
const ATTEMPTS = 60;
const KEYS: NewQuizQuestion[] = options.map((right) => ({
  ...oneOfThree('First?'),
  options: options.map((id) => ({ id, text: id, isCorrect: id === right })),
}));

/** Attempts of many people, written as rows: each chose by its number, and every other knew the second question. */
const writeAttempts = async ({ questionIds, lectureId }: TestQuiz): Promise<void> => {
  const { db } = app.database;
  const now = app.clock.now();
  const versions = await db
    .selectFrom('quiz_questions')
    .where('id', 'in', questionIds)
    .select(['id', 'version_id'])
    .execute();
  const versionOf = new Map(versions.map((row) => [row.id, row.version_id]));
  const people: { number: number; id: string; attemptId: string }[] = [];
  for (let number = 0; number < ATTEMPTS; number += 1)
    people.push({ number, id: await insertTestUser(db, now, { fullName: `Learner ${number}` }), attemptId: newId() });
  const attempt = { lecture_id: lectureId, number: 1, state: 'graded', is_preview: 0, has_expired: 0 } as const;
  const times = { started_at: now, deadline_at: null, saved_at: now, submitted_at: now };
  const settings = JSON.stringify(QuizSettings.parse({ passPercent: 100 }));
  const earnedBy = (number: number) => [number % 3 === 0 ? 100 : 0, number % 2 === 0 ? 100 : 0];
  const totalOf = (number: number) => earnedBy(number).reduce((sum, earned) => sum + earned, 0);
  await db
    .insertInto('quiz_attempts')
    .values(
      people.map(({ id, number, attemptId }) => ({
        ...attempt,
        ...times,
        id: attemptId,
        user_id: id,
        settings,
        earned: totalOf(number),
        points: 2,
        has_passed: totalOf(number) === 200 ? 1 : 0,
      })),
    )
    .execute();
  await db
    .insertInto('quiz_attempt_items')
    .values(
      people.flatMap(({ number, attemptId }) =>
        questionIds.map((questionId, position) => ({
          attempt_id: attemptId,
          position,
          question_id: questionId,
          version_id: versionOf.get(questionId) ?? '',
          option_order: '["a","b","c"]',
          answer: JSON.stringify({ choices: [options[number % 3]] }),
          seq: 1,
          late_answer: null,
          locked_at: null,
          earned: earnedBy(number)[position] ?? 0,
          points: 1,
          graded_by: null,
          graded_at: null,
          comment: '',
        })),
      ),
    )
    .execute();
};

const standingOf = async (lectureId: string) => {
  const rows = await app.database.db
    .selectFrom('quiz_attempts')
    .where('lecture_id', '=', lectureId)
    .select(['id', 'earned', 'has_passed'])
    .execute();
  return new Map(rows.map((row) => [row.id, { earned: row.earned ?? 0, hasPassed: row.has_passed === 1 }]));
};

interface PreviewedEffect {
  policy: RegradePolicy;
  rise: number;
  fall: number;
  nowPass: number;
  noLongerPass: number;
}

test('thousands are written in parts', () => {
  const all = Array.from({ length: 1001 }, (_, number) => number);
  expect(inParts(all).map((part) => part.length)).toEqual([500, 500, 1]);
  expect(inParts(all).flat()).toEqual(all);
  expect(inParts([])).toEqual([]);
});

test.each<RegradePolicy>(['nobody_loses', 'new_only', 'full_credit', 'leave'])(
  'a preview of %s after many attempts is right to the person, and so is its undoing',
  async (policy) => {
    const quiz = await aQuiz(app);
    await writeAttempts(quiz);
    const { token } = quiz.teacher;
    const path = `${quiz.path}/quiz/questions/${quiz.questionIds[0]}`;
    const before = await standingOf(quiz.lectureId);
    const previewed = await call(app, 'POST', `${path}/preview`, { token, body: { question: KEYS[1] } });
    await call(app, 'PUT', path, { token, body: { question: KEYS[1], policy } });
    const after = await standingOf(quiz.lectureId);
    const count = (
      test: (old: { earned: number; hasPassed: boolean }, is: { earned: number; hasPassed: boolean }) => boolean,
    ) => [...before].filter(([id, old]) => test(old, after.get(id) ?? old)).length;
    const happened: PreviewedEffect = {
      policy,
      rise: count((old, is) => is.earned > old.earned),
      fall: count((old, is) => is.earned < old.earned),
      nowPass: count((old, is) => is.hasPassed && !old.hasPassed),
      noLongerPass: count((old, is) => !is.hasPassed && old.hasPassed),
    };
    expect(previewed.body['effects']).toEqual(expect.arrayContaining([expect.objectContaining(happened)]));
    expect(previewed.body).toMatchObject({ attempts: 60, people: 60 });
    const expected = {
      nobody_loses: { rise: 20, fall: 0, nowPass: 10, noLongerPass: 0 },
      new_only: { rise: 20, fall: 20, nowPass: 10, noLongerPass: 10 },
      full_credit: { rise: 40, fall: 0, nowPass: 20, noLongerPass: 0 },
      leave: { rise: 0, fall: 0, nowPass: 0, noLongerPass: 0 },
    };
    expect(happened).toMatchObject(expected[policy]);
    const regrade = await app.database.db
      .selectFrom('quiz_regrades')
      .where('lecture_id', '=', quiz.lectureId)
      .select('id')
      .executeTakeFirst();
    expect(regrade === undefined).toBe(policy === 'leave');
    if (regrade) await call(app, 'POST', `${quiz.path}/quiz/regrades/${regrade.id}/undo`, { token, body: {} });
    expect(await standingOf(quiz.lectureId)).toEqual(before);
  },
);
