import type { Db } from '#server/database/database.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import type { LectureLock } from '#server/http/endpoint/course-policy.ts';
import type { StartOfDay } from './release.ts';

/** A batch, as far as it locks. */
export type LockingBatch = Pick<BatchRow, 'id' | 'course_id' | 'name' | 'starts_on' | 'promised_on' | 'after_end'>;

export const listLockingBatches = (db: Db): Promise<LockingBatch[]> =>
  db
    .selectFrom('batches')
    .where('deleted_at', 'is', null)
    .select(['id', 'course_id', 'name', 'starts_on', 'promised_on', 'after_end'])
    .execute();

/** The first days of the batches that some people are in. */
export const batchStarts = async (
  db: Db,
  courseId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('batch_members as m')
    .innerJoin('batches as b', 'b.id', 'm.batch_id')
    .where('m.course_id', '=', courseId)
    .where('m.user_id', 'in', userIds)
    .where('m.left_at', 'is', null)
    .select(['m.user_id', 'b.starts_on'])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.starts_on]));
};

/** Why a batch locks a lecture, also one that was begun where it is over; undefined while it runs. */
export const lockOfBatch = (
  { name: batchName, starts_on: startsOn, promised_on: lastDay, after_end: afterEnd }: LockingBatch,
  { now, today, startOf }: { now: number; today: string; startOf: StartOfDay },
): LectureLock | undefined => {
  if (afterEnd === 'closed' && today > lastDay)
    return { opensAt: null, lockedBy: { kind: 'batch-ended', batchName, on: lastDay } };
  const opensAt = startOf(startsOn);
  return opensAt > now ? { opensAt, lockedBy: { kind: 'batch-not-begun', batchName, on: startsOn } } : undefined;
};
