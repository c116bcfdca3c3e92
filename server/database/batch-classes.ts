import type { Db } from './database.ts';

/** When a batch has a class, in place of the date of its lecture. */
export interface BatchDate {
  startsAt: number;
  durationMinutes: number;
  /** How often its time was changed. */
  sequence: number;
  changedAt: number;
}

/** The dates that the batches of a person give to live classes, by lecture. */
export const batchDatesOf = async (
  db: Db,
  userId: string,
  lectureIds?: readonly string[],
): Promise<ReadonlyMap<string, BatchDate>> => {
  if (lectureIds?.length === 0) return new Map();
  const rows = await db
    .selectFrom('batch_members as m')
    .innerJoin('batch_classes as c', 'c.batch_id', 'm.batch_id')
    .where('m.user_id', '=', userId)
    .where('m.left_at', 'is', null)
    .$if(lectureIds !== undefined, (query) => query.where('c.lecture_id', 'in', lectureIds ?? []))
    .select(['c.lecture_id', 'c.starts_at', 'c.minutes', 'c.sequence', 'c.updated_at'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.lecture_id,
      { startsAt: row.starts_at, durationMinutes: row.minutes, sequence: row.sequence, changedAt: row.updated_at },
    ]),
  );
};
