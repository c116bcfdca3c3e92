import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import {
  findDeletedLecture,
  isDeletedAt,
  listOrder,
  markLectureDeleted,
  markPurged,
  unmarkLectureDeleted,
  writeOrder,
} from './lecture-editing.queries.ts';
import { holdCourse, nextPosition } from './lectures.queries.ts';
import type { MediaFiles } from './media-files.ts';

export const purgeLectureJob = defineJob({
  name: 'lectures.purge',
  payload: z.object({ lectureId: z.string(), deletedAt: z.int() }),
});

/** Deleting lectures, and the way back. Each throws `course_not_found` and `lecture_not_found`. */
export interface LectureDeletion {
  /** Access ends at once; files stay until it is too late to come back. */
  remove(courseId: string, lectureId: string): Promise<void>;
  /** It comes back to its place. Throws `restore_too_late`. */
  restore(courseId: string, lectureId: string): Promise<void>;
}

/** Gives up the files of deleted lectures. */
export type PurgeLectures = (tx: Tx, lectureIds: readonly string[]) => Promise<void>;

export const createLecturePurge =
  ({ clock, mediaFiles }: { clock: Clock; mediaFiles: MediaFiles }): PurgeLectures =>
  async (tx, ids) => {
    const purged = ids.length === 0 ? [] : await markPurged(tx, { ids, now: clock.now() });
    await mediaFiles.remove(tx, purged);
  };

export interface LectureDeletionNeeds {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  catalogTopic: string;
  /** How long what was deleted can come back. */
  undoMs: number;
  purgeLectures: PurgeLectures;
  /** Goes on with the videos of lectures that came back. */
  resumeProcessing: (tx: Tx, lectureIds: readonly string[]) => Promise<void>;
}

export const createLectureDeletion = (needs: LectureDeletionNeeds): LectureDeletion => {
  const { database, clock, jobs, catalogTopic, undoMs, purgeLectures, resumeProcessing } = needs;

  jobs.handle(purgeLectureJob, async ({ lectureId, deletedAt }) =>
    database.transaction(async (tx) => {
      if (await isDeletedAt(tx, lectureId, deletedAt)) await purgeLectures(tx, [lectureId]);
    }),
  );

  return {
    remove: (courseId, lectureId) =>
      database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await holdCourse(tx, courseId, now))) throw fail('course_not_found');
        if (!(await markLectureDeleted(tx, { courseId, lectureId, now }))) throw fail('lecture_not_found');
        await jobs.enqueue(tx, purgeLectureJob, { lectureId, deletedAt: now }, { runAtMs: now + undoMs });
        await database.topics.raise(tx, catalogTopic);
      }),

    restore: (courseId, lectureId) =>
      database.transaction(async (tx) => {
        const now = clock.now();
        if (!(await holdCourse(tx, courseId, now))) throw fail('course_not_found');
        const lecture = await findDeletedLecture(tx, { courseId, lectureId });
        if (!lecture) throw fail('lecture_not_found');
        const { deleted_at: deletedAt, position: oldPosition } = lecture;
        const isInTime = deletedAt !== null && now < deletedAt + undoMs;
        const others = await listOrder(tx, courseId);
        const position = await nextPosition(tx, courseId);
        if (!isInTime || !(await unmarkLectureDeleted(tx, { lectureId, position, now })))
          throw fail('restore_too_late');
        const before = others.filter((other) => other.position < oldPosition).map(({ id }) => id);
        const after = others.filter((other) => other.position >= oldPosition).map(({ id }) => id);
        if (after.length > 0) await writeOrder(tx, courseId, [...before, lectureId, ...after]);
        await resumeProcessing(tx, [lectureId]);
        await database.topics.raise(tx, catalogTopic);
      }),
  };
};
