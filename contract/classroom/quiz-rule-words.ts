import { MINUTE_MS } from '../durations.ts';
import { countOf, formatCount, formatLength, listOf } from '../format.ts';
import type { Quiz } from './quiz-fields.ts';
import type { QuizSettings, ResultVisibility } from './quiz-settings.ts';
import { pointsToPass } from './quiz-words.ts';

type Part = keyof QuizSettings['shows'];

const partNames: Record<Part, string> = {
  score: 'your score',
  marks: 'which answers are right',
  answers: 'the right answers',
  explanations: 'explanations',
};

/** What says something more than the others that are shown with it. */
const worthSaying = (parts: ReadonlySet<Part>, when: ResultVisibility): Part[] =>
  [...parts].filter((part) => {
    if (part === 'score') return when !== 'at_once' || parts.size === 1;
    return part === 'answers' || !parts.has('answers');
  });

const shownWords: Record<ResultVisibility, (parts: string) => string> = {
  at_once: (parts) => `After you submit, you see ${parts}.`,
  once_passed: (parts) => `You see ${parts} once you pass, or have no attempts left.`,
  after_window: (parts) => `You see ${parts} once the quiz has closed.`,
  never: () => 'Your score is not shown.',
};

const partsIn = ({ score, marks, answers, explanations }: QuizSettings['shows'], when: ResultVisibility): Set<Part> => {
  const all = [
    ['score', score],
    ['marks', marks],
    ['answers', answers],
    ['explanations', explanations],
  ] as const;
  return new Set(all.flatMap(([part, at]) => (at === when ? part : [])));
};

/** What learners see of the result of a test, and when. */
const revealWords = ({ shows }: Pick<QuizSettings, 'shows'>): string => {
  const sentences = (['at_once', 'once_passed', 'after_window'] as const).flatMap((when) => {
    const parts = worthSaying(partsIn(shows, when), when).map((part) => partNames[part]);
    return parts.length === 0 ? [] : shownWords[when](listOf(parts));
  });
  return [...sentences, ...(shows.score === 'never' ? [shownWords.never('')] : [])].join(' ');
};

const passWords = ({ settings: { passPercent, draw, drawsByTag }, points }: Quiz): string => {
  if (passPercent === 0) return 'You pass when you submit it.';
  // How many points are drawn is known only in the attempt.
  const needed = formatCount(pointsToPass(points, passPercent));
  return draw === null && drawsByTag.length === 0
    ? `You pass with ${passPercent}%, that is ${needed} of ${countOf(points, 'point')}.`
    : `You pass with ${passPercent}%.`;
};

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinal = (number: number): string => ORDINALS[number - 1] ?? `number ${number}`;

const triesWords = ({ settings: { maxAttempts }, attempts, attemptsLeft }: Quiz): string => {
  if (maxAttempts === null || attemptsLeft === null) return 'You may try as often as you like.';
  const times = maxAttempts === 1 ? 'once' : `${maxAttempts} times`;
  if (attemptsLeft === 0) return `You could try ${times}, and have no attempts left.`;
  return maxAttempts === 1 || attempts.length === 0
    ? `You may try ${times}.`
    : `You may try ${times}; the next is your ${ordinal(attempts.length + 1)} attempt.`;
};

const scoringWords: Record<QuizSettings['scoring'], string> = {
  best: 'Your best score counts.',
  last: 'Your last score counts.',
  first: 'Your first score counts.',
  average: 'The average of your scores counts.',
};

const timeLimitOf = ({ mode, timeLimitMinutes }: QuizSettings): number | null =>
  mode === 'test' ? timeLimitMinutes : null;

/** When a quiz opens and closes; '' for always. `at` formats a moment. */
const windowWords = (
  { opensAt, closesAt }: Pick<QuizSettings, 'opensAt' | 'closesAt'>,
  availability: Quiz['availability'],
  at: (instant: string) => string,
): string => {
  if (availability === 'closed') return closesAt === null ? '' : `It closed on ${at(closesAt)}.`;
  const end = 'An attempt that is open then ends.';
  if (availability === 'not_yet' && opensAt !== null)
    return `It opens on ${at(opensAt)}${closesAt === null ? '.' : ` and closes on ${at(closesAt)}. ${end}`}`;
  return closesAt === null ? '' : `It closes on ${at(closesAt)}. ${end}`;
};

const wayWords = ({ mode, isOnePage, canGoBack }: QuizSettings): string =>
  mode === 'test' && !isOnePage && !canGoBack ? 'You see one question at a time, and cannot go back.' : '';

/** The rules of a quiz, as sentences. `at` formats a moment. */
export const ruleSentences = (quiz: Quiz, at: (instant: string) => string): string[] => {
  const { settings, availability } = quiz;
  const { mode, penaltyPercent, mustPass, waitMinutes } = settings;
  const wait = waitMinutes === 0 ? '' : ` Wait ${formatLength(waitMinutes * MINUTE_MS)} between attempts.`;
  const limit = timeLimitOf(settings);
  return [
    windowWords(settings, availability, at),
    mode === 'practice' ? 'You see the right answer after each question.' : revealWords(settings),
    `${passWords(quiz)}${mustPass ? ' The next lectures open once you pass.' : ''}`,
    penaltyPercent === 0 ? '' : `A wrong answer takes ${penaltyPercent}% of its points away; no answer takes nothing.`,
    wayWords(settings),
    `${triesWords(quiz)}${settings.maxAttempts === 1 ? '' : ` ${scoringWords[settings.scoring]}`}${wait}`,
    limit === null
      ? 'There is no time limit. Your answers are kept, on every device.'
      : `You have ${formatLength(limit * MINUTE_MS)}. The clock keeps running if you leave. When it ends, your answers are submitted.`,
  ].filter((sentence) => sentence !== '');
};
