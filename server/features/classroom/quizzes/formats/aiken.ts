import { quizMessages } from '#contract/classroom/quiz-messages.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import type { ReadEntry, ReadFile } from './blocks.ts';
import { quotedOption } from './quoted-option.ts';

const { faults } = quizMessages;

const OPTION = /^\(?([A-Za-z])[.)]\s*(.*)$/;
const ANSWER = /^ANSWER\s*[:：=.]\s*(.*)$/i;
const FEEDBACK = /^(?:FEEDBACK|EXPLANATION)\s*[:：]\s*(.*)$/i;
/** `B`, `B.`, `B) Two`, `A, C` and `AC`. */
const LETTERS = /^([a-z](?:\s*(?:[,;/&+]|and)?\s*[a-z])*)(?:[.)].*)?$/i;

interface Line {
  /** From 1. */
  number: number;
  text: string;
  /** Whether an empty line is above it. */
  isApart: boolean;
}

interface Option {
  /** From 0. */
  letter: number;
  line: Line;
  text: string;
  /** Lines after its first: of the answer, or of the next question when this one has no line `ANSWER:`. */
  more: Line[];
}

interface Draft {
  text: Line[];
  options: Option[];
}

const indexOfLetter = (letter: string): number => letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);

const textOf = ({ text, more }: Option): string => [text, ...more.map((line) => line.text)].join(' ').trim();

/** Letters of the right options, by their letters or by the text of one. */
const rightOf = (answer: string, options: readonly Option[]): Set<number> => {
  const byText = options[quotedOption(answer, options.map(textOf))];
  const letters = (LETTERS.exec(answer)?.[1] ?? '').replaceAll(/and|[^a-z]/gi, '');
  return new Set(byText ? [byText.letter] : letters.split('').map(indexOfLetter));
};

const lineOf = ({ text, options }: Draft): number => text[0]?.number ?? options[0]?.line.number ?? 1;

const finish = (draft: Draft, answer: Line, said: string): ReadEntry => {
  const line = lineOf(draft);
  const { options } = draft;
  const empty = options.find((option) => textOf(option) === '');
  if (draft.text.length === 0) return { line: options[0]?.line.number ?? answer.number, fault: faults.noText };
  if (empty) return { line: empty.line.number, fault: faults.emptyAnswer };
  if (options.length < 2) return { line, fault: faults.fewOptions };
  const right = rightOf(said, options);
  if (right.size === 0 || right.difference(new Set(options.map(({ letter }) => letter))).size > 0)
    return { line: answer.number, fault: faults.unknownAnswer };
  const question: NewQuizQuestion = {
    type: right.size === 1 ? 'single' : 'multiple',
    text: draft.text.map(({ text }) => text).join('\n'),
    options: options.map((option) => ({ text: textOf(option), isCorrect: right.has(option.letter) })),
  };
  return { line, question };
};

function* linesOf(text: string): Generator<Line> {
  let isApart = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') yield { number: index + 1, text: line.trim(), isApart };
    isApart = line.trim() === '';
  }
}

/**
 * Reads questions in the Aiken format: a question, answers with letters, and a line `ANSWER: B`, which ends it. Empty lines count
 * for nothing, except that they tell a question whose line `ANSWER:` is missing from the next one.
 */
export const readAiken = (given: string): ReadFile => {
  const entries: ReadEntry[] = [];
  let draft: Draft = { text: [], options: [] };
  const leave = (): void => {
    if (draft.text.length > 0 || draft.options.length > 0)
      entries.push({ line: lineOf(draft), fault: faults.noAnswerLine });
  };
  const take = (line: Line): void => {
    const last = draft.options.at(-1);
    const [option, letter = '', text = ''] = OPTION.exec(line.text) ?? [];
    const index = indexOfLetter(letter);
    const next = last ? last.letter + 1 : 0;
    const found: Option = { letter: index, line, text, more: [] };
    if (option !== undefined && (index === next || (letter < 'a' && index > next))) draft.options.push(found);
    else if (option !== undefined && index === 0 && last && draft.text.length === 0 && draft.options.length === 1)
      // A question that begins like an answer.
      draft = { text: [last.line, ...last.more], options: [found] };
    else if (option !== undefined && index === 0 && last) {
      const asked = last.more.splice(0);
      leave();
      draft = { text: asked, options: [found] };
    } else if (last && line.isApart && option === undefined) {
      leave();
      draft = { text: [line], options: [] };
    } else (last?.more ?? draft.text).push(line);
  };
  for (const line of linesOf(given)) {
    const answer = ANSWER.exec(line.text)?.[1];
    const feedback = FEEDBACK.exec(line.text)?.[1];
    const last = entries.at(-1);
    if (answer !== undefined) {
      entries.push(finish(draft, line, answer.trim()));
      draft = { text: [], options: [] };
    } else if (feedback !== undefined && draft.text.length === 0 && last && 'question' in last)
      last.question.explanation = feedback;
    else take(line);
  }
  leave();
  return { entries, repaired: [], leftOut: [] };
};
