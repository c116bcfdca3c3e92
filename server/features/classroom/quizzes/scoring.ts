import type { QuizScore } from '#contract/classroom/quiz-fields.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { isPass, percentOf } from './grading.ts';
import { readSettings } from './versions.ts';

/** Neither tried out by the people of the course, nor reset. */
export const isCounted = ({ is_preview, reset_id }: Pick<QuizAttemptRow, 'is_preview' | 'reset_id'>): boolean =>
  is_preview === 0 && reset_id === null;

type ScoredItem = Pick<QuizAttemptItemRow, 'earned' | 'points'>;

/** What the items earn together: no fewer than 0. */
export const earnedOf = (earned: number): number => Math.max(0, earned);

/** The score of an attempt from its items: it waits while a person has to grade one. */
export const totalOf = (items: readonly ScoredItem[], { passPercent }: Pick<QuizSettings, 'passPercent'>) => {
  const total = {
    earned: earnedOf(items.reduce((sum, { earned }) => sum + (earned ?? 0), 0)),
    points: items.reduce((sum, { points }) => sum + points, 0),
  };
  const isWaiting = items.some(({ earned }) => earned === null);
  return {
    ...total,
    state: isWaiting ? ('waiting' as const) : ('graded' as const),
    has_passed: !isWaiting && isPass(total, passPercent) ? 1 : 0,
  };
};

export const scoreOf = (
  total: { earned: number; points: number },
  { passPercent }: Pick<QuizSettings, 'passPercent'>,
): QuizScore => ({ ...total, percent: percentOf(total, passPercent), hasPassed: isPass(total, passPercent) });

/** Null before it is submitted, and while a person grades. */
export const attemptScore = ({
  state,
  earned,
  points,
  settings,
}: Pick<QuizAttemptRow, 'state' | 'earned' | 'points' | 'settings'>): QuizScore | null =>
  state === 'graded' && earned !== null ? scoreOf({ earned, points }, readSettings(settings)) : null;

/** What counts of several attempts, from 0 to 100; null without one. */
export const countedPercent = (scores: readonly QuizScore[], scoring: QuizSettings['scoring']): number | null => {
  const percents = scores.map(({ percent }) => percent);
  if (percents.length === 0) return null;
  switch (scoring) {
    case 'best':
      return Math.max(...percents);
    case 'first':
      return percents[0] ?? null;
    case 'last':
      return percents.at(-1) ?? null;
    default:
      return Math.round(percents.reduce((sum, percent) => sum + percent, 0) / percents.length);
  }
};
