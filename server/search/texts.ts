import type { Db, Tx } from '#server/database/database.ts';

/** The words by which a course is found. Each list contains the one before it. */
export interface CourseWords {
  title: readonly string[];
  /** With its teacher, its category and the titles of its lectures. */
  names: readonly string[];
  /** With descriptions and captions. */
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

export interface FoundCourse {
  courseId: string;
  tier: Tier;
}

/** A word of fewer letters finds names that begin with it, and in other texts only itself. */
export const PREFIX_LETTERS = 3;

/** How an engine stores words and finds them. What is found may not be shown any more. */
export interface SearchTexts {
  putCourse(tx: Tx, courseId: string, words: CourseWords & { digest: string }): Promise<void>;
  putLecture(tx: Tx, courseId: string, words: LectureWords & { digest: string }): Promise<void>;
  removeCourse(tx: Tx, courseId: string): Promise<void>;
  removeLecture(tx: Tx, lectureId: string): Promise<void>;
  /** Courses that have every word, each once, the lowest tier first. */
  findCourses(db: Db, words: readonly string[], limit: number): Promise<FoundCourse[]>;
  /** Ids of lectures that have every word, in their titles or anywhere. */
  findLectures(db: Db, words: readonly string[], where: 'title' | 'words', limit: number): Promise<string[]>;
}
