import { z } from 'zod';
import { DELETED_LIST_MAX, type DeletedThing } from '#contract/authoring.ts';
import { type Clock, toInstant } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { FileKeeper } from '#server/storage/file-keeper.ts';
import {
  type DeletedRow,
  holdDeleted,
  listDeletedCourses,
  listDeletedLectures,
  listDeletedWith,
  markDeleted,
  markPurged,
  unmarkDeleted,
} from './deletion.queries.ts';

/** Until then, what was deleted can come back. */
export const UNDO_MS = 24 * 60 * 60_000;

export const purgeCourseJob = defineJob({
  name: 'catalog.purge-course',
  payload: z.object({ courseId: z.string(), deletedAt: z.int() }),
});

/** Deleting courses, and the way back. */
export interface Deletion {
  /** Access ends at once; files stay for a day. Throws `course_not_found`. */
  remove(courseId: string): Promise<void>;
  /** Throws `course_not_found` and `restore_too_late`. */
  restore(courseId: string): Promise<void>;
  /** Courses and lectures that can come back, those deleted last first. */
  list(): Promise<DeletedThing[]>;
}

export interface DeletionNeeds {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  files: FileKeeper;
  catalogTopic: string;
  /** Gives up the files of lectures. */
  purgeLectures: (tx: Tx, lectureIds: readonly string[]) => Promise<void>;
  /** Goes on with the videos of lectures that came back. */
  resumeProcessing: (tx: Tx, lectureIds: readonly string[]) => Promise<void>;
}

const present = (kind: DeletedThing['kind'], row: DeletedRow): DeletedThing => ({
  kind,
  _id: row.id,
  title: row.title,
  courseId: row.course_id,
  courseTitle: row.course_title,
  deletedAt: toInstant(row.deleted_at ?? 0),
  restorableUntil: toInstant((row.deleted_at ?? 0) + UNDO_MS),
});

export const createDeletion = (needs: DeletionNeeds): Deletion => {
  const { database, clock, jobs, files, catalogTopic, purgeLectures, resumeProcessing } = needs;

  jobs.handle(purgeCourseJob, async ({ courseId, deletedAt }) =>
    database.transaction(async (tx) => {
      const course = await markPurged(tx, { id: courseId, deletedAt, now: clock.now() });
      if (!course) return;
      await files.removeLater(tx, [course.thumbnail_key]);
      await purgeLectures(tx, await listDeletedWith(tx, courseId, deletedAt));
    }),
  );

  return {
    remove: (courseId) =>
      database.transaction(async (tx) => {
        const deletedAt = clock.now();
        if (!(await markDeleted(tx, courseId, deletedAt))) throw fail('course_not_found');
        await jobs.enqueue(tx, purgeCourseJob, { courseId, deletedAt }, { runAtMs: deletedAt + UNDO_MS });
        await database.topics.raise(tx, catalogTopic);
      }),

    restore: (courseId) =>
      database.transaction(async (tx) => {
        const now = clock.now();
        const course = await holdDeleted(tx, courseId, now);
        if (!course) throw fail('course_not_found');
        const { deleted_at: deletedAt, purged_at: purgedAt } = course;
        if (deletedAt === null || purgedAt !== null || now >= deletedAt + UNDO_MS) throw fail('restore_too_late');
        await resumeProcessing(tx, await unmarkDeleted(tx, courseId, deletedAt));
        await database.topics.raise(tx, catalogTopic);
      }),

    list: async () => {
      const since = clock.now() - UNDO_MS;
      const courses = await listDeletedCourses(database.db, since, DELETED_LIST_MAX);
      const lectures = await listDeletedLectures(database.db, since, DELETED_LIST_MAX);
      return [...courses.map((row) => present('course', row)), ...lectures.map((row) => present('lecture', row))]
        .toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt))
        .slice(0, DELETED_LIST_MAX);
    },
  };
};
