import { sql } from 'kysely';
import { Timetable } from '#contract/batches/batch-fields.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { BatchClassRow, BatchRow } from '#server/database/tables/batches.ts';

const BATCHES_MAX = 500;
const LECTURES_MAX = 1000;

export const listBatches = (db: Db, courseId: string): Promise<BatchRow[]> =>
  db
    .selectFrom('batches')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('starts_on', 'desc')
    .orderBy('id')
    .limit(BATCHES_MAX)
    .execute();

export const findBatchOfCode = (db: Db, code: string): Promise<BatchRow | undefined> =>
  db.selectFrom('batches').selectAll().where('code', '=', code).where('deleted_at', 'is', null).executeTakeFirst();

export const insertBatch = (tx: Tx, row: BatchRow): Promise<unknown> => tx.insertInto('batches').values(row).execute();

export const updateBatch = (tx: Tx, id: string, changes: Partial<BatchRow>): Promise<BatchRow> =>
  tx.updateTable('batches').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Undefined for a timetable that a later version stored. */
export const timetableOf = ({ timetable }: Pick<BatchRow, 'timetable'>) =>
  timetable === null ? null : (Timetable.safeParse(JSON.parse(timetable)).data ?? null);

export const hasPlan = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('plans').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const findCourseTitle = async (db: Db, id: string): Promise<string | undefined> => {
  const course = db.selectFrom('courses').select('title').where('id', '=', id).where('deleted_at', 'is', null);
  return (await course.executeTakeFirst())?.title;
};

type Counted = { batch_id: string; count: number };

const countIn =
  (rows: readonly Counted[]) =>
  (batchId: string): number =>
    rows.find((row) => row.batch_id === batchId)?.count ?? 0;

const count = sql<number>`COUNT(*)`.as('count');

export const countWaiters = async (db: Db, batchIds: readonly string[]): Promise<(batchId: string) => number> => {
  if (batchIds.length === 0) return () => 0;
  const waiters = db.selectFrom('batch_waiters').where('batch_id', 'in', batchIds);
  return countIn(await waiters.groupBy('batch_id').select(['batch_id', count]).execute());
};

/** Who joined with the code of a batch, also those who left. */
export const countByCode = async (db: Db, batchIds: readonly string[]): Promise<(batchId: string) => number> => {
  if (batchIds.length === 0) return () => 0;
  const members = db.selectFrom('batch_members').where('batch_id', 'in', batchIds).where('source', '=', 'code');
  return countIn(await members.groupBy('batch_id').select(['batch_id', count]).execute());
};

/** The first class after a moment, and how many were before it. */
export const classFacts = async (db: Db, batchIds: readonly string[], now: number) => {
  const rows =
    batchIds.length === 0
      ? []
      : await db
          .selectFrom('batch_classes as c')
          .innerJoin('lectures as l', 'l.id', 'c.lecture_id')
          .where('c.batch_id', 'in', batchIds)
          .where('l.kind', '=', 'live')
          .where('l.deleted_at', 'is', null)
          .where('c.is_cancelled', '=', 0)
          .select(['c.batch_id', 'c.starts_at'])
          .orderBy('c.starts_at')
          .execute();
  return (id: string) => {
    const own = rows.filter((row) => row.batch_id === id).map((row) => row.starts_at);
    return { nextAt: own.find((at) => at > now), held: own.filter((at) => at <= now).length };
  };
};

/** The live classes of a course, in its order, with their dates in a batch, and what they have of their own. */
export const listClasses = (db: Db, { id, course_id: courseId }: Pick<BatchRow, 'id' | 'course_id'>) =>
  db
    .selectFrom('lectures as l')
    .innerJoin('courses', 'courses.id', 'l.course_id')
    .leftJoin('lecture_contents as k', 'k.lecture_id', 'l.id')
    .leftJoin('batch_classes as c', (join) => join.onRef('c.lecture_id', '=', 'l.id').on('c.batch_id', '=', id))
    .where('l.course_id', '=', courseId)
    .where('l.kind', '=', 'live')
    .where('l.deleted_at', 'is', null)
    .select(['l.id', 'l.title', 'l.duration_ms', 'c.starts_at', 'c.minutes', 'c.is_moved', 'c.is_cancelled'])
    .select(['k.content', 'l.published_at', 'courses.published_at as course_published_at'])
    .orderBy('l.position')
    .limit(LECTURES_MAX)
    .execute();

/** Writes the date of a class; its time was changed once more where it had another. */
export const putClass = (tx: Tx, row: Omit<BatchClassRow, 'sequence'>): Promise<unknown> =>
  tx
    .insertInto('batch_classes')
    .values({ ...row, sequence: 0 })
    .onConflict((conflict) =>
      conflict.columns(['batch_id', 'lecture_id']).doUpdateSet(({ ref }) => ({
        starts_at: row.starts_at,
        minutes: row.minutes,
        is_moved: row.is_moved,
        is_cancelled: row.is_cancelled,
        updated_at: row.updated_at,
        sequence: sql<number>`${ref('batch_classes.sequence')} + 1`,
      })),
    )
    .execute();

export const removeClass = (tx: Tx, { batchId, lectureId }: { batchId: string; lectureId: string }): Promise<unknown> =>
  tx.deleteFrom('batch_classes').where('batch_id', '=', batchId).where('lecture_id', '=', lectureId).execute();
