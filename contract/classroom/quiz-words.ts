import { readNumber } from '../read-number.ts';
import type { AttemptQuestion, QuizItemResult } from './quiz-fields.ts';
import type { QuizSettings } from './quiz-settings.ts';
import type { QuizAnswer, QuizQuestionType } from './quiz-questions.ts';

/** Whole points: parts of one are rare, and the rules are said before. */
export const pointsToPass = (points: number, passPercent: number): number => Math.ceil((points * passPercent) / 100);

export const modeNames: Record<QuizSettings['mode'], string> = { practice: 'Practice', test: 'Test' };

export const instructions: Record<QuizQuestionType, string> = {
  single: 'Choose one.',
  multiple: 'Choose all that are right.',
  true_false: 'Choose one.',
  short: 'Write a few words.',
  number: 'Write a number.',
  order: 'Put them in order.',
  match: 'Match each one.',
  blanks: 'Fill in the gaps.',
  long: 'Write your answer. Your teacher marks it.',
  file: 'Send a file of up to 20 MB. Your teacher marks it.',
};

export type Verdict = NonNullable<QuizItemResult['verdict']>;

const TRUE_FALSE = [
  { id: 'true', text: 'True', media: null },
  { id: 'false', text: 'False', media: null },
];

/** What is chosen from. */
export const optionsOf = ({ type, options }: Pick<AttemptQuestion, 'type' | 'options'>) =>
  type === 'true_false' ? TRUE_FALSE : options;

type Shape = Pick<AttemptQuestion, 'type' | 'options' | 'lefts' | 'gaps'>;

/** Numbers the texts whose order is part of the answer. */
export const numbered = ({ type, gaps }: Shape, texts: readonly string[]): string[] =>
  type === 'order' || (type === 'blanks' && gaps > 1)
    ? texts.map((text, index) => `${index + 1}. ${text}`)
    : [...texts];

/** The texts of an answer; none when nothing is answered. */
export const answerTexts = (question: Shape, answer: QuizAnswer): string[] =>
  numbered(question, plainAnswer(question, answer));

const plainAnswer = (question: Shape, { choices, text, parts, file }: QuizAnswer): string[] => {
  // A copy on a device may be older than files.
  if (file) return [file.name];
  const textOf = (id: string): string => optionsOf(question).find((option) => option.id === id)?.text ?? '';
  if (question.type === 'match')
    return question.lefts.flatMap((left, index) => {
      const right = textOf(parts[index] ?? '');
      return right === '' ? [] : `${left} → ${right}`;
    });
  if (question.type === 'blanks')
    return parts.some((part) => part !== '')
      ? Array.from({ length: question.gaps }, (_, index) => parts[index] || '–')
      : [];
  return choices.length > 0 ? choices.map(textOf) : [text].filter((written) => written.trim() !== '');
};

/** Whether nothing is answered; some of several parts are enough. */
export const isEmptyAnswer = ({ choices, text, parts, file }: QuizAnswer): boolean =>
  choices.length === 0 && text.trim() === '' && parts.every((part) => part.trim() === '') && !file;

/** What learners see of an option: two that look the same are the same, whatever their ids. */
export const lookOf = ({ text, media }: { text: string; media: string | null }): string =>
  JSON.stringify([text.normalize('NFC'), media]);

/** What a typed number is read as, said at once; undefined where that is what was typed. */
export const readWords = (typed: string): string | undefined => {
  const text = typed.trim();
  if (text === '') return undefined;
  const value = readNumber(text);
  if (value === undefined) return 'This is not read as a number. Write it without words or a unit, such as 12.5.';
  return String(value) === text ? undefined : `Read as ${value}`;
};

/** Types of which a person grades the answers. */
export const isGradedByPerson = (type: QuizQuestionType): boolean => type === 'long' || type === 'file';

/** Above the explanation of a checked answer. */
export const verdictHeadings: Record<Verdict, string> = {
  right: 'That’s right',
  partly: 'Partly right',
  wrong: 'Not this one',
  waiting: 'Your teacher marks this answer',
};
