/** The number of compared letters; errors further back only count for the distance. */
const KEY_LETTERS = 7;
const SHORT_WORD = 5;

/** The number of errors allowed in a word. */
const errorsIn = (word: string): number => (word.length <= SHORT_WORD ? 1 : 2);

/**
 * A word without some of its letters. Two words with few differences share one of these keys, so that equality finds similar
 * words.
 */
export const spellingKeys = (word: string): string[] => {
  const keys = new Set([word.slice(0, KEY_LETTERS)]);
  let last = [...keys];
  for (let removed = 0; removed < errorsIn(word); removed += 1) {
    last = last.flatMap((key) => Array.from(key, (_, index) => key.slice(0, index) + key.slice(index + 1)));
    for (const key of last) if (key !== '') keys.add(key);
  }
  return [...keys];
};

/** The edit distance: letters inserted, removed, replaced or exchanged with the next one. */
const distanceOf = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isEqual ? 0 : 1),
        isExchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
};

/** The similar words, the most similar first; errors are rare in first letters. */
export const mostSimilar = (word: string, candidates: readonly string[]): string[] =>
  candidates
    .filter((candidate) => candidate !== word)
    .map((candidate) => ({
      candidate,
      distance: distanceOf(word, candidate),
      hasOtherStart: candidate[0] === word[0] ? 0 : 1,
    }))
    .filter(({ distance }) => distance <= errorsIn(word))
    .toSorted(
      (a, b) =>
        a.distance - b.distance || a.hasOtherStart - b.hasOtherStart || a.candidate.localeCompare(b.candidate, 'en'),
    )
    .map(({ candidate }) => candidate);
