import type { Repaired } from '#contract/file-report.ts';
import { quizMessages } from '#contract/classroom/quiz-messages.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { readNumber } from '#contract/read-number.ts';
import { type Block, blocksOf, Fault, type ReadEntry, type ReadFile } from './blocks.ts';
import { splitFormat, type TextFormat, withoutHtml } from './html-text.ts';

const { faults, notes } = quizMessages;

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

const ANSWER = /([=~])\s*(?:%(-?\d+(?:[.,]\d+)?)%)?([^=~#]*)(?:#((?:[^=~])*))?/g;

/** Answers and what is said about them are shown without marks. */
const shown = (text: string, format: TextFormat): string => withoutHtml(plain(text), format, { isMarkdown: false });
const explained = (text: string, format: TextFormat): string => withoutHtml(plain(text), format, { isMarkdown: true });

const answersOf = (text: string, format: TextFormat): Answer[] =>
  [...text.matchAll(ANSWER)].map(([, sign, weight, answer = '', feedback = '']) => ({
    isRight: sign === '=',
    weight: weight === undefined ? undefined : Number(weight.replace(',', '.')),
    text: shown(answer, format),
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
  const value = readNumber(text);
  if (value === undefined) throw new Fault(faults.badNumber);
  return value;
};

/** Says what of a question was left out, so that the rest could be read. */
type Note = (what: string) => void;

/** What braces say: the answers, and feedback that only an explanation can hold. */
type Read = Answers & { feedbacks?: readonly string[] };

const feedbacksOf = (answers: readonly Answer[]): string[] => answers.map(({ feedback }) => feedback);

const isPartOfAll = ({ weight = 100 }: Answer): boolean => weight !== 100;

/** `5`, `5:0.5` or `4.5..5.5`. */
const readRange = (text: string): Answers => {
  const [from = '', to] = text.split('..');
  if (to !== undefined) {
    const [low, high] = [numberOf(from), numberOf(to)];
    return { type: 'number', value: (low + high) / 2, tolerance: Math.abs(high - low) / 2 };
  }
  const [value = '', tolerance] = text.split(':');
  return { type: 'number', value: numberOf(value), tolerance: tolerance === undefined ? 0 : numberOf(tolerance) };
};

const readNumeric = (text: string, format: TextFormat, note: Note): Read => {
  if (!/^\s*[=~]/.test(text)) {
    const [number = '', ...feedbacks] = text.split('#');
    return { ...readRange(number), feedbacks: feedbacks.map(plain) };
  }
  const answers = answersOf(text, format);
  const right = answers.filter((answer) => answer.isRight && !isPartOfAll(answer));
  if (right.length !== 1) throw new Fault(faults.severalNumbers);
  if (answers.some(({ weight = 0 }) => weight > 0 && weight < 100)) note(notes.partial);
  return { ...readRange(right[0]?.text ?? ''), feedbacks: feedbacksOf(answers) };
};

const readMatch = (answers: readonly Answer[], note: Note): Answers => {
  const pairs = answers.map(({ text }) => {
    const [left = '', right = ''] = text.split('->').map((part) => part.trim());
    if (right === '') throw new Fault(faults.emptyAnswer);
    return { left, right };
  });
  for (const { left, right } of pairs) if (left === '') note(notes.distractor(right));
  return { type: 'match', pairs: pairs.filter(({ left }) => left !== '') };
};

const readShort = (answers: readonly Answer[], note: Note): Answers => {
  const whole = answers.filter((answer) => !isPartOfAll(answer));
  if (whole.length === 0) throw new Fault(faults.partOfShort);
  if (answers.some(({ weight = 100 }) => weight > 0 && weight < 100)) note(notes.partial);
  const accepted = whole.map(({ text }) => text);
  if (accepted.some((text) => text.includes('*'))) note(notes.wildcard);
  return { type: 'short', accepted };
};

const SUM_TOLERANCE = 1;

/** Right answers count the same here, and wrong ones take that much away. */
const isEven = (right: readonly Answer[]): boolean => {
  const weights = right.map(({ weight = 100 }) => weight);
  const spread = Math.max(...weights) - Math.min(...weights);
  const isWhole = weights.every((weight) => weight === 100);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return spread < SUM_TOLERANCE && (isWhole || Math.abs(sum - 100) < SUM_TOLERANCE);
};

const readChoices = (answers: readonly Answer[], format: TextFormat, note: Note): Answers => {
  const right = answers.filter(({ isRight }) => isRight);
  if (answers.length < 2) throw new Fault(faults.fewOptions);
  if (right.some(({ weight = 100 }) => weight <= 0)) throw new Fault(faults.negativeRight);
  const options = (isCorrect: (answer: Answer) => boolean) =>
    answers.map((answer) => ({
      text: answer.text,
      feedback: shown(answer.feedback, format),
      isCorrect: isCorrect(answer),
    }));
  const takesAway = answers.some(({ isRight, weight = 0 }) => !isRight && weight < 0);
  if (right.length === 1) {
    if (right.some(isPartOfAll) || answers.some(({ isRight, weight = 0 }) => !isRight && weight > 0))
      throw new Fault(faults.mixedWeights);
    if (takesAway) note(notes.negative);
    return { type: 'single', options: options(({ isRight }) => isRight) };
  }
  const isCorrect = ({ isRight, weight = 0 }: Answer): boolean => isRight || weight > 0;
  const correct = answers.filter(isCorrect);
  if (correct.length === 0) throw new Fault(faults.noRight);
  if (!isEven(correct)) throw new Fault(faults.unevenWeights);
  const isPartial = right.length === 0 || correct.every(isPartOfAll);
  if (takesAway && !isPartial) note(notes.negative);
  return { type: 'multiple', isPartial, options: options(isCorrect) };
};

const TRUTH = /^(T|TRUE|F|FALSE)\s*(?:#([^]*))?$/i;

const readAnswers = (braces: string, format: TextFormat, note: Note): Read => {
  const text = braces.trim();
  if (text === '') return { type: 'long' };
  const [, truth, said = ''] = TRUTH.exec(text) ?? [];
  if (truth !== undefined)
    return { type: 'true_false', isTrue: /^t/i.test(truth), feedbacks: said.split('#').map(plain) };
  if (text.startsWith('#')) return readNumeric(text.slice(1), format, note);
  const answers = answersOf(text, format);
  if (answers.length === 0) throw new Fault(faults.noAnswers);
  if (answers.some((answer) => answer.text === '')) throw new Fault(faults.emptyAnswer);
  if (!answers.every(({ isRight }) => isRight)) return readChoices(answers, format, note);
  const feedbacks = feedbacksOf(answers);
  if (answers.every((answer) => answer.text.includes('->'))) return { ...readMatch(answers, note), feedbacks };
  return { ...readShort(answers, note), feedbacks };
};

/** One feedback is part of what explains the answer to everyone; more would need to tell the answers apart. */
const explanationOf = (
  feedbacks: readonly string[],
  { general, format, note }: { general: string; format: TextFormat; note: Note },
): string => {
  const said = [...new Set(feedbacks)].filter((text) => text !== '');
  if (said.length > 1) note(notes.feedbacks);
  return [...(said.length > 1 ? [] : said), general]
    .map((text) => explained(text, format))
    .filter((text) => text !== '')
    .join('\n\n');
};

const GENERAL = /####([^]*)$/;
/** A title, which questions do not have here. */
const TITLE = /^\s*(?:::[^]*?::)?/;
/** A block that a program wrote has a title or names its format. */
const IS_EXPORTED = /^\s*(?:::|\[(?:html|moodle|plain|markdown)\])/;
/** Where the answers were in the text. */
const GAP = '\uE010';

const readQuestion = (hiddenBlock: string, note: Note): NewQuizQuestion => {
  const { format, text: hidden } = splitFormat(hiddenBlock.replace(TITLE, ''), 'moodle');
  const [open, close] = [hidden.indexOf('{'), hidden.lastIndexOf('}')];
  if (open === -1) throw new Fault(IS_EXPORTED.test(hiddenBlock) ? faults.description : faults.noAnswers);
  if (close < open) throw new Fault(faults.unclosed);
  const braces = hidden.slice(open + 1, close);
  if (braces.includes('{')) throw new Fault(faults.severalBraces);
  const [before, after] = [plain(hidden.slice(0, open)), plain(hidden.slice(close + 1))];
  // An answer in the middle of a sentence leaves a gap there. The end of a paragraph is no sentence.
  const isInside = after.replaceAll(/<\/?[a-z]+\s*\/?>/gi, '').trim() !== '';
  const asked = explained(isInside ? `${before} ${GAP} ${after}` : `${before}${after}`, format);
  const text = asked.replace(GAP, '_____');
  if (text === '') throw new Fault(faults.noText);
  const { feedbacks = [], ...answers } = readAnswers(braces.replace(GENERAL, ''), format, note);
  const general = GENERAL.exec(braces)?.[1] ?? '';
  return { ...answers, text, explanation: explanationOf(feedbacks, { general, format, note }) };
};

/** Cuts a block after each line that closes braces, where other braces follow: writers forget the empty line. */
function* questionsIn({ line, text }: Block): Generator<Block> {
  let from = 0;
  let number = line;
  for (let open = text.indexOf('{'); open !== -1;) {
    const close = text.indexOf('}', open);
    const next = close === -1 ? -1 : text.indexOf('{', close);
    const inLine = next === -1 ? -1 : text.slice(close, next).indexOf('\n');
    if (inLine !== -1) {
      const lineEnd = close + inLine;
      yield { line: number, text: text.slice(from, lineEnd) };
      number += text.slice(from, lineEnd + 1).split('\n').length - 1;
      from = lineEnd + 1;
    }
    open = next;
  }
  yield { line: number, text: text.slice(from) };
}

/** Reads questions in Moodle's GIFT format. Titles and categories are left out. */
export const readGift = (text: string): ReadFile => {
  const repaired: Repaired[] = [];
  const readBlock = ({ line, text: block }: Block): ReadEntry => {
    const said: Repaired[] = [];
    try {
      const question = readQuestion(block, (what) => said.push({ line, what }));
      repaired.push(...said);
      return { line, question };
    } catch (error) {
      if (error instanceof Fault) return { line, fault: error.message };
      throw error;
    }
  };
  const withoutCategories = hide(text).replaceAll(/^[ \t]*\$CATEGORY:.*$/gm, '');
  const blocks = blocksOf(withoutCategories, (line) => line.trimStart().startsWith('//'));
  return { entries: blocks.flatMap((block) => [...questionsIn(block)].map(readBlock)), repaired, leftOut: [] };
};
