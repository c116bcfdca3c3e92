import { fold } from './fold.ts';

/** Longer words are truncated; PostgreSQL stores at most 2 KB per word. */
const WORD_MAX = 40;
const QUERY_WORDS_MAX = 8;

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[+#]*/gu;
const WORD_AS_WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’‘`´]|\u200C|\u200D)*[+#]*/gu;
/** A letter of a script that is written without spaces, with its marks. */
const UNSPACED_LETTER = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&\p{L}]\p{M}*`;
const UNSPACED = new RegExp(`(?:${UNSPACED_LETTER})+`, 'gv');
const UNSPACED_LETTERS = new RegExp(UNSPACED_LETTER, 'gv');

/** Between the digits of one number. */
const GROUPING = /(?<=\d)[,٬](?=\d{2,3}(?!\d))/g;
/** Signs inside of what is also written as one word: e-mail, Node.js, AT&T. */
const COMPOUND = /[\p{L}\p{N}]+(?:[-‐‑.&/][\p{L}\p{N}]+)+/gu;
/** A letter by itself before a word: `e mail` and `e-mail` are also written `email`. */
const LETTER_BEFORE_WORD = /(?<![\p{L}\p{N}])(\p{L})[ -‐‑](\p{L}[\p{L}\p{M}\p{N}]+)/gu;
const CAPITAL_INSIDE = /(?<=\p{Ll})(?=\p{Lu})/gu;
/** French and Italian articles: `l’art` is found by its noun. */
const AFTER_APOSTROPHE = /(?<=\p{L}['’])\p{L}{3,}/gu;

const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);

/** A word by itself, or the pairs of letters where no space says where words end. */
const partsOf = (word: string): string[] => {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: run, index } of word.matchAll(UNSPACED)) {
    if (index > end) parts.push(word.slice(end, index));
    const letters = run.match(UNSPACED_LETTERS) ?? [];
    parts.push(...(letters.length === 1 ? letters : pairsOf(letters)));
    end = index + run.length;
  }
  return end < word.length ? [...parts, word.slice(end)] : parts;
};

const bounded = (word: string): string =>
  word.length <= WORD_MAX ? word : Array.from(word).slice(0, WORD_MAX).join('');

const wordsIn = (folded: string): string[] =>
  (folded.replace(GROUPING, '').match(WORD) ?? []).flatMap(partsOf).map(bounded);

/** The distinct words of texts: "Café, c++" has `cafe` and `c++`. */
export const wordsOf = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => wordsIn(fold(text)))),
];

/** The words of a text, and those as which others may write them. */
export const indexWordsOf = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => {
      const folded = fold(text);
      return [
        ...wordsIn(folded),
        ...(folded.match(UNSPACED) ?? []).flatMap((run) => run.match(UNSPACED_LETTERS)?.at(-1) ?? []),
        ...wordsIn(fold(text.replace(CAPITAL_INSIDE, ' '))),
        ...wordsIn((text.match(AFTER_APOSTROPHE) ?? []).map(fold).join(' ')),
        ...(folded.match(COMPOUND) ?? []).flatMap((word) => wordsIn(word.replaceAll(/[-‐‑.&/]/g, ''))),
        ...[...folded.matchAll(LETTER_BEFORE_WORD)].flatMap(([, letter, word]) => wordsIn(`${letter}${word}`)),
      ];
    }),
  ),
];

/** A hyphen after a single letter joins it to its word, as in `e-mail`. */
const HYPHEN_OF_LETTER = /(?<![\p{L}\p{N}])(\p{L})[-‐‑](?=\p{L})/gu;

export const wordsOfQuery = (search: string): string[] =>
  wordsOf(search.replace(HYPHEN_OF_LETTER, '$1')).slice(0, QUERY_WORDS_MAX);

type Range = [from: number, to: number];

const characters = new Intl.Segmenter();

/** The length of the original word that a prefix of its folded form covers. */
const coveredLength = (written: string, foldedLength: number): number => {
  let length = 0;
  for (const { segment } of characters.segment(written)) {
    if (fold(written.slice(0, length)).length >= foldedLength) break;
    length += segment.length;
  }
  return length;
};

const longestOf = (words: readonly string[], isFound: (word: string) => boolean): string | undefined =>
  words.filter(isFound).toSorted((a, b) => b.length - a.length)[0];

/** Where words begin in a part without spaces: at any of its letters. */
const insideUnspaced = (written: string, words: readonly string[]): Range[] => {
  const ranges: Range[] = [];
  for (const { index } of characters.segment(written)) {
    const rest = written.slice(index);
    const folded = fold(rest);
    const longest = longestOf(words, (word) => folded.startsWith(word));
    if (longest === undefined) continue;
    const to = index + coveredLength(rest, longest.length);
    const last = ranges.at(-1);
    if (last && last[1] >= index) last[1] = Math.max(last[1], to);
    else ranges.push([index, to]);
  }
  return ranges;
};

/** The ranges of a text that match a word of the query: [from, to) in UTF-16 code units, ascending. */
export const highlightsOf = (text: string, words: readonly string[]): Range[] =>
  [...text.matchAll(WORD_AS_WRITTEN)].flatMap(({ 0: written, index }) => {
    if (written.search(UNSPACED) !== -1)
      return insideUnspaced(written, words).map(([from, to]): Range => [index + from, index + to]);
    const folded = fold(written);
    const longest = longestOf(words, (word) => folded.startsWith(word));
    return longest === undefined ? [] : [[index, index + coveredLength(written, longest.length)]];
  });
