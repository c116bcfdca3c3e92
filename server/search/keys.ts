import { inLatin, soundOf } from './devanagari.ts';

/** The searchable words of a course. Each list contains the one before it. */
export interface CourseWords {
  title: readonly string[];
  /** With its description, teacher and category, and the titles of its lectures. */
  names: readonly string[];
  /** With descriptions and captions of lectures. */
  words: readonly string[];
}

export interface LectureWords {
  lectureId: string;
  title: readonly string[];
  /** With its description and captions. */
  words: readonly string[];
}

/** Words contain only letters, digits, + and #, so marks are unambiguous and keys need no escaping. */
const IN_TITLE = '=';
const IN_NAMES = '~';

/** Less than the limit of a tsvector; an hour of speech has some 10 KB of different words. */
const KEYS_MAX_BYTES = 1_000_000;

const marked = (mark: string, words: Iterable<string>): string[] => Array.from(words, (word) => mark + word);

/** A sound: of words in Devanagari alone, so that `seen` does not find an English `sin`. */
const SOUND = '^';
const DEVANAGARI = /\p{Script=Devanagari}/u;

/** A word in each script in which people write it. */
export const spellingsOf = (word: string): string[] => [...new Set([word, ...inLatin(word)])];

/** The keys of a word of a text. */
const keysOf = (word: string): string[] =>
  DEVANAGARI.test(word) ? [word, ...inLatin(word).map((latin) => SOUND + soundOf(latin))] : [word];

/** The keys of a word of a query, of which a text has one. */
const keysFor = (word: string): string[] => (DEVANAGARI.test(word) ? spellingsOf(word) : [word, SOUND + soundOf(word)]);

const beginningsOf = (words: readonly string[]): Set<string> => {
  const beginnings = new Set<string>();
  for (const word of words.flatMap(keysOf)) {
    let beginning = '';
    for (const letter of word) {
      beginning += letter;
      beginnings.add(beginning);
    }
  }
  return beginnings;
};

/** The first keys that fit. */
const bounded = (keys: readonly string[]): string[] => {
  let sizeBytes = 0;
  const end = keys.findIndex((key) => (sizeBytes += Buffer.byteLength(key)) > KEYS_MAX_BYTES);
  return end === -1 ? [...keys] : keys.slice(0, end);
};

/**
 * The keys of a course: every beginning of a word of its title and names, and every other word. If there are too many words, the
 * last ones do not find it.
 */
export const courseKeys = ({ title, names, words }: CourseWords): string[] => {
  const beginnings = beginningsOf(names);
  return bounded([
    ...marked(IN_TITLE, beginningsOf(title)),
    ...marked(IN_NAMES, beginnings),
    ...beginnings.union(new Set(words.flatMap(keysOf))),
  ]);
};

export const lectureKeys = ({ title, words }: Omit<LectureWords, 'lectureId'>): string[] =>
  bounded([...marked(IN_TITLE, beginningsOf(title)), ...words.flatMap(keysOf)]);

/** For each word of a query, the keys of which a text has at least one. */
export type WordKeys = readonly (readonly string[])[];

/** The keys for texts that contain every word: in the title, in names, or anywhere. */
export const keysOfQuery = (
  words: readonly string[],
  isExact = false,
): Record<'title' | 'names' | 'anywhere', WordKeys> => {
  const spellings = words.map((word) => (isExact ? [word] : keysFor(word)));
  return {
    title: spellings.map((word) => marked(IN_TITLE, word)),
    names: spellings.map((word) => marked(IN_NAMES, word)),
    anywhere: spellings,
  };
};

export type QueryKeys = ReturnType<typeof keysOfQuery>;
