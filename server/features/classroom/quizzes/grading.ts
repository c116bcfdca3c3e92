import { foldText } from '#contract/fold-text.ts';
import { readNumber } from '#contract/read-number.ts';
import { isEmptyAnswer, lookOf } from '#contract/classroom/quiz-words.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { QuizAnswer, QuizQuestion, QuizQuestionType } from '#contract/classroom/quiz-questions.ts';

/** Points are counted in hundredths, so that parts of a point add up. */
const HUNDREDTHS = 100;

const foldedKeys = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Versions stay in memory, so their keys are folded once. */
const foldedKey = (accepted: readonly string[]): ReadonlySet<string> => {
  const folded = foldedKeys.get(accepted) ?? new Set(accepted.map(foldText));
  foldedKeys.set(accepted, folded);
  return folded;
};

const isAccepted = (given: string, accepted: readonly string[]): boolean => foldedKey(accepted).has(foldText(given));

const shareOf = (right: number, all: number): number => (all === 0 ? 0 : Math.max(0, right) / all);

interface Look {
  id: string;
  text: string;
  media: string | null;
}

/** The looks of chosen options. One that a later version no longer has looks like nothing else. */
const looksOf = (options: readonly Look[], choices: readonly string[]): string[] => {
  const looks = new Map(options.map((option) => [option.id, lookOf(option)]));
  return choices.map((id) => looks.get(id) ?? id);
};

const rightLooks = (options: readonly (Look & { isCorrect: boolean })[]): Set<string> =>
  new Set(options.filter(({ isCorrect }) => isCorrect).map(lookOf));

const ofChoices = (
  { options, isPartial }: Extract<QuizQuestion, { type: 'multiple' }>,
  choices: readonly string[],
): number => {
  const [correct, chosen] = [rightLooks(options), new Set(looksOf(options, choices))];
  const hits = correct.intersection(chosen).size;
  const wrong = chosen.size - hits;
  if (isPartial) return shareOf(hits - wrong, correct.size);
  return hits === correct.size && wrong === 0 ? 1 : 0;
};

/** Which pairs or gaps are right; none for other questions. */
export const partsOf = (question: QuizQuestion, { parts }: Pick<QuizAnswer, 'parts'>): boolean[] => {
  if (question.type === 'blanks')
    return question.gaps.map((accepted, index) => isAccepted(parts[index] ?? '', accepted));
  if (question.type !== 'match') return [];
  const rights = question.pairs.map(({ rightId: id, right: text, rightMedia: media }) => ({ id, text, media }));
  const looks = looksOf(rights, parts);
  return rights.map((right, index) => lookOf(right) === looks[index]);
};

const shareOfParts = (question: QuizQuestion, answer: QuizAnswer): number => {
  const right = partsOf(question, answer);
  return shareOf(right.filter(Boolean).length, right.length);
};

const isWithin = (value: number | undefined, { value: right, tolerance, isPercent }: NumberKey): boolean => {
  if (value === undefined) return false;
  const allowed = isPercent ? (Math.abs(right) * tolerance) / 100 : tolerance;
  // A number such as 0.3 has no exact form.
  return Math.abs(value - right) <= allowed + Number.EPSILON * Math.max(1, Math.abs(right), Math.abs(value)) * 4;
};

type NumberKey = Pick<Extract<QuizQuestion, { type: 'number' }>, 'value' | 'tolerance' | 'isPercent'>;
type Share<T extends QuizQuestionType> = (
  question: Extract<QuizQuestion, { type: T }>,
  answer: QuizAnswer,
) => number | null;

const shares: { [T in QuizQuestionType]: Share<T> } = {
  single: ({ options }, { choices }) =>
    looksOf(options, choices.slice(0, 1)).some((look) => rightLooks(options).has(look)) ? 1 : 0,
  multiple: (question, { choices }) => ofChoices(question, choices),
  true_false: ({ isTrue }, { choices: [choice] }) => (choice === String(isTrue) ? 1 : 0),
  short: ({ accepted }, { text }) => (isAccepted(text, accepted) ? 1 : 0),
  number: (question, { text }) => (isWithin(readNumber(text), question) ? 1 : 0),
  order: ({ items }, { choices }) => {
    const looks = looksOf(items, choices);
    return looks.length === items.length && items.every((item, index) => lookOf(item) === looks[index]) ? 1 : 0;
  },
  match: (question, answer) => shareOfParts(question, answer),
  blanks: (question, answer) => shareOfParts(question, answer),
  long: () => null,
  file: (_, { file }) => (file ? null : 0),
};

const shareFor = <T extends QuizQuestionType>(
  type: T,
  question: Extract<QuizQuestion, { type: T }>,
  answer: QuizAnswer,
): number | null => shares[type](question, answer);

/**
 * The hundredths of a point that an answer earns; null for what a person grades. No answer earns none, and a wrong one loses its
 * part of the points.
 */
export const grade = (
  question: QuizQuestion,
  answer: QuizAnswer | null,
  { penaltyPercent }: Pick<QuizSettings, 'penaltyPercent'>,
): number | null => {
  if (answer === null || isEmptyAnswer(answer)) return 0;
  const share = shareFor(question.type, question, answer);
  if (share === null) return null;
  return share === 0 ? 0 - penaltyPercent * question.points : Math.round(share * question.points * HUNDREDTHS);
};

export const hundredthsOf = (points: number): number => points * HUNDREDTHS;

/** Whether hundredths of points are enough of all points. */
export const isPass = ({ earned, points }: { earned: number; points: number }, passPercent: number): boolean =>
  earned >= passPercent * points;

/** From 0 to 100, rounded; below the pass mark whatever does not pass, so that 69.9 does not look like 70. */
export const percentOf = (total: { earned: number; points: number }, passPercent: number): number => {
  if (total.points === 0) return 0;
  const rounded = Math.round(total.earned / total.points);
  return isPass(total, passPercent) ? rounded : Math.min(rounded, passPercent - 1);
};
