import type { Span } from '#contract/rich-text.ts';

type Mark = Exclude<Span['marks'][number], 'code'>;

/** A run of `*`, `_` or `~` that may begin or end emphasis; `piece` is its place in the text. */
export interface Run {
  piece: number;
  sign: string;
  /** How many signs are not used yet. */
  count: number;
  length: number;
  mayOpen: boolean;
  mayClose: boolean;
}

export interface Marked {
  mark: Mark;
  from: number;
  to: number;
}

const SPACE = /^\s?$/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Signs and letters of scripts that put no spaces around emphasis. */
const UNSPACED =
  /[\u3000-\u303F\uFF00-\uFFEF\u0964\u0965]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}]/u;

/** As CommonMark says; beside a letter of a script without spaces, a punctuation mark is a letter, too. */
export const runAt = (piece: number, signs: string, { before, after }: { before: string; after: string }): Run => {
  const [sign = ''] = signs;
  const isLetterAfter = !PUNCTUATION.test(after) || UNSPACED.test(after);
  const isLetterBefore = !PUNCTUATION.test(before) || UNSPACED.test(before);
  const [hasSpaceAfter, hasSpaceBefore] = [SPACE.test(after), SPACE.test(before)];
  const isLeft = !hasSpaceAfter && (isLetterAfter || hasSpaceBefore || !isLetterBefore || UNSPACED.test(before));
  const isRight = !hasSpaceBefore && (isLetterBefore || hasSpaceAfter || !isLetterAfter || UNSPACED.test(after));
  const isWord = sign === '_';
  return {
    piece,
    sign,
    count: signs.length,
    length: signs.length,
    mayOpen: isLeft && (!isWord || !isRight || PUNCTUATION.test(before)),
    mayClose: isRight && (!isWord || !isLeft || PUNCTUATION.test(after)),
  };
};

const fits = (opener: Run, closer: Run): boolean => {
  if (closer.sign === '~') return opener.length === closer.length;
  const isBoth = opener.mayClose || closer.mayOpen;
  return !isBoth || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
};

const usedBy = (opener: Run, closer: Run): number => (opener.count > 1 && closer.count > 1 ? 2 : 1);

const markOf = (sign: string, used: number): Mark => {
  if (sign === '~') return 'deleted';
  return used === 2 ? 'strong' : 'emphasis';
};

/**
 * Removes the runs from `bottom` on, and returns what they mark. Where no opener was found for a kind of closer, none is looked
 * for again, which keeps the work linear.
 */
export const markedBy = (runs: Run[], bottom: number): Marked[] => {
  const found: Marked[] = [];
  const openers: Run[] = [];
  const floors = new Map<string, number>();
  for (const closer of runs.splice(bottom)) {
    const kind = `${closer.sign}${closer.mayOpen}${closer.sign === '~' ? '' : closer.length % 3}`;
    while (closer.mayClose && closer.count > 0) {
      const floor = floors.get(kind) ?? 0;
      let at = openers.length - 1;
      while (at >= floor && !(openers[at]?.sign === closer.sign && fits(openers[at] ?? closer, closer))) at -= 1;
      const opener = at >= floor ? openers[at] : undefined;
      if (!opener) {
        floors.set(kind, openers.length);
        break;
      }
      const used = closer.sign === '~' ? closer.count : usedBy(opener, closer);
      found.push({ mark: markOf(closer.sign, used), from: opener.piece, to: closer.piece });
      opener.count -= used;
      closer.count -= used;
      openers.length = opener.count === 0 ? at : at + 1;
      for (const [key, value] of floors) if (value > openers.length) floors.set(key, openers.length);
    }
    if (closer.mayOpen && closer.count > 0) openers.push(closer);
  }
  return found;
};
