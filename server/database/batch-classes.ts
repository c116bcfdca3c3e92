import { sql } from 'kysely';
import type { Db } from './database.ts';

type Mode = 'test' | 'live';

/** When a batch has a class, in place of the date of its lecture. */
export interface BatchDate {
  startsAt: number;
  durationMinutes: number;
  /** How often its time was changed. */
  sequence: number;
  changedAt: number;
  isCancelled: boolean;
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
    .select(['c.lecture_id', 'c.starts_at', 'c.minutes', 'c.sequence', 'c.updated_at', 'c.is_cancelled'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.lecture_id,
      {
        startsAt: row.starts_at,
        durationMinutes: row.minutes,
        sequence: row.sequence,
        changedAt: row.updated_at,
        isCancelled: row.is_cancelled === 1,
      },
    ]),
  );
};

/** Those of some users to whom their batch gives another date for a live class. */
export const datedOtherwise = async (
  db: Db,
  lectureId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('batch_members as m')
    .innerJoin('batch_classes as c', 'c.batch_id', 'm.batch_id')
    .where('c.lecture_id', '=', lectureId)
    .where('m.user_id', 'in', userIds)
    .where('m.left_at', 'is', null)
    .select('m.user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
};

/** The dates of batches from one moment to another that are not cancelled, of lectures that are live classes still. */
export const listBatchDates = (db: Db, { from, to }: { from: number; to: number }) =>
  db
    .selectFrom('batch_classes as c')
    .innerJoin('batches as b', 'b.id', 'c.batch_id')
    .where('b.deleted_at', 'is', null)
    .where('c.is_cancelled', '=', 0)
    .where('c.starts_at', '>', from)
    .where('c.starts_at', '<=', to)
    .select(['c.batch_id', 'c.lecture_id', 'c.starts_at'])
    .orderBy('c.batch_id')
    .orderBy('c.lecture_id')
    .execute();

interface Members {
  batchId: string;
  mode: Mode;
  now: number;
  afterId: string;
  limit: number;
  /** Without those for whom a notice has this and their id as its key. */
  unlessNotified?: string;
}

/** Active members of a batch who have its course now, by their id. */
export const listMemberIds = async (
  db: Db,
  { batchId, mode, now, afterId, limit, unlessNotified }: Members,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('batch_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.batch_id', '=', batchId)
    .where('m.left_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null)
    .where('m.user_id', '>', afterId)
    .$if(unlessNotified !== undefined, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notices as n')
              .select('n.id')
              .where('n.dedupe_key', '=', sql<string>`${unlessNotified} || ${sql.ref('m.user_id')}`),
          ),
        ),
      ),
    )
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('user_access as a')
            .select('a.user_id')
            .whereRef('a.user_id', '=', 'm.user_id')
            .where('a.mode', '=', mode)
            .where('a.ends_at', '>', now),
        ),
        exists(
          selectFrom('course_access as o')
            .select('o.user_id')
            .whereRef('o.user_id', '=', 'm.user_id')
            .whereRef('o.course_id', '=', 'm.course_id')
            .where('o.mode', '=', mode)
            .where('o.ends_at', '>', now),
        ),
      ]),
    )
    .select('m.user_id')
    .orderBy('m.user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
};
