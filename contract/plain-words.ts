import { mediaKindOf } from './classroom/lecture-media.ts';
import { withoutMarks } from './without-marks.ts';

const MEDIA = /!\[[^\]\n]*\]\(([^()\s]+)\)/g;

/** Rows with bars, of which the second has only dashes and colons. */
const TABLE = /^.*\|.*\n[ \t|:]*-[ \t|:-]*$(?:\n.*\|.*$)*/gm;

/** A question as one line without tables, with its gaps as lines: of pictures and sounds alone, what describes them. */
export const questionTitle = (markdown: string): string => {
  const words = markdown
    .replaceAll(MEDIA, (all, name: string) => (mediaKindOf(name) === undefined ? all : ''))
    .replaceAll(TABLE, '');
  return withoutMarks(words.trim() === '' ? markdown : words)
    .replaceAll(/\{\{\d{1,3}\}\}/g, '____')
    .replaceAll(/\s+/g, ' ')
    .trim();
};
