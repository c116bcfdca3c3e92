import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** What is published at this moment; a course also while it waits to be announced. Returns whether there is something. */
export const noteNews = async (tx: Db, courseId: string, now: number): Promise<boolean> => {
  const { rows } = await sql`
    INSERT INTO published_news (subject_id, course_id, is_course, noted_at)
    SELECT id, id, 1, CAST(${now} AS BIGINT) FROM courses
    WHERE id = ${courseId} AND deleted_at IS NULL AND published_at IS NOT NULL AND (published_at = ${now}
      OR EXISTS (SELECT 1 FROM published_news n WHERE n.subject_id = courses.id AND n.announced_at IS NULL))
    UNION ALL
    SELECT id, course_id, 0, CAST(${now} AS BIGINT) FROM lectures
    WHERE course_id = ${courseId} AND deleted_at IS NULL AND published_at = ${now}
    ON CONFLICT (subject_id) DO UPDATE SET noted_at = excluded.noted_at WHERE published_news.announced_at IS NULL
    RETURNING subject_id`.execute(tx);
  return rows.length > 0;
};

/** When something of a course was published last that is not announced; undefined without any. */
export const lastNotedAt = async (db: Db, courseId: string): Promise<number | undefined> => {
  const { last } = await db
    .selectFrom('published_news')
    .where('course_id', '=', courseId)
    .where('announced_at', 'is', null)
    .select(({ fn }) => fn.max<number | null>('noted_at').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
};

export const findCourse = (db: Db, courseId: string) =>
  db
    .selectFrom('courses as c')
    .leftJoin('published_news as n', 'n.subject_id', 'c.id')
    .where('c.id', '=', courseId)
    .where('c.deleted_at', 'is', null)
    .where('c.published_at', 'is not', null)
    .select(['c.title', 'c.published_at', 'n.noted_at', 'n.announced_at'])
    .executeTakeFirst();

/** Lectures that are not announced and still published, in their order. */
export const listNewLectures = (db: Db, courseId: string) =>
  db
    .selectFrom('published_news as n')
    .innerJoin('lectures as l', 'l.id', 'n.subject_id')
    .where('n.course_id', '=', courseId)
    .where('n.announced_at', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .select(['l.id', 'l.title'])
    .orderBy('l.position')
    .orderBy('l.id')
    .execute();

/** What is a draft again stays, for when it is published. */
export const markAnnounced = (tx: Db, courseId: string, now: number) =>
  tx
    .updateTable('published_news')
    .set({ announced_at: now })
    .where('course_id', '=', courseId)
    .where('announced_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('is_course', '=', 1),
        eb.exists(
          eb
            .selectFrom('lectures as l')
            .select('l.id')
            .whereRef('l.id', '=', 'published_news.subject_id')
            .where('l.published_at', 'is not', null),
        ),
      ]),
    )
    .execute();
