import { countOf, formatCount } from '../format.ts';
import { readNumber } from '../read-number.ts';
import type { AttemptQuestion, Quiz, QuizAttempt, QuizItemResult, QuizScore } from './quiz-fields.ts';
import type { QuizSettings, ResultVisibility } from './quiz-settings.ts';
import type { QuizAnswer, QuizQuestionType } from './quiz-questions.ts';

const HUNDREDTHS = 100;

/** 2 of 3 points, from hundredths of points. */
export const earnedWords = (earned: number, points: number): string =>
  `${formatCount(earned / HUNDREDTHS)} of ${countOf(points, 'point')}`;

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

const verdicts: Record<Verdict, string> = {
  right: 'Right',
  partly: 'Partly right',
  wrong: 'Not right',
  waiting: 'Waiting for a grade',
};

/** Right; for more than one point, how many of them. */
export const verdictWords = ({ result, points }: Pick<AttemptQuestion, 'result' | 'points'>): string | undefined => {
  const { verdict = null, earned = null } = result ?? {};
  if (verdict === null) return undefined;
  if (verdict === 'wrong' && earned !== null && earned < 0)
    return `${verdicts.wrong}, −${countOf(-earned / HUNDREDTHS, 'point')}`;
  return verdict === 'partly' && earned !== null ? earnedWords(earned, points) : verdicts[verdict];
};

/** The points of what is graded and shown, of how many questions that is, and how many wait for a grade. */
export const countSoFar = (questions: readonly AttemptQuestion[]) => {
  const graded = questions.flatMap(({ result, points }) => {
    const earned = result?.earned ?? null;
    return earned === null ? [] : { earned, points };
  });
  const earned = graded.reduce((sum, one) => sum + one.earned, 0);
  const points = graded.reduce((sum, one) => sum + one.points, 0);
  const waiting = questions.filter(({ result }) => result?.verdict === 'waiting').length;
  return { graded: graded.length, earned: Math.max(0, earned), points, waiting };
};

/** What is counted so far, in words; undefined while there is nothing. */
export const pointsSoFar = (questions: readonly AttemptQuestion[]): string | undefined => {
  const { graded, earned, points, waiting } = countSoFar(questions);
  const words = [
    ...(graded > 0 ? [earnedWords(earned, points)] : []),
    ...(waiting > 0 ? [`${countOf(waiting, 'answer')} waiting for your teacher`] : []),
  ];
  return words.length > 0 ? words.join(', ') : undefined;
};

/** Of an attempt with answers that a person grades. */
const waitingWords = (count: number): string => `Your teacher is marking ${countOf(count, 'answer')}.`;

/** How an attempt ended; with what is missing to the pass mark. */
export const headlineOf = (score: QuizScore | null, passPercent: number): string => {
  if (!score) return 'Submitted';
  if (score.hasPassed) return 'You passed';
  const missing = pointsToPass(score.points, passPercent) - score.earned / HUNDREDTHS;
  const more = formatCount(Math.ceil(missing * 10) / 10);
  return more === '1' ? 'One more point, and you pass' : `${more} more points, and you pass`;
};

/** What remains after an attempt. */
const leftWords = ({ attemptsLeft, hasPassed, settings: { scoring, mustPass } }: Quiz): string => {
  if (hasPassed) return mustPass ? 'The next lecture is open.' : 'You keep your pass.';
  if (attemptsLeft === 0) return 'You have no attempts left.';
  const left =
    attemptsLeft === null ? 'You may try as often as you like.' : `You have ${countOf(attemptsLeft, 'attempt')} left.`;
  return scoring === 'best' ? `${left} Your best score counts, so another attempt cannot lower it.` : left;
};

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

/** In the place of a score that may not be seen. */
const hiddenWords = (showsScore: ResultVisibility, closesAt: string | undefined): string => {
  if (showsScore === 'once_passed') return 'You see your score once you pass, or have no attempts left.';
  if (showsScore === 'after_window')
    return `You see your score once the quiz has closed${closesAt === undefined ? '' : `, on ${closesAt}`}.`;
  return 'The score of this test is not shown.';
};

/** Below the heading of a submitted attempt: what remains, or what it waits for. `at` formats a moment. */
export const resultWords = (attempt: QuizAttempt, quiz: Quiz, at: (instant: string) => string): string => {
  if (attempt.reset) return resetWords(attempt.reset);
  if (attempt.state === 'waiting') {
    const waiting = waitingWords(attempt.questions.filter(({ result }) => result?.verdict === 'waiting').length);
    return attempt.questions.some(({ result }) => (result?.earned ?? null) !== null)
      ? `So far: ${pointsSoFar(attempt.questions)}. ${waiting}`
      : waiting;
  }
  const { closesAt } = quiz.settings;
  if (!attempt.score) return hiddenWords(attempt.showsScore, closesAt === null ? undefined : at(closesAt));
  return quiz.availability === 'closed' && !quiz.hasPassed ? 'This quiz is closed.' : leftWords(quiz);
};

/** Where a learner stands: the heading of a quiz before an attempt, and between two. */
export const standingWords = (quiz: Quiz): string => {
  const { hasPassed, percent, attempts, questions, points, settings } = quiz;
  if (percent !== null) return hasPassed ? `You passed with ${percent}%` : `${percent}% so far`;
  const counted = attempts.filter(({ isReset }) => !isReset);
  if (counted.some(({ state }) => state === 'waiting')) return 'Your answers are being graded';
  if (counted.length > 0) return hasPassed ? 'You passed' : 'You have submitted it';
  const size = countOf(questions, 'question');
  return settings.draw === null ? `${size}, ${countOf(points, 'point')}` : size;
};

/** The button that begins an attempt, or continues the open one. */
export const startWords = ({ openAttemptId, attempts, settings }: Quiz): string => {
  if (openAttemptId !== null) return 'Continue';
  if (attempts.some(({ isReset }) => !isReset)) return `Start attempt ${attempts.length + 1}`;
  return settings.mode === 'test' ? 'Start the test' : 'Start';
};

/** Of an attempt that a teacher has reset. */
const resetWords = ({ reason }: { reason: string }): string =>
  `Your teacher has reset this attempt, so it does not count: ${reason}`;

export const scoreWords = ({ state, score, isReset }: Quiz['attempts'][number]): string => {
  if (isReset) return 'Reset';
  if (state === 'waiting') return 'Waiting for a grade';
  if (!score) return state === 'open' ? 'Not submitted' : 'Submitted';
  return `${score.percent}%${score.hasPassed ? ', passed' : ''}`;
};
