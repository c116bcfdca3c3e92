import type { Db, Tx } from '#server/database/database.ts';
import type { CourseWords, LectureWords, QueryKeys, WordKeys } from './keys.ts';

/** The filter and sort values of courses. */
export interface CourseFigures {
  lectures: number;
  durationMs: number;
  hasFreeLecture: boolean;
}

export interface IndexedCourse extends CourseWords {
  courseId: string;
  figures: CourseFigures;
  lectures: readonly LectureWords[];
  /** No older than the texts. */
  indexedAt: number;
}

/** The list of a course with every word: its title, names or all words. */
export type Tier = 0 | 1 | 2;

const SPACE = 32;
const ZERO = 48;

/** Calls `seen` with each number of a text, separated by spaces. Splitting takes ten times as long. */
const readNumbers = (text: string, seen: (number: number) => void): void => {
  let number = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === SPACE) {
      seen(number);
      number = 0;
    } else number = 10 * number + code - ZERO;
  }
  if (text !== '') seen(number);
};

/** The tiers of courses by their numbers, one byte each: a map takes milliseconds for 10,000 courses. */
export class FoundCourses {
  static readonly none = new FoundCourses(['', '', '']);
  #tiers = new Uint8Array(4096);
  #size = 0;

  /** `texts` has the numbers of each tier, separated by spaces. */
  constructor(texts: readonly [title: string, names: string, anywhere: string]) {
    for (const [tier, text] of texts.entries()) readNumbers(text, (number) => this.#add(number, tier + 1));
  }

  #add(number: number, tier: number): void {
    if (number >= this.#tiers.length) {
      const longer = new Uint8Array(2 * number);
      longer.set(this.#tiers);
      this.#tiers = longer;
    }
    this.#tiers[number] = tier;
    this.#size += 1;
  }

  get size(): number {
    return this.#size;
  }

  tierOf(number: number): Tier | undefined {
    const tier = this.#tiers[number];
    if (tier === 1) return 0;
    if (tier === 2) return 1;
    return tier === 3 ? 2 : undefined;
  }
}

/** The keys of a course, separated by spaces. */
export interface CourseEntry {
  courseId: string;
  keys: string;
}

export interface LectureEntry {
  lectureId: string;
  courseId: string;
  digest: string;
  keys: string;
}

/** Stores keys in an engine, and finds entries that contain every key. They may be unpublished. */
export interface SearchTexts {
  /** Writes the keys of courses that have rows, and rows and keys of lectures. */
  put(tx: Tx, courses: readonly CourseEntry[], lectures: readonly LectureEntry[]): Promise<void>;
  removeCourse(tx: Tx, courseId: string): Promise<void>;
  removeLectures(tx: Tx, lectureIds: readonly string[]): Promise<void>;
  findCourses(db: Db, keys: QueryKeys): Promise<FoundCourses>;
  /** Stops at the first match. */
  hasCourses(db: Db, keys: WordKeys): Promise<boolean>;
  /**
   * Ids of lectures with the keys in their titles, then of lectures with them anywhere, which may repeat. Reads no rows beyond
   * the limit.
   */
  findLectures(db: Db, keys: QueryKeys, limit: number): Promise<string[]>;
}

/** The numbers of courses in each tier as one text, because a row for each would take most of the time. */
export interface TierNumbers {
  title: string | null;
  names: string | null;
  anywhere: string | null;
}

export const toFound = (row: TierNumbers | undefined): FoundCourses =>
  new FoundCourses([row?.title ?? '', row?.names ?? '', row?.anywhere ?? '']);
