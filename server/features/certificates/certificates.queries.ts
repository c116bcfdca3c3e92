import { sql } from 'kysely';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { contains } from '#server/database/contains.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';

/** One user in one course. */
export interface Place {
  userId: string;
  courseId: string;
}

/** Whether the user teaches the course, or assists. */
export const isStaff = (db: Db, { userId, courseId }: Place): Promise<boolean> =>
  hasRow(db.selectFrom('course_people').select('role').where('user_id', '=', userId).where('course_id', '=', courseId));

/** How many of the published lectures of a course, or those of a choice, a user has done, and watched or marked since a moment. */
export const countRedone = async (
  db: Db,
  { userId, courseId }: Place,
  { sinceMs, lectureIds }: { sinceMs: number; lectureIds: readonly string[] | null },
): Promise<number> => {
  const { done } = await db
    .selectFrom('lecture_progress as p')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .where('p.user_id', '=', userId)
    .where('p.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .where('p.done_at', 'is not', null)
    .where('p.watched_at', '>', sinceMs)
    .$if(lectureIds !== null, (query) => query.where('l.id', 'in', lectureIds ?? []))
    .select(({ fn }) => fn.countAll<number>().as('done'))
    .executeTakeFirstOrThrow();
  return done;
};

/** Whether one of the user and course is neither revoked nor reissued. */
export const hasActive = (db: Db, { userId, courseId }: Place): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('certificates')
      .select('id')
      .where('user_id', '=', userId)
      .where('course_id', '=', courseId)
      .where('revoked_at', 'is', null)
      .where('superseded_by', 'is', null),
  );

/** When a user completed the last of the published lectures of a course, or of those of a choice. */
export const findLastDone = async (
  db: Db,
  { userId, courseId }: Place,
  lectureIds: readonly string[] | null,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('lecture_progress as p')
    .innerJoin('lectures as l', 'l.id', 'p.lecture_id')
    .where('p.user_id', '=', userId)
    .where('p.course_id', '=', courseId)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .$if(lectureIds !== null, (query) => query.where('l.id', 'in', lectureIds ?? []))
    .select(({ fn }) => fn.max<number | null>('p.done_at').as('done_at'))
    .executeTakeFirst();
  return row?.done_at ?? undefined;
};

/** The course with its teacher, as a certificate names them. */
export const findCourse = (db: Db, courseId: string) =>
  db
    .selectFrom('courses as c')
    .leftJoin('teachers as t', 't.name', 'c.created_by')
    .where('c.id', '=', courseId)
    .where('c.deleted_at', 'is', null)
    .select(['c.title', 'c.created_by', 'c.published_at', 't.headline'])
    .executeTakeFirst();

export const nextStatusIndex = async (db: Db): Promise<number> => {
  const { last } = await db
    .selectFrom('certificates')
    .select(({ fn }) => fn.max<number | null>('status_index').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? 0 : last + 1;
};

/** False when another one has its code or place, or the user has one of the course. */
export const insertCertificate = (tx: Tx, row: CertificateRow): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('certificates')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

export const findByCode = (db: Db, code: string): Promise<CertificateRow | undefined> =>
  db.selectFrom('certificates').selectAll().where('code', '=', code).executeTakeFirst();

export const findCodeOf = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('certificates').select('code').where('id', '=', id).executeTakeFirst())?.code;

/** Those that were not replaced, the newest first. */
export const listOfUser = (db: Db, userId: string, courseId?: string): Promise<CertificateRow[]> =>
  db
    .selectFrom('certificates')
    .selectAll()
    .where('user_id', '=', userId)
    .where('superseded_by', 'is', null)
    .$if(courseId !== undefined, (query) => query.where('course_id', '=', courseId ?? ''))
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(500)
    .execute();

const ROWS_AT_ONCE = 500;

/** All of them, so many at once. */
export async function* certificatesInBatches(db: Db, rowsAtOnce = ROWS_AT_ONCE): AsyncGenerator<CertificateRow[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('certificates')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

/** Those of present accounts whose last moment is between these, and which are neither revoked nor reissued. */
export const listExpiring = (
  db: Db,
  { from, until, after }: { from: number; until: number; after: string },
): Promise<CertificateRow[]> =>
  db
    .selectFrom('certificates')
    .selectAll()
    .where('valid_until', '>', from)
    .where('valid_until', '<=', until)
    .where('revoked_at', 'is', null)
    .where('superseded_by', 'is', null)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('deleted_at', 'is', null))
    .where('id', '>', after)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();

export interface ListFilter {
  courseId?: string;
  search?: string;
}

const filtered = (db: Db, { courseId, search = '' }: ListFilter) =>
  db
    .selectFrom('certificates')
    .$if(courseId !== undefined, (query) => query.where('course_id', '=', courseId ?? ''))
    .$if(search !== '', (query) =>
      query.where(({ or }) => or([contains(db, sql`holder_name`, search), contains(db, sql`code`, search)])),
    );

export const listFiltered = (
  db: Db,
  { limit, offset, ...filter }: ListFilter & { limit: number; offset: number },
): Promise<CertificateRow[]> =>
  filtered(db, filter).selectAll().orderBy('issued_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();

export const countFiltered = async (db: Db, filter: ListFilter): Promise<number> =>
  (
    await filtered(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export const countStanding = async (db: Db, courseId: string): Promise<number> =>
  (
    await db
      .selectFrom('certificates')
      .where('course_id', '=', courseId)
      .where('revoked_at', 'is', null)
      .where('superseded_by', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export const updateCertificate = (tx: Db, id: string, changed: Partial<CertificateRow>): Promise<boolean> =>
  changesRow(tx.updateTable('certificates').set(changed).where('id', '=', id));

/** The learners, by id, who completed the lectures of a course, or those of a choice, and have no certificate of it. */
export const listEarlier = async (
  db: Db,
  {
    courseId,
    lectureIds,
    after,
    limit,
  }: { courseId: string; lectureIds: readonly string[] | null; after: string; limit: number },
): Promise<string[]> => {
  const shown = db
    .selectFrom('lectures')
    .where('lectures.course_id', '=', courseId)
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .$if(lectureIds !== null, (query) => query.where('lectures.id', 'in', lectureIds ?? []));
  const { lectures } = await shown.select(({ fn }) => fn.countAll<number>().as('lectures')).executeTakeFirstOrThrow();
  if (lectures === 0) return [];
  const rows = await shown
    .innerJoin('lecture_progress as p', 'p.lecture_id', 'lectures.id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .where('p.done_at', 'is not', null)
    .where('p.user_id', '>', after)
    .where('u.deleted_at', 'is', null)
    .where('u.role', '!=', 'ADMIN')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('certificates as c')
            .select('c.id')
            .whereRef('c.user_id', '=', 'p.user_id')
            .where('c.course_id', '=', courseId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('course_people as s')
            .select('s.role')
            .whereRef('s.user_id', '=', 'p.user_id')
            .where('s.course_id', '=', courseId),
        ),
      ),
    )
    .groupBy('p.user_id')
    .having(({ fn }) => fn.countAll<number>(), '=', lectures)
    .select('p.user_id')
    .orderBy('p.user_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
};
