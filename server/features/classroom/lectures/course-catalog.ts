import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { NoticeContent } from '#contract/notices/notice-kinds.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Tx } from '#server/database/database.ts';

/** The services of courses for lectures. */
export interface CourseCatalog {
  /** A course that is shown to everyone. Throws `course_not_found`. */
  describe(courseId: string, origin: string): Promise<Course>;
  /** Any course, for learners to whom the policy has opened it: perhaps one that is deleted. Throws `course_not_found`. */
  describeOpen(courseId: string, origin: string): Promise<Course>;
  /** A course that may be a draft. Throws `course_not_found`. */
  describeForAuthors(courseId: string, origin: string): Promise<ManagedCourse>;
  /** Its caller calls `changed` in the same transaction. Throws `course_not_found`. */
  publish(tx: Tx, courseId: string): Promise<void>;
  /** As `publish`: makes a draft wait where its author needs approval, and returns whether it waits. */
  requestApproval(tx: Tx, actor: Actor, courseId: string): Promise<boolean>;
  /** Notes what was published at this moment, to announce it. */
  noteNews(tx: Tx, courseId: string, now: number): Promise<void>;
  /** A notice to the people who have a course, when it is sent, once for each `batch`. */
  tellHolders(
    tx: Tx,
    news: { batch: string; content: NoticeContent; courseId: string; subject: string },
  ): Promise<void>;
  /** Recomputes the projections of a course and its lectures. */
  changed(tx: Tx, courseId: string): Promise<void>;
  /** The same, for the course of a lecture. */
  lectureChanged(tx: Tx, lectureId: string): Promise<void>;
}
