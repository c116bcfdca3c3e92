import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { AnnouncementRow } from '#server/database/tables/notices.ts';

export const insertAnnouncement = (db: Db, row: AnnouncementRow) =>
  db.insertInto('announcements').values(row).execute();

export const updateAnnouncement = (db: Db, id: string, change: Partial<Omit<AnnouncementRow, 'id'>>) =>
  db.updateTable('announcements').set(change).where('id', '=', id).execute();

export const deleteAnnouncement = (db: Db, id: string) => db.deleteFrom('announcements').where('id', '=', id).execute();

/** The courses whose announcements are meant; null: all, also those without a course. */
export type OfCourses = readonly string[] | null;

/** As teachers are known to learners. */
const nameOfUser = sql<string>`coalesce((SELECT min(name) FROM teachers WHERE user_id = u.id), u.full_name)`;

const withNames = (db: Db) =>
  db
    .selectFrom('announcements as n')
    .innerJoin('users as u', 'u.id', 'n.author_id')
    .leftJoin('courses as c', 'c.id', 'n.course_id')
    .selectAll('n')
    .select(['c.title as course_title', nameOfUser.as('author')]);

export type NamedAnnouncement = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>;

/** As the person wrote it; '' for nobody. */
export const findFullName = async (db: Db, userId: string): Promise<string> => {
  const row = await db.selectFrom('users').select('full_name').where('id', '=', userId).executeTakeFirst();
  return row?.full_name ?? '';
};

export const findAnnouncement = (db: Db, id: string): Promise<NamedAnnouncement | undefined> =>
  withNames(db).where('n.id', '=', id).executeTakeFirst();

/** Until the transaction ends, nobody else changes it. */
export const lockAnnouncement = (tx: Tx, id: string): Promise<AnnouncementRow | undefined> =>
  tx
    .updateTable('announcements')
    .set(({ ref }) => ({ state: ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const listAnnouncements = (db: Db, ofCourses: OfCourses, { limit, offset }: { limit: number; offset: number }) =>
  withNames(db)
    .$if(ofCourses !== null, (query) => query.where('n.course_id', 'in', ofCourses ?? []))
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const countAnnouncements = async (db: Db, ofCourses: OfCourses): Promise<number> => {
  const { count } = await db
    .selectFrom('announcements')
    .$if(ofCourses !== null, (query) => query.where('course_id', 'in', ofCourses ?? []))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** The author as the policy asks about users; undefined once the account is deleted. */
export const findAuthor = async (db: Db, userId: string) => {
  const row = await db
    .selectFrom('users')
    .select(['id', 'role', 'blocked_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, role: row.role, isBlocked: row.blocked_at !== null };
};

export const findTitle = async (db: Db, courseId: string): Promise<string | undefined> =>
  (await db.selectFrom('courses').select('title').where('id', '=', courseId).executeTakeFirst())?.title;

export const findAuthorName = async (db: Db, userId: string): Promise<string> => {
  const row = await db
    .selectFrom('users as u')
    .select(nameOfUser.as('name'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row?.name ?? '';
};
