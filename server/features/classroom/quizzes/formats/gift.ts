import { quizMessages } from '#contract/quiz-messages.ts';
import type { NewQuizQuestion } from '#contract/quiz-questions.ts';
import { type Block, blocksOf, type ReadEntry } from './blocks.ts';

const { faults } = quizMessages;

/** What makes an entry unreadable: its message is for its writer. */
class Fault extends Error {}

/** Escaped characters are moved out of the way of the signs of the format, and back when a text is taken. */
const ESCAPED = /\\([~=#{}:\\n])/g;
const PRIVATE_START = 0xe000;
const SIGNS = '~=#{}:\\n';
const hide = (text: string): string =>
  text.replaceAll(ESCAPED, (_, sign: string) => String.fromCodePoint(PRIVATE_START + SIGNS.indexOf(sign)));
const plain = (text: string): string =>
  text
    .replaceAll(/[\uE000-\uE007]/g, (sign) => {
      const original = SIGNS[(sign.codePointAt(0) ?? 0) - PRIVATE_START] ?? '';
      return original === 'n' ? '\n' : original;
    })
    .trim();

interface Answer {
  isRight: boolean;
  /** The percentage between signs of percent. */
  weight: number | undefined;
  text: string;
  feedback: string;
}

const ANSWER = /([=~])\s*(?:%(-?\d+(?:\.\d+)?)%)?([^=~#]*)(?:#((?:[^=~])*))?/g;

const answersOf = (text: string): Answer[] =>
  [...text.matchAll(ANSWER)].map(([, sign, weight, answer = '', feedback = '']) => ({
    isRight: sign === '=',
    weight: weight === undefined ? undefined : Number(weight),
    text: plain(answer),
    feedback: plain(feedback),
  }));

type Answers =
  | Pick<Extract<NewQuizQuestion, { type: 'single' }>, 'type' | 'options'>
  | Pick<Extract<NewQuizQuestion, { type: 'multiple' }>, 'type' | 'options' | 'isPartial'>
  | Pick<Extract<NewQuizQuestion, { type: 'true_false' }>, 'type' | 'isTrue'>
  | Pick<Extract<NewQuizQuestion, { type: 'short' }>, 'type' | 'accepted'>
  | Pick<Extract<NewQuizQuestion, { type: 'number' }>, 'type' | 'value' | 'tolerance'>
  | Pick<Extract<NewQuizQuestion, { type: 'match' }>, 'type' | 'pairs'>
  | Pick<Extract<NewQuizQuestion, { type: 'long' }>, 'type'>;

const numberOf = (text: string): number => {
  if (!/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text)) throw new Fault(faults.badNumber);
  return Number(text);
};

/** `5`, `5:0.5` or `4.5..5.5`. */
const readNumber = (text: string): Answers => {
  const first = text.includes('=') ? (answersOf(text).find(({ isRight }) => isRight)?.text ?? '') : text.split('#')[0];
  const [from, to] = (first ?? '').split('..');
  if (to !== undefined && from !== undefined) {
    const [low, high] = [numberOf(from), numberOf(to)];
    return { type: 'number', value: (low + high) / 2, tolerance: Math.abs(high - low) / 2 };
  }
  const [value = '', tolerance] = (first ?? '').split(':');
  return { type: 'number', value: numberOf(value), tolerance: tolerance === undefined ? 0 : numberOf(tolerance) };
};

const readMatch = (answers: readonly Answer[]): Answers => ({
  type: 'match',
  pairs: answers.map(({ text }) => {
    const [left = '', right = ''] = text.split('->');
    if (left.trim() === '' || right.trim() === '') throw new Fault(faults.emptyAnswer);
    return { left, right };
  }),
});

const readChoices = (answers: readonly Answer[]): Answers => {
  const right = answers.filter(({ isRight }) => isRight);
  if (answers.length < 2) throw new Fault(faults.fewOptions);
  const options = (isCorrect: (answer: Answer) => boolean) =>
    answers.map((answer) => ({ text: answer.text, feedback: answer.feedback, isCorrect: isCorrect(answer) }));
  if (right.length === 1) {
    if (answers.some(({ isRight, weight = 0 }) => !isRight && weight > 0)) throw new Fault(faults.mixedWeights);
    return { type: 'single', options: options(({ isRight }) => isRight) };
  }
  const isCorrect = ({ isRight, weight = 0 }: Answer): boolean => isRight || weight > 0;
  if (!answers.some(isCorrect)) throw new Fault(faults.noRight);
  return { type: 'multiple', isPartial: right.length === 0, options: options(isCorrect) };
};

const readAnswers = (braces: string): Answers => {
  const text = braces.trim();
  if (text === '') return { type: 'long' };
  const [, truth] = /^(T|TRUE|F|FALSE)\s*(?:#|$)/i.exec(text) ?? [];
  if (truth !== undefined) return { type: 'true_false', isTrue: /^t/i.test(truth) };
  if (text.startsWith('#')) return readNumber(text.slice(1));
  const answers = answersOf(text);
  if (answers.length === 0) throw new Fault(faults.noAnswers);
  if (answers.some((answer) => answer.text === '')) throw new Fault(faults.emptyAnswer);
  if (answers.every((answer) => answer.isRight && answer.text.includes('->'))) return readMatch(answers);
  if (answers.every(({ isRight }) => isRight)) return { type: 'short', accepted: answers.map((one) => one.text) };
  return readChoices(answers);
};

const GENERAL = /####([^]*)$/;
/** A title, which questions do not have here, and the format of the text. */
const HEAD = /^\s*(?:::[^]*?::)?\s*(?:\[(?:html|moodle|plain|markdown)\])?/;

const readQuestion = (block: string): NewQuizQuestion => {
  const hidden = hide(block).replace(HEAD, '');
  const [open, close] = [hidden.indexOf('{'), hidden.lastIndexOf('}')];
  if (open === -1) throw new Fault(faults.noAnswers);
  if (close < open) throw new Fault(faults.unclosed);
  const braces = hidden.slice(open + 1, close);
  const after = plain(hidden.slice(close + 1));
  const before = plain(hidden.slice(0, open));
  // An answer in the middle of a sentence leaves a gap there.
  const text = after === '' ? before : `${before} _____ ${after}`;
  if (text === '') throw new Fault(faults.noText);
  const explanation = plain(GENERAL.exec(braces)?.[1] ?? '');
  return { ...readAnswers(braces.replace(GENERAL, '')), text, explanation };
};

const readBlock = ({ line, text }: Block): ReadEntry[] => {
  const body = text.replace(/^\s*\$CATEGORY:.*(?:\n|$)/, '');
  if (body.trim() === '') return [];
  try {
    return [{ line, question: readQuestion(body) }];
  } catch (error) {
    if (error instanceof Fault) return [{ line, fault: error.message }];
    throw error;
  }
};

/** Reads questions in Moodle's GIFT format. Titles and categories are left out. */
export const readGift = (text: string): ReadEntry[] =>
  blocksOf(text, (line) => line.trimStart().startsWith('//')).flatMap(readBlock);
