import type { QuizQuestion, QuizQuestionType } from '#contract/classroom/quiz-questions.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[~=#{}:\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

const answer = (sign: string, text: string, feedback = ''): string =>
  `${sign}${escaped(text)}${feedback === '' ? '' : `#${escaped(feedback)}`}`;

type Write<T extends QuizQuestionType> = (question: Extract<QuizQuestion, { type: T }>) => string | undefined;

/** What stands in the braces; undefined for types that GIFT does not have. */
const writers: { [T in QuizQuestionType]: Write<T> } = {
  single: ({ options }) =>
    options.map(({ text, isCorrect, feedback }) => answer(isCorrect ? '=' : '~', text, feedback)).join(' '),
  multiple: ({ options }) => {
    const right = options.filter(({ isCorrect }) => isCorrect).length;
    const share = String(Math.round(10_000_000 / right) / 100_000);
    return options
      .map(({ text, isCorrect, feedback }) => answer(`~%${isCorrect ? share : `-${share}`}%`, text, feedback))
      .join(' ');
  },
  true_false: ({ isTrue }) => (isTrue ? 'TRUE' : 'FALSE'),
  short: ({ accepted }) => accepted.map((text) => answer('=', text)).join(' '),
  number: ({ value, tolerance, isPercent }) =>
    `#${value}:${isPercent ? (Math.abs(value) * tolerance) / 100 : tolerance}`,
  order: () => undefined,
  match: ({ pairs }) => pairs.map(({ left, right }) => `=${escaped(left)} -> ${escaped(right)}`).join(' '),
  blanks: () => undefined,
  long: () => '',
  file: () => undefined,
};

const bracesOf = <T extends QuizQuestionType>(
  type: T,
  question: Extract<QuizQuestion, { type: T }>,
): string | undefined => writers[type](question);

const writeQuestion = (question: QuizQuestion, index: number): string => {
  const braces = bracesOf(question.type, question);
  const title = `::Question ${index + 1}::`;
  if (braces === undefined) return `// Question ${index + 1} (${question.type}) has no form in GIFT: use JSON.`;
  const explanation = question.explanation === '' ? '' : ` ####${escaped(question.explanation)}`;
  return `${title}[markdown]${escaped(question.text)} {${braces}${explanation}}`;
};

/** The questions in Moodle's GIFT format; points are not in it. */
export const writeGift = (questions: readonly QuizQuestion[]): string =>
  `${questions.map(writeQuestion).join('\n\n')}\n`;
