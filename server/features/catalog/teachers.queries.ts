import type { TeacherRow } from '#server/database/tables/catalog.ts';
import type { Db } from '#server/database/database.ts';

/** With their account. */
export const findTeacher = (db: Db, name: string) =>
  db
    .selectFrom('teachers as t')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 't.user_id').on('u.deleted_at', 'is', null))
    .where('t.name', '=', name)
    .select(['t.headline', 't.about', 't.picture_key', 'u.id as user_id', 'u.full_name', 'u.email', 'u.avatar_key'])
    .executeTakeFirst();

export type FoundTeacher = Awaited<ReturnType<typeof findTeacher>>;

export const setAccount = (tx: Db, name: string, userId: string | null) =>
  tx.updateTable('teachers').set({ user_id: userId }).where('name', '=', name).execute();

/** Unless another account has it. */
export const setFreeAccount = (tx: Db, name: string, userId: string) =>
  tx
    .updateTable('teachers as t')
    .set({ user_id: userId })
    .where('t.name', '=', name)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as u').select('u.id').whereRef('u.id', '=', 't.user_id').where('u.deleted_at', 'is', null),
        ),
      ),
    )
    .execute();

/** Whom a course is by, and the name of an account. */
export const findNamesOf = (tx: Db, { userId, courseId }: { userId: string; courseId: string }) =>
  tx
    .selectFrom(['courses as c', 'users as u'])
    .select(['c.created_by as createdBy', 'u.full_name as fullName'])
    .where('c.id', '=', courseId)
    .where('u.id', '=', userId)
    .executeTakeFirst();

export const findAccount = async (tx: Db, email: string): Promise<string | undefined> => {
  const query = tx.selectFrom('users').select('id').where('email', '=', email).where('deleted_at', 'is', null);
  return (await query.executeTakeFirst())?.id;
};

/** The teacher that an account is linked to. */
export const findNameOf = async (db: Db, userId: string): Promise<string | undefined> => {
  const query = db.selectFrom('teachers').select('name').where('user_id', '=', userId).orderBy('name');
  return (await query.executeTakeFirst())?.name;
};

/** The courses that a user teaches, drafts and deleted ones included. */
export const coursesTaughtBy = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('course_people')
    .select('course_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'teacher')
    .execute();
  return rows.map((row) => row.course_id);
};

/** The teachers of a course, with its title. */
export const teachersOfCourse = (tx: Db, courseId: string) =>
  tx
    .selectFrom('course_people as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('courses as c', 'c.id', 'p.course_id')
    .where('p.course_id', '=', courseId)
    .where('p.role', '=', 'teacher')
    .where('u.deleted_at', 'is', null)
    .where('u.blocked_at', 'is', null)
    .select(['u.id', 'c.title'])
    .orderBy('u.id')
    .execute();

export const countCourses = async (db: Db, name: string): Promise<number> => {
  const { courses } = await db
    .selectFrom('courses')
    .select(({ fn }) => fn.countAll<number>().as('courses'))
    .where('created_by', '=', name)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return courses;
};

type Written = Pick<TeacherRow, 'name' | 'headline' | 'about' | 'updated_at'>;

/** An existing text about the name stays. */
export const insertTeacher = (tx: Db, written: Written) =>
  tx
    .insertInto('teachers')
    .values({ ...written, picture_key: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

/** Returns the picture that it had. With none to put the old one stays; null removes it. */
export const putTeacher = async (
  tx: Db,
  written: Written,
  pictureKey: string | null | undefined,
): Promise<string | null> => {
  // It also locks the row, so that two requests that change the picture do not delete the same old one.
  const { picture_key: before } = await tx
    .insertInto('teachers')
    .values({ ...written, picture_key: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ updated_at: written.updated_at }))
    .returning('picture_key')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('teachers')
    .set(written)
    .$if(pictureKey !== undefined, (query) => query.set({ picture_key: pictureKey ?? null }))
    .where('name', '=', written.name)
    .execute();
  return before;
};

/** A teacher without any course left is the one whose courses now have the other name, unless that is known already. */
export const followName = (tx: Db, { from, to }: { from: string; to: string }) =>
  tx
    .updateTable('teachers')
    .set({ name: to })
    .where('name', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('courses').select('id').where('created_by', '=', from).where('deleted_at', 'is', null))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('teachers as other').select('name').where('name', '=', to))),
    )
    .execute();
