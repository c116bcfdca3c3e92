import type { Db, Tx } from '#server/database/database.ts';

export interface RewindRow {
  lecture_id: string;
  week: number;
  bucket: number;
  user_id: string;
}

export const countRewinds = async (
  tx: Tx,
  { lecture_id, week, user_id }: Omit<RewindRow, 'bucket'>,
): Promise<number> => {
  const { count } = await tx
    .selectFrom('lecture_rewinds')
    .where('lecture_id', '=', lecture_id)
    .where('week', '=', week)
    .where('user_id', '=', user_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Rows that exist stay as they are. */
export const insertRewinds = (tx: Tx, rows: readonly RewindRow[]) =>
  tx
    .insertInto('lecture_rewinds')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['lecture_id', 'week', 'user_id', 'bucket']).doNothing())
    .execute();

/** The lectures with the most people who went back; of every course without a list. */
export const listRewoundLectures = async (
  db: Db,
  { week, courseIds, limit }: { week: number; courseIds: readonly string[] | undefined; limit: number },
) =>
  db
    .selectFrom('lecture_rewinds as r')
    .innerJoin('lectures as l', 'l.id', 'r.lecture_id')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('r.week', '=', week)
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .$if(courseIds !== undefined, (query) => query.where('c.id', 'in', courseIds ?? []))
    .groupBy(['l.id', 'l.title', 'l.duration_ms', 'c.id', 'c.title'])
    .select(['l.id', 'l.title', 'l.duration_ms', 'c.id as course_id', 'c.title as course_title'])
    .select(({ fn }) => fn.count<number>('r.user_id').distinct().as('people'))
    .orderBy('people', 'desc')
    .orderBy('l.id')
    .limit(limit)
    .execute();

export const listBuckets = (db: Db, lectureId: string, week: number): Promise<{ bucket: number; people: number }[]> =>
  db
    .selectFrom('lecture_rewinds')
    .where('lecture_id', '=', lectureId)
    .where('week', '=', week)
    .groupBy('bucket')
    .select(['bucket', ({ fn }) => fn.countAll<number>().as('people')])
    .orderBy('bucket')
    .execute();

export interface PartOfLecture {
  lectureId: string;
  week: number;
  /** The first bucket, and the last. */
  from: number;
  to: number;
}

export const countPeopleIn = async (db: Db, { lectureId, week, from, to }: PartOfLecture): Promise<number> => {
  const { people } = await db
    .selectFrom('lecture_rewinds')
    .where('lecture_id', '=', lectureId)
    .where('week', '=', week)
    .where('bucket', '>=', from)
    .where('bucket', '<=', to)
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return people;
};

/** People who asked about a part of a lecture between two moments. */
export const countAskers = async (
  db: Db,
  lectureId: string,
  { fromMs, toMs, sinceMs, untilMs }: Record<'fromMs' | 'toMs' | 'sinceMs' | 'untilMs', number>,
): Promise<number> => {
  const { people } = await db
    .selectFrom('lecture_questions')
    .where('lecture_id', '=', lectureId)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .where('created_at', '>=', sinceMs)
    .where('created_at', '<', untilMs)
    .select(({ fn }) => fn.count<number>('user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();
  return people;
};
