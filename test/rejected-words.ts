import { readFileSync } from 'node:fs';
import path from 'node:path';

interface RejectedWord {
  /** As docs/glossary.md writes it. */
  word: string;
  term: string;
  isIn: (name: string) => boolean;
}

const glossary = path.resolve(import.meta.dirname, '../docs/glossary.md');

/** These two are common parts of good names, such as `orderBy`, and wrong only as a whole name. */
const wrongOnlyAlone = new Set(['by', 'side']);

/** `lookAlike`, `look-alike` and `LOOK_ALIKE` are all ` look alike `. */
const spaced = (name: string): string =>
  ` ${name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()} `;

const isWordIn =
  (word: string) =>
  (name: string): boolean =>
    wrongOnlyAlone.has(word) ? spaced(name) === spaced(word) : spaced(name).includes(spaced(word));

/** The words in backticks of the glossary's third column. */
export const rejectedWords = (): RejectedWord[] =>
  readFileSync(glossary, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, term = '', , not = ''] = line.split('|').map((cell) => cell.trim());
      return [...not.matchAll(/`([^`]+)`/g)].map(([, word = '']) => ({ word, term, isIn: isWordIn(word) }));
    });
