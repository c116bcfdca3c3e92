import { z } from 'zod';
import { DELETED_LIST_MAX, type DeletedThing, RESTORABLE_MS } from '#contract/catalog/authoring.ts';
import { recordChange } from '#server/audit/context.ts';
import { rowBefore } from '#server/audit/row-before.ts';
import { toInstant } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { deleteTranslationsOfCourse } from '#server/database/translations.ts';
import { fail, Failure } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { Catalog } from './catalog.ts';
import { withPictures } from './course-pictures.ts';
import { listSamples } from './sample-courses.ts';
import {
  type DeletedRow,
  isDeletedAt,
  lockDeleted,
  listDeletedCourses,
  listDeletedLectures,
  listDeletedWith,
  markDeleted,
  markLecturesDeleted,
  markPurged,
  unmarkDeleted,
} from './deletion.queries.ts';

const purgeCourseJob = defineJob({
  name: 'catalog.purge-course',
  lane: 'upkeep',
  payload: z.object({ courseId: z.string(), deletedAt: z.int() }),
  waitsAfterJump: true,
});

/** Deleting courses, and restoring them. */
export type CourseDeletion = ReturnType<typeof createCourseDeletion>;

export interface CourseDeletionNeeds {
  catalog: Catalog;
  /** Whether people have the course alone, or may get it by what they have paid. */
  isHeld: (db: Db, courseId: string) => Promise<boolean>;
  /** Ends the renewals of plans that open nothing any more. */
  courseRemoved: (tx: Tx, courseId: string) => Promise<void>;
  /** Removes the files of deleted lectures for good. */
  purgeLectures: (tx: Tx, lectureIds: readonly string[]) => Promise<void>;
  /** Continues to process the videos of restored lectures. */
  resumeVideos: (tx: Tx, lectureIds: readonly string[]) => Promise<void>;
}

const present = (kind: DeletedThing['kind'], row: DeletedRow): DeletedThing => ({
  kind,
  _id: row.id,
  title: row.title,
  courseId: row.course_id,
  courseTitle: row.course_title,
  deletedAt: toInstant(row.deleted_at ?? 0),
  restorableUntil: toInstant((row.deleted_at ?? 0) + RESTORABLE_MS),
});

export const createCourseDeletion = (
  { database, clock, jobs, files }: Platform,
  { catalog, isHeld, courseRemoved, purgeLectures, resumeVideos }: CourseDeletionNeeds,
) => {
  jobs.handle(purgeCourseJob, async ({ courseId, deletedAt }) =>
    database.transaction(async (tx) => {
      const now = clock.now();
      if (await isHeld(tx, courseId)) {
        // It was restored, or is deleted again later; or its last right has not ended.
        if (!(await isDeletedAt(tx, courseId, deletedAt))) return;
        await jobs.enqueue(tx, purgeCourseJob, { courseId, deletedAt }, { runAtMs: now + RESTORABLE_MS });
        return;
      }
      const course = await markPurged(tx, { id: courseId, deletedAt, now });
      if (!course) return;
      await markLecturesDeleted(tx, courseId, deletedAt);
      await files.removeLater(tx, withPictures(course.thumbnail_key));
      await catalog.blocks.purge(tx, courseId);
      await deleteTranslationsOfCourse(tx, courseId);
      await purgeLectures(tx, await listDeletedWith(tx, courseId, deletedAt));
      await catalog.changed(tx, courseId);
    }),
  );

  /**
   * Leaves every list at once. People who have it alone keep it until their paid time ends, and are not charged again; everyone
   * else's access ends, and without such people the files are removed a day later. Throws `course_not_found`.
   */
  const remove = (courseId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const deletedAt = clock.now();
      const { title, created_by, category, published_at } = (await rowBefore(tx, 'courses', courseId)) ?? {};
      recordChange({ before: { title, created_by, category, isDraft: published_at === null } });
      if (!(await markDeleted(tx, courseId, deletedAt))) throw fail('course_not_found');
      if (!(await isHeld(tx, courseId))) await markLecturesDeleted(tx, courseId, deletedAt);
      await jobs.enqueue(tx, purgeCourseJob, { courseId, deletedAt }, { runAtMs: deletedAt + RESTORABLE_MS });
      await courseRemoved(tx, courseId);
      await catalog.changed(tx, courseId);
    });

  return {
    remove,

    /** Those that another request has just removed are left out. Returns how many it removed. */
    removeSamples: async (): Promise<number> => {
      const samples = await listSamples(database.db);
      let removed = 0;
      for (const { _id } of samples)
        await remove(_id).then(
          () => (removed += 1),
          (error: unknown) => {
            if (!(error instanceof Failure) || error.code !== 'course_not_found') throw error;
          },
        );
      recordChange({ name: samples.map(({ title }) => title).join(', ') });
      return removed;
    },

    /** Throws `course_not_found` and `restore_too_late`. */
    restore: (courseId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        const course = await lockDeleted(tx, courseId, now);
        if (!course) throw fail('course_not_found');
        const { deleted_at: deletedAt, purged_at: purgedAt } = course;
        if (deletedAt === null || purgedAt !== null || now >= deletedAt + RESTORABLE_MS) throw fail('restore_too_late');
        await resumeVideos(tx, await unmarkDeleted(tx, courseId, deletedAt));
        await catalog.changed(tx, courseId);
      }),

    /** Courses and lectures that can be restored, those deleted last first. */
    list: async (): Promise<DeletedThing[]> => {
      const since = clock.now() - RESTORABLE_MS;
      const courses = await listDeletedCourses(database.db, since, DELETED_LIST_MAX);
      const lectures = await listDeletedLectures(database.db, since, DELETED_LIST_MAX);
      return [...courses.map((row) => present('course', row)), ...lectures.map((row) => present('lecture', row))]
        .toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt))
        .slice(0, DELETED_LIST_MAX);
    },
  };
};
