import type { Db, Tx } from '#server/database/database.ts';
import type { QueryKeys } from './keys.ts';

/** The words by which a course is found. Each list contains the one before it. */
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

/** What courses are filtered and sorted by. */
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

/** In which list of a course all words were found: its title, names or all words. */
export type Tier = 0 | 1 | 2;

/** The tiers of courses by their numbers, in bytes: a map takes milliseconds for 10,000 courses. */
export class FoundCourses {
  static readonly none = new FoundCourses(['', '', '']);
  readonly #tiers: Uint8Array;
  readonly size: number = 0;

  /** `texts` has the numbers of each tier, separated by spaces. */
  constructor(texts: readonly [title: string, names: string, anywhere: string]) {
    const numbers = texts.map((text) => (text === '' ? [] : text.split(' ').map(Number)));
    this.#tiers = new Uint8Array(1 + numbers.flat().reduce((most, number) => Math.max(most, number), 0));
    for (const [tier, ofTier] of numbers.entries()) {
      for (const number of ofTier) this.#tiers[number] = tier + 1;
      this.size += ofTier.length;
    }
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

/** How an engine stores keys, and finds what has all of some. What is found may not be shown any more. */
export interface SearchTexts {
  /** Writes the keys of courses that have rows, and rows and keys of lectures. */
  put(tx: Tx, courses: readonly CourseEntry[], lectures: readonly LectureEntry[]): Promise<void>;
  removeCourse(tx: Tx, courseId: string): Promise<void>;
  removeLectures(tx: Tx, lectureIds: readonly string[]): Promise<void>;
  findCourses(db: Db, keys: QueryKeys): Promise<FoundCourses>;
  /** With the least work. */
  hasCourses(db: Db, keys: readonly string[]): Promise<boolean>;
  /** Ids of any lectures, none of them ranked: the rows of a common word are not read beyond the limit. */
  findLectures(db: Db, keys: readonly string[], limit: number): Promise<string[]>;
}

/** The numbers of courses in each tier as one text, because a row for each would take most of the time. */
export interface TierNumbers {
  title: string | null;
  names: string | null;
  anywhere: string | null;
}

export const toFound = (row: TierNumbers | undefined): FoundCourses =>
  new FoundCourses([row?.title ?? '', row?.names ?? '', row?.anywhere ?? '']);
