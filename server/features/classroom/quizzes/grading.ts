import { isEmptyAnswer } from '#contract/quiz-words.ts';
import type { QuizSettings } from '#contract/quiz-settings.ts';
import type { QuizAnswer, QuizQuestion, QuizQuestionType } from '#contract/quiz-questions.ts';

/** Points are counted in hundredths, so that parts of a point add up. */
const HUNDREDTHS = 100;

/** Latin accents; the vowel signs of Indian scripts are letters of their own and stay. */
const ACCENTS = /[\u0300-\u036f]/g;

/** The same for texts that differ only in case, accents and spaces. */
export const normalized = (text: string): string =>
  text.normalize('NFD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Digits of Indian and Arabic scripts begin every sixteen characters from here. */
const asciiDigits = (text: string): string =>
  text.replaceAll(/[०-९০-৯੦-੯૦-૯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String(((digit.codePointAt(0) ?? 0) - 0x66) % 0x80));

const GROUPED = /^[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;

/** The number that a person writes, such as ₹3,20,000 or 12,5; undefined for anything else. */
export const parseNumber = (written: string): number | undefined => {
  const text = asciiDigits(written)
    .replaceAll(/[\s\u00a0\u202f_₹$€£%]/g, '')
    .replace('−', '-');
  const plain = GROUPED.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : undefined;
};

const isAccepted = (given: string, accepted: readonly string[]): boolean =>
  accepted.some((one) => normalized(one) === normalized(given));

const shareOf = (right: number, all: number): number => (all === 0 ? 0 : Math.max(0, right) / all);

const ofChoices = (question: Extract<QuizQuestion, { type: 'multiple' }>, choices: ReadonlySet<string>): number => {
  const correct = question.options.filter(({ isCorrect }) => isCorrect).map(({ id }) => id);
  const hits = correct.filter((id) => choices.has(id)).length;
  // A chosen option that a later version no longer has is a wrong one.
  const wrong = choices.size - hits;
  if (question.isPartial) return shareOf(hits - wrong, correct.length);
  return hits === correct.length && wrong === 0 ? 1 : 0;
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
  single: ({ options }, { choices: [choice] }) =>
    options.some(({ id, isCorrect }) => isCorrect && id === choice) ? 1 : 0,
  multiple: (question, { choices }) => ofChoices(question, new Set(choices)),
  true_false: ({ isTrue }, { choices: [choice] }) => (choice === String(isTrue) ? 1 : 0),
  short: ({ accepted }, { text }) => (isAccepted(text, accepted) ? 1 : 0),
  number: (question, { text }) => (isWithin(parseNumber(text), question) ? 1 : 0),
  order: ({ items }, { choices }) =>
    choices.length === items.length && items.every(({ id }, index) => id === choices[index]) ? 1 : 0,
  // Two pairs may have the same right side.
  match: ({ pairs }, { parts }) => {
    const textOf = new Map(pairs.map(({ rightId, right }) => [rightId, normalized(right)]));
    return shareOf(
      pairs.filter(({ right }, index) => textOf.get(parts[index] ?? '') === normalized(right)).length,
      pairs.length,
    );
  },
  blanks: ({ gaps }, { parts }) =>
    shareOf(gaps.filter((accepted, index) => isAccepted(parts[index] ?? '', accepted)).length, gaps.length),
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
