import { WATERMARK_COURSES_MAX, type WatermarkKind } from '#contract/classroom/watermark.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';

export const listWatermarked = async (db: Db): Promise<ReadonlyMap<string, WatermarkKind>> => {
  const rows = await db.selectFrom('courses').select(['id', 'watermark']).where('watermark', 'is not', null).execute();
  return new Map(rows.flatMap(({ id, watermark }) => (watermark === null ? [] : [[id, watermark] as const])));
};

/** Undefined when there is no such course. */
export const findWatermark = (db: Db, courseId: string) =>
  db
    .selectFrom('courses')
    .select(['watermark', 'title'])
    .where('id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export const setWatermark = (
  tx: Tx,
  { courseId, watermark, now }: { courseId: string; watermark: WatermarkKind | null; now: number },
): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('courses')
      .set({ watermark, updated_at: now })
      .where('id', '=', courseId)
      .where('deleted_at', 'is', null),
  );

export const findNameAndEmail = (db: Db, userId: string) =>
  db.selectFrom('users').select(['full_name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();

interface Month {
  userId: string;
  /** Such as `2026-11`. */
  month: string;
}

export const findCode = async (db: Db, { userId, month }: Month): Promise<string | undefined> => {
  const row = await db
    .selectFrom('watermark_codes')
    .select('code')
    .where('user_id', '=', userId)
    .where('month', '=', month)
    .executeTakeFirst();
  return row?.code;
};

/** False when the code is taken, or the person got one of this month meanwhile. */
export const insertCode = (tx: Db, { userId, month }: Month, code: string, now: number): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('watermark_codes')
      .values({ code, user_id: userId, month, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('code'),
  );

/** Whose code it was, if they still have an account. */
export const findOwner = (db: Db, code: string) =>
  db
    .selectFrom('watermark_codes as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .where('w.code', '=', code)
    .where('u.deleted_at', 'is', null)
    .select(['w.month', 'u.id', 'u.full_name', 'u.email'])
    .executeTakeFirst();

/** Courses with a watermark that a person watched after `from`, and had begun by `until`. */
export const listWatched = (db: Db, { userId, from, until }: { userId: string; from: number; until: number }) =>
  db
    .selectFrom('lecture_progress as p')
    .innerJoin('courses as c', 'c.id', 'p.course_id')
    .where('p.user_id', '=', userId)
    .where('p.watched_at', '>=', from)
    .where(({ or, eb }) => or([eb('p.began_at', 'is', null), eb('p.began_at', '<=', until)]))
    .where('c.watermark', 'is not', null)
    .select(['c.id as _id', 'c.title'])
    .distinct()
    .orderBy('c.title')
    .orderBy('c.id')
    .limit(WATERMARK_COURSES_MAX)
    .execute();
