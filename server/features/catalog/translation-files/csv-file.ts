import { foldText } from '#contract/fold-text.ts';
import type { TranslationState } from '#contract/catalog/translations.ts';
import type { Column } from '#server/http/file/csv.ts';
import { type CsvRow, readCsv } from '#server/http/file/csv-rows.ts';
import type { ReadTexts, TextToWrite } from './file-texts.ts';

export const columns: Column<TextToWrite>[] = [
  ['key', ({ key }) => key],
  ['place', ({ place }) => place],
  ['original', ({ original }) => original],
  ['translation', ({ translation }) => translation],
  ['state', ({ state }) => state],
];

const namesIn = ({ cells }: CsvRow): string[] => cells.map(foldText);

const isHeader = (names: readonly string[]): boolean => names.includes('key') && names.includes('translation');

const markIn = (state: string): 'draft' | 'outdated' | undefined => {
  const marks = ['draft', 'outdated'] satisfies TranslationState[];
  return marks.find((mark) => mark === foldText(state));
};

/** Reads the columns `key`, `translation` and, where they are there, `original` and `state`. Undefined for another table. */
export const readTranslationCsv = (text: string): ReadTexts | undefined => {
  const { header, rows, repaired, leftOut } = readCsv(text, (first) =>
    first.findIndex((row) => isHeader(namesIn(row))),
  );
  const names = header.map(foldText);
  if (!isHeader(names)) return undefined;
  const texts = rows.map(({ line, cells }) => {
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    return {
      line,
      key: cell('key'),
      original: cell('original'),
      text: cell('translation'),
      mark: markIn(cell('state')),
      isUnreadable: false,
    };
  });
  return { texts, repaired, leftOut };
};
