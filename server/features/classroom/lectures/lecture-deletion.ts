import { keepSectionsTogether } from './outline.queries.ts';
import { z } from 'zod';
import { RESTORABLE_MS } from '#contract/catalog/authoring.ts';
import { recordChange } from '#server/audit/context.ts';
import { rowBefore } from '#server/audit/row-before.ts';
import type { Tx } from '#server/database/database.ts';
import { lockCourse } from '#server/database/lock-course.ts';
import { deleteTranslationsOfLectures } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Video } from '../video/video.ts';
import type { CourseCatalog } from './course-catalog.ts';
import {
  findDeletedLecture,
  isDeletedAt,
  listOrder,
  markLectureDeleted,
  markPurged,
  unmarkLectureDeleted,
  writeOrder,
} from './lecture-editing.queries.ts';
import { nextPosition } from './lectures.queries.ts';

const purgeLectureJob = defineJob({
  name: 'lectures.purge',
  lane: 'upkeep',
  payload: z.object({ lectureId: z.string(), deletedAt: z.int() }),
  waitsAfterJump: true,
});

/** Deleting lectures, and restoring them. */
export const createLectureDeletion = (
  { database, clock, jobs }: Platform,
  { catalog, video, kinds }: { catalog: CourseCatalog; video: Video; kinds: Pick<Kinds, 'classes'> },
) => {
  /** Removes the files and translations of deleted lectures for good. */
  const purge = async (tx: Tx, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const purged = await markPurged(tx, { ids, now: clock.now() });
    await deleteTranslationsOfLectures(tx, purged);
    await video.remove(tx, purged);
  };

  jobs.handle(purgeLectureJob, async ({ lectureId, deletedAt }) =>
    database.transaction(async (tx) => {
      if (await isDeletedAt(tx, lectureId, deletedAt)) await purge(tx, [lectureId]);
    }),
  );

  return {
    purge,

    /** Access ends at once; files stay until it is too late to restore. Throws `course_not_found` and `lecture_not_found`. */
    remove: (courseId: string, lectureId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await lockCourse(tx, courseId, now))) throw fail('course_not_found');
        const { title, kind, published_at } = (await rowBefore(tx, 'lectures', lectureId)) ?? {};
        recordChange({ name: String(title), before: { title, kind, isDraft: published_at === null } });
        await kinds.classes.cancelled(tx, lectureId);
        if (!(await markLectureDeleted(tx, { courseId, lectureId, now }))) throw fail('lecture_not_found');
        await jobs.enqueue(tx, purgeLectureJob, { lectureId, deletedAt: now }, { runAtMs: now + RESTORABLE_MS });
        await catalog.changed(tx, courseId);
      }),

    /** It returns to its position. Throws as `remove`, and `restore_too_late`. */
    restore: (courseId: string, lectureId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await lockCourse(tx, courseId, now))) throw fail('course_not_found');
        const lecture = await findDeletedLecture(tx, { courseId, lectureId });
        if (!lecture) throw fail('lecture_not_found');
        const { deleted_at: deletedAt, position: oldPosition, title } = lecture;
        recordChange({ name: title, after: { title } });
        const isInTime = deletedAt !== null && now < deletedAt + RESTORABLE_MS;
        const others = await listOrder(tx, courseId);
        const position = await nextPosition(tx, courseId);
        if (!isInTime || !(await unmarkLectureDeleted(tx, { lectureId, position, now })))
          throw fail('restore_too_late');
        const before = others.filter((other) => other.position < oldPosition).map(({ id }) => id);
        const after = others.filter((other) => other.position >= oldPosition).map(({ id }) => id);
        if (after.length > 0) await writeOrder(tx, courseId, [...before, lectureId, ...after]);
        await keepSectionsTogether(tx, courseId);
        await video.resume(tx, [lectureId]);
        await kinds.classes.restored(tx, lectureId);
        await catalog.changed(tx, courseId);
      }),
  };
};
