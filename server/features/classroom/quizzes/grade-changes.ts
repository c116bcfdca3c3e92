import type { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { type RegradeEffect, type RegradePolicy, SHOWN_CHANGES_MAX } from '#contract/classroom/quiz-fields.ts';
import { grade, hundredthsOf, isPass } from './grading.ts';
import { readAnswer } from './present.ts';
import type { Answered } from './regrades.queries.ts';
import { earnedOf, scoreOf } from './scoring.ts';
import { readSettings } from './versions.ts';

interface Total {
  earned: number;
  points: number;
}

/** What becomes of one attempt. The total includes the item. */
export interface ScoreChange {
  item: { before: { earned: number | null; points: number }; after: { earned: number | null; points: number } };
  total: { before: Total; after: Total };
  passes: { before: boolean; after: boolean };
}

export interface Change extends ScoreChange {
  answered: Answered;
}

/** An answer that is graded, in the total of its attempt. */
export type Graded = Pick<
  Answered,
  | 'answer'
  | 'earned'
  | 'item_points'
  | 'graded_at'
  | 'attempt_points'
  | 'items_earned'
  | 'others_waiting'
  | 'has_passed'
  | 'settings'
>;

/** The part of the points that was earned, of other points. */
export const scaled = ({ earned, points }: { earned: number; points: number }, to: number): number =>
  points === 0 ? 0 : Math.round((earned * to) / points);

/** What the answer earns by the new question. What a person graded keeps its part. */
const regraded = (
  question: QuizQuestion,
  { answer, earned, item_points: points, graded_at: gradedAt, settings }: Graded,
): number | null => {
  if (earned === null) return null;
  const byPerson = scaled({ earned, points }, question.points);
  return gradedAt === null ? (grade(question, readAnswer(answer), readSettings(settings)) ?? byPerson) : byPerson;
};

const itemAfter = (policy: RegradePolicy, question: QuizQuestion, answered: Graded): number | null => {
  const full = hundredthsOf(question.points);
  if (policy === 'full_credit') return full;
  const renewed = regraded(question, answered);
  if (policy === 'new_only' || renewed === null || answered.earned === null) return renewed;
  return Math.max(
    renewed,
    Math.min(full, scaled({ earned: answered.earned, points: answered.item_points }, question.points)),
  );
};

/** Whether the share of the points becomes smaller. */
export const isLess = (after: Total, before: Total): boolean =>
  after.earned * before.points < before.earned * after.points;

/** What becomes of an attempt when this question becomes another. */
export const changeOf = (policy: RegradePolicy, question: QuizQuestion, answered: Graded): ScoreChange => {
  const { earned, item_points: points, attempt_points: allPoints, items_earned: sum } = answered;
  const before = { earned: earnedOf(sum), points: allPoints };
  const unchanged = { before: { earned, points }, after: { earned, points } };
  const { passPercent } = readSettings(answered.settings);
  const finish = (item: ScoreChange['item']): ScoreChange => {
    const after = {
      earned: earnedOf(sum - (item.before.earned ?? 0) + (item.after.earned ?? 0)),
      points: before.points - item.before.points + item.after.points,
    };
    const isWaiting = answered.others_waiting > 0 || item.after.earned === null;
    const passes = { before: answered.has_passed === 1, after: !isWaiting && isPass(after, passPercent) };
    return { item, total: { before, after }, passes };
  };
  if (policy === 'leave') return finish(unchanged);
  const changed = finish({
    ...unchanged,
    after: { earned: itemAfter(policy, question, answered), points: question.points },
  });
  // A question that is worth more can lower the share of those who got it wrong.
  const loses = isLess(changed.total.after, changed.total.before) || (changed.passes.before && !changed.passes.after);
  return policy === 'nobody_loses' && loses ? finish(unchanged) : changed;
};

export const isSame = ({ item: { before, after } }: ScoreChange): boolean =>
  before.earned === after.earned && before.points === after.points;

/** The submitted attempts whose scores change when the answered question becomes this one. */
export const changesOf = (policy: RegradePolicy, question: QuizQuestion, answers: readonly Answered[]): Change[] =>
  answers
    .map((answered) => ({ answered, ...changeOf(policy, question, answered) }))
    .filter((change) => !isSame(change));

/** `passedOtherwise`: people with another attempt that passes. Previews count nowhere. */
export const effectOf = (
  policy: RegradePolicy,
  {
    changes,
    answers,
    passedOtherwise,
  }: { changes: readonly Change[]; answers: number; passedOtherwise: ReadonlySet<string> },
): RegradeEffect => {
  const rises = changes.filter(({ total }) => isLess(total.before, total.after));
  const falls = changes.filter(({ total }) => isLess(total.after, total.before));
  const people = (list: readonly Change[]) => new Set(list.map(({ answered }) => answered.user_id));
  const passedBefore = people(changes.filter(({ passes }) => passes.before));
  const passAfter = people(changes.filter(({ passes }) => passes.after));
  const nowPass = passAfter.difference(passedBefore).difference(passedOtherwise);
  const noLongerPass = passedBefore.difference(passAfter).difference(passedOtherwise);
  return {
    policy,
    rise: rises.length,
    fall: falls.length,
    stay: answers - rises.length - falls.length,
    nowPass: nowPass.size,
    noLongerPass: noLongerPass.size,
    changes: [...rises, ...falls].slice(0, SHOWN_CHANGES_MAX).map(({ answered, total }) => {
      const settings = readSettings(answered.settings);
      return {
        attemptId: answered.attempt_id,
        fullName: answered.full_name,
        before: scoreOf(total.before, settings),
        after: scoreOf(total.after, settings),
        nowPasses: nowPass.has(answered.user_id),
        noLongerPasses: noLongerPass.has(answered.user_id),
      };
    }),
  };
};
