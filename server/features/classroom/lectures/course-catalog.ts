import type { ManagedCourse } from '#contract/authoring.ts';
import type { Course } from '#contract/catalog.ts';
import type { Tx } from '#server/database/database.ts';

/** What lectures need of the courses that they belong to. */
export interface CourseCatalog {
  /** A course that is shown to everyone. Throws `course_not_found`. */
  describe(courseId: string, origin: string): Promise<Course>;
  /** A course that may be a draft. Throws `course_not_found`. */
  describeForAuthors(courseId: string, origin: string): Promise<ManagedCourse>;
  /** Throws `course_not_found`. */
  assertPresent(courseId: string): Promise<void>;
  /** Invalidates the caches of what anyone may see of courses. */
  changed(tx: Tx): Promise<void>;
}
