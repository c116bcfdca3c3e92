import { type ExpressionBuilder, sql } from 'kysely';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import type { Db } from '#server/database/database.ts';
import type { LectureProgressRow } from '#server/database/tables/learning.ts';
import type { LectureRow } from '#server/database/tables/lectures.ts';
import type { Tables } from '#server/database/tables.ts';

/** One person in one lecture. */
export interface Place {
  userId: string;
  lectureId: string;
}

export interface WatchedLecture {
  id: string;
  kind: LectureKind;
  course_id: string;
  duration_ms: number | null;
}

/** Those of the lectures that are not deleted. */
export const findLectures = (db: Db, ids: readonly string[]): Promise<WatchedLecture[]> =>
  db
    .selectFrom('lectures')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['id', 'kind', 'course_id', 'duration_ms'])
    .execute();

const isOneOf = (places: readonly Place[]) => (builder: ExpressionBuilder<Tables, 'lecture_progress'>) =>
  builder(
    builder.refTuple('user_id', 'lecture_id'),
    'in',
    places.map(({ userId, lectureId }) => builder.tuple(userId, lectureId)),
  );

/** Locks the rows until the transaction ends, where the engine has more than one writer. */
export const lockRows = (tx: Db, places: readonly Place[], hasManyWriters: boolean): Promise<LectureProgressRow[]> => {
  const query = tx.selectFrom('lecture_progress').selectAll().where(isOneOf(places));
  return (hasManyWriters ? query.orderBy('user_id').orderBy('lecture_id').forUpdate() : query).execute();
};

/** Leaves rows that are there as they are. */
export const insertMissing = (tx: Db, rows: readonly LectureProgressRow[]) =>
  tx
    .insertInto('lecture_progress')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'lecture_id']).doNothing())
    .execute();

const changing = [
  'position_ms',
  'watched',
  'watched_ms',
  'allowance_from',
  'session_id',
  'seq',
  'done_at',
  'watched_at',
] as const;

export const writeRows = (tx: Db, rows: readonly LectureProgressRow[]) =>
  tx
    .insertInto('lecture_progress')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'lecture_id'])
        .doUpdateSet(Object.fromEntries(changing.map((column) => [column, sql.ref(`excluded.${column}`)]))),
    )
    .execute();

export const listProgressIn = (db: Db, userId: string, courseId: string): Promise<LectureProgressRow[]> =>
  db
    .selectFrom('lecture_progress')
    .selectAll()
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .limit(2000)
    .execute();

export interface RecentLecture {
  course_id: string;
  watched_at: number;
  course_title: string;
  thumbnail_key: string | null;
  position: number;
}

/** The lectures that a user watched last, the newest first. */
export const listRecent = (db: Db, userId: string, limit: number): Promise<RecentLecture[]> =>
  db
    .selectFrom('lecture_progress')
    .innerJoin('courses', 'courses.id', 'lecture_progress.course_id')
    .innerJoin('lectures', 'lectures.id', 'lecture_progress.lecture_id')
    .where('lecture_progress.user_id', '=', userId)
    .select(['lecture_progress.course_id', 'lecture_progress.watched_at', 'courses.title as course_title'])
    .select(['courses.thumbnail_key', 'lectures.position'])
    .orderBy('lecture_progress.watched_at', 'desc')
    .limit(limit)
    .execute();

export type LectureToWatch = Pick<LectureRow, 'id' | 'title' | 'duration_ms'>;

/** More than are locked before the first that is open. */
const NOT_DONE_MAX = 200;

/** The lectures that the person has not done, those at or behind a position first. */
export const listNotDone = (
  db: Db,
  { userId, courseId, position }: { userId: string; courseId: string; position: number },
): Promise<LectureToWatch[]> =>
  db
    .selectFrom('lectures')
    .leftJoin('lecture_progress', (join) =>
      join.onRef('lecture_progress.lecture_id', '=', 'lectures.id').on('lecture_progress.user_id', '=', userId),
    )
    .where('lectures.course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .where('lecture_progress.done_at', 'is', null)
    .select(['lectures.id', 'lectures.title', 'lectures.duration_ms'])
    .orderBy(sql`CASE WHEN lectures.position >= ${position} THEN 0 ELSE 1 END`)
    .orderBy('lectures.position')
    .limit(NOT_DONE_MAX)
    .execute();

export const findRow = (db: Db, { userId, lectureId }: Place): Promise<LectureProgressRow | undefined> =>
  db
    .selectFrom('lecture_progress')
    .selectAll()
    .where('user_id', '=', userId)
    .where('lecture_id', '=', lectureId)
    .executeTakeFirst();
