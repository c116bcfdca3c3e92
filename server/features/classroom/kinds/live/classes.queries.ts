import type { Db } from '#server/database/database.ts';
import { type LiveContent, readLive } from './live.ts';

/** A class with its place. */
export interface PlacedClass {
  lectureId: string;
  lectureTitle: string;
  courseId: string;
  courseTitle: string;
  live: LiveContent;
}

/** The people who give the classes of a course. */
export const listTeachers = async (db: Db, courseId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('course_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.course_id', '=', courseId)
    .where('p.role', '=', 'teacher')
    .where('u.deleted_at', 'is', null)
    .select('p.user_id')
    .orderBy('p.user_id')
    .execute();
  return rows.map((row) => row.user_id);
};

const present = (db: Db) =>
  db
    .selectFrom('lectures as l')
    .innerJoin('courses as c', 'c.id', 'l.course_id')
    .where('l.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null);

const published = (db: Db) =>
  present(db).where('l.published_at', 'is not', null).where('c.published_at', 'is not', null);

const places = ['l.id as lectureId', 'l.title as lectureTitle', 'c.id as courseId', 'c.title as courseTitle'] as const;

const classes = (db: Db) =>
  published(db)
    .innerJoin('lecture_contents as k', 'k.lecture_id', 'l.id')
    .where('l.kind', '=', 'live')
    .select([...places, 'k.content']);

const toClass = ({ content, ...place }: Omit<PlacedClass, 'live'> & { content: string }): PlacedClass => ({
  ...place,
  live: readLive(JSON.parse(content)),
});

/** Drafts too. */
export const listAllClasses = async (db: Db): Promise<PlacedClass[]> =>
  (
    await present(db)
      .innerJoin('lecture_contents as k', 'k.lecture_id', 'l.id')
      .where('l.kind', '=', 'live')
      .select([...places, 'k.content'])
      .orderBy('l.id')
      .execute()
  ).map(toClass);

export const listPublishedClasses = async (db: Db): Promise<PlacedClass[]> =>
  (await classes(db).orderBy('l.id').execute()).map(toClass);

/** Undefined for a draft, and for a lecture that is no live class. */
export const findPublishedClass = async (db: Db, lectureId: string): Promise<PlacedClass | undefined> => {
  const row = await classes(db).where('l.id', '=', lectureId).executeTakeFirst();
  return row && toClass(row);
};

/** Undefined for a draft, and for a lecture that is no video. */
export const findPublishedVideo = (db: Db, lectureId: string): Promise<Omit<PlacedClass, 'live'> | undefined> =>
  published(db).where('l.kind', '=', 'video').where('l.id', '=', lectureId).select(places).executeTakeFirst();
