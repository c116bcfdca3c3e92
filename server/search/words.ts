/** Longer words are truncated; PostgreSQL stores at most 2 KB per word. */
const WORD_MAX = 40;
const QUERY_WORDS_MAX = 8;

/** Accents, dots under Indic letters, which many omit, invisible joiners, and apostrophes. */
const IGNORED = /[\u0300-\u036F\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC'’]|\u200C|\u200D/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*[+#]*/gu;
const WORD_AS_WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’]|\u200C|\u200D)*[+#]*/gu;

const fold = (text: string): string => text.normalize('NFKD').replaceAll(IGNORED, '').toLowerCase().normalize('NFC');

/** The distinct words of texts for indexing and searching: "Café, c++" has `cafe` and `c++`. */
export const wordsOf = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => fold(text).match(WORD) ?? []).map((word) => word.slice(0, WORD_MAX))),
];

export const wordsOfQuery = (search: string): string[] => wordsOf(search).slice(0, QUERY_WORDS_MAX);

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

/** The ranges of a text that match a word of the query: [from, to) in UTF-16 code units, ascending. */
export const highlightsOf = (text: string, words: readonly string[]): [from: number, to: number][] =>
  [...text.matchAll(WORD_AS_WRITTEN)].flatMap(({ 0: written, index }) => {
    const folded = fold(written);
    const longest = words.filter((word) => folded.startsWith(word)).toSorted((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [[index, index + coveredLength(written, longest.length)]];
  });
