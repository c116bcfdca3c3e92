import type { Db, Tx } from '#server/database/database.ts';

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

/** By the ids of courses. */
export type FoundCourses = ReadonlyMap<string, Tier>;

/**
 * How an engine stores words and finds them: titles and names by the beginnings of words, all other texts, which are long,
 * by whole words. What is found may not be shown any more.
 */
export interface SearchTexts {
  putCourse(tx: Tx, courseId: string, words: CourseWords & { digest: string }): Promise<void>;
  putLecture(tx: Tx, courseId: string, words: LectureWords & { digest: string }): Promise<void>;
  removeCourse(tx: Tx, courseId: string): Promise<void>;
  removeLecture(tx: Tx, lectureId: string): Promise<void>;
  /** Courses that have every word. */
  findCourses(db: Db, words: readonly string[]): Promise<FoundCourses>;
  /** Ids of lectures that have every word, in their titles or anywhere. */
  findLectures(db: Db, words: readonly string[], where: 'title' | 'words', limit: number): Promise<string[]>;
}

/** The ids of courses in each list of words, which contains the one before it, as the database joins them. */
export const toFound = (tiers: readonly [title: string, names: string, words: string]): FoundCourses => {
  const found = new Map<string, Tier>();
  for (const tier of [2, 1, 0] as const) for (const id of tiers[tier].split(' ')) if (id !== '') found.set(id, tier);
  return found;
};
