import { recordAudit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { CourseProgressed } from './progress-writer.ts';

/** Records, once, that a user completed every published lecture of a course, in the transaction of their progress. */
export const createCompletions = (
  clock: { now: () => number },
  watchedInCourse: (userId: string, courseId: string, on: Tx) => Promise<{ isFinished: boolean }>,
): CourseProgressed => {
  const isRecorded = (tx: Tx, userId: string, courseId: string): Promise<boolean> =>
    hasRow(
      tx
        .selectFrom('course_completions')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('course_id', '=', courseId),
    );

  /** False when another request did. */
  const record = (tx: Tx, userId: string, courseId: string): Promise<boolean> =>
    hasRow(
      tx
        .insertInto('course_completions')
        .values({ user_id: userId, course_id: courseId, completed_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id'),
    );

  return async (tx, places) => {
    const concerned = new Map(places.map((place) => [`${place.userId} ${place.courseId}`, place]));
    for (const { userId, courseId } of concerned.values()) {
      if (await isRecorded(tx, userId, courseId)) continue;
      if (!(await watchedInCourse(userId, courseId, tx)).isFinished) continue;
      if (!(await record(tx, userId, courseId))) continue;
      const source = { kind: 'user', id: userId } as const;
      await recordAudit(tx, { at: clock.now(), source, userId, courseId, kind: 'course_completed', detail: {} });
    }
  };
};
