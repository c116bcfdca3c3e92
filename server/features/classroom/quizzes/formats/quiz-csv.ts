import { foldText } from '#contract/fold-text.ts';
import { quizMessages } from '#contract/classroom/quiz-messages.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { readNumber } from '#contract/read-number.ts';
import { type CsvRow, readCsv } from '#server/http/file/csv-rows.ts';
import { Fault, type ReadEntry, type ReadFile } from './blocks.ts';
import { quotedOption } from './quoted-option.ts';

const { faults } = quizMessages;

type Cells = ReadonlyMap<string, string>;

/** With the empty ones: a key may say the place of an option. */
const optionsOf = (cells: Cells): string[] =>
  [...cells].filter(([name]) => /^option ?\d+$/.test(name)).map(([, text]) => text);

/** Letters, numbers or texts of the right options, separated by `|`. */
const rightOf = (answer: string, options: readonly string[]): Set<number> =>
  new Set(
    answer.split('|').map((given) => {
      const text = given.trim();
      const quoted = quotedOption(text, options);
      const byLetter = /^[a-z]$/i.test(text) ? text.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) : -1;
      const index = quoted === -1 ? (/^\d+$/.test(text) ? Number(text) - 1 : byLetter) : quoted;
      if (!options[index]) throw new Fault(faults.unknownAnswer);
      return index;
    }),
  );

const choicesOf = (cells: Cells) => {
  const texts = optionsOf(cells);
  if (texts.filter(Boolean).length < 2) throw new Fault(faults.fewOptions);
  const right = rightOf(cells.get('answer') ?? '', texts);
  return texts.map((text, index) => ({ text, isCorrect: right.has(index) })).filter(({ text }) => text !== '');
};

const numberOf = (text: string | undefined): number => {
  const value = readNumber(text ?? '');
  if (value === undefined) throw new Fault(faults.badNumber);
  return value;
};

const alternatives = (cells: Cells): string[] =>
  (cells.get('answer') ?? '')
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== '');

const readTyped = (type: string, cells: Cells, text: string): NewQuizQuestion => {
  switch (type) {
    case 'single':
      return { type, text, options: choicesOf(cells) };
    case 'multiple':
      return { type, text, options: choicesOf(cells) };
    case 'true_false':
      if (!/^(true|false)$/i.test(cells.get('answer') ?? '')) throw new Fault(faults.unknownAnswer);
      return { type, text, isTrue: /^true$/i.test(cells.get('answer') ?? '') };
    case 'short':
      return { type, text, accepted: alternatives(cells) };
    case 'number': {
      const [value, tolerance = '0'] = (cells.get('answer') ?? '').split(/±|\+\/-/);
      return {
        type,
        text,
        value: numberOf(value),
        tolerance: numberOf(tolerance),
        isPercent: /[%٪％]\s*$/.test(tolerance),
      };
    }
    case 'order':
      return { type, text, items: optionsOf(cells).flatMap((item) => (item === '' ? [] : { text: item })) };
    case 'long':
    case 'file':
      return { type, text };
    default:
      throw new Fault(faults.unknownType(type));
  }
};

const readRow = (cells: Cells): NewQuizQuestion => {
  const text = cells.get('question') ?? '';
  if (text === '') throw new Fault(faults.noText);
  const points = cells.get('points') ?? '';
  return {
    ...readTyped(foldText(cells.get('type') ?? '') || 'single', cells, text),
    points: points === '' ? 1 : numberOf(points),
    explanation: cells.get('explanation') ?? '',
  };
};

const namesIn = ({ cells }: Pick<CsvRow, 'cells'>): string[] => cells.map(foldText);

const findHeader = (rows: readonly CsvRow[]): number =>
  Math.max(
    0,
    rows.findIndex((row) => namesIn(row).includes('question')),
  );

/**
 * Reads questions from CSV: the columns `question` and `answer`, and, where wanted, `type`, `option 1`, `option 2` and so
 * on, `points` and `explanation`.
 */
export const readQuizCsv = (text: string): ReadFile => {
  const { header, headerLine, rows, repaired, leftOut } = readCsv(text, findHeader);
  const names = namesIn({ cells: header });
  const missing = ['question', 'answer'].find((name) => !names.includes(name));
  const readLine = ({ line, cells }: CsvRow): ReadEntry => {
    try {
      return { line, question: readRow(new Map(names.map((name, index) => [name, cells[index] ?? '']))) };
    } catch (error) {
      if (error instanceof Fault) return { line, fault: error.message };
      throw error;
    }
  };
  if (missing !== undefined)
    return { entries: [{ line: headerLine, fault: faults.noColumn(missing) }], repaired, leftOut };
  return { entries: rows.map(readLine), repaired, leftOut };
};
