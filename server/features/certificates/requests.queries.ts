import type { CertificateRequestRow } from '#server/database/tables/certificates.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { Place } from './certificates.queries.ts';

export const findLatestRequest = (db: Db, { userId, courseId }: Place): Promise<CertificateRequestRow | undefined> =>
  db
    .selectFrom('certificate_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findWaiting = (
  db: Db,
  { courseId, requestId }: { courseId: string; requestId: string },
): Promise<CertificateRequestRow | undefined> =>
  db
    .selectFrom('certificate_requests')
    .selectAll()
    .where('id', '=', requestId)
    .where('course_id', '=', courseId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();

/** False when one of the user and course waits already. */
export const insertRequest = (tx: Tx, row: CertificateRequestRow): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('certificate_requests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

/** Decides what waits of a user and course, if anything does. */
export const decideWaiting = (
  tx: Tx,
  { userId, courseId }: Place,
  decided: Pick<CertificateRequestRow, 'state' | 'reason' | 'decided_by' | 'decided_at'>,
) =>
  tx
    .updateTable('certificate_requests')
    .set(decided)
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('state', '=', 'waiting')
    .execute();

/** Those that wait in these courses, or in all. Nobody decides about a deleted account or course. */
const waitingIn = (db: Db, courseIds: readonly string[] | undefined) =>
  db
    .selectFrom('certificate_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('courses as c', 'c.id', 'r.course_id')
    .where('r.state', '=', 'waiting')
    .where('u.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .$if(courseIds !== undefined, (query) => query.where('r.course_id', 'in', courseIds ?? []));

export const listWaiting = (
  db: Db,
  courseIds: readonly string[] | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  waitingIn(db, courseIds)
    .select(['r.id', 'r.course_id', 'r.evidence', 'r.completed_at', 'r.created_at', 'u.full_name', 'c.title'])
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
    .execute();

export const countWaiting = (
  db: Db,
  courseIds?: readonly string[],
): Promise<{ count: number; people: number; since: number | null }> =>
  waitingIn(db, courseIds)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('r.created_at').as('since')])
    .select(({ fn }) => fn.count<number>('r.user_id').distinct().as('people'))
    .executeTakeFirstOrThrow();

/** The two people who have waited longest. */
export const nameWaiting = async (db: Db): Promise<string[]> => {
  const rows = await waitingIn(db, undefined)
    .groupBy(['u.id', 'u.full_name'])
    .select('u.full_name')
    .orderBy(({ fn }) => fn.min('r.created_at'))
    .orderBy('u.id')
    .limit(2)
    .execute();
  return rows.map((row) => row.full_name);
};

/** The name of a user, as a certificate says who approved it. */
export const findName = async (db: Db, userId: string): Promise<string> =>
  (await db.selectFrom('users').select('full_name').where('id', '=', userId).executeTakeFirst())?.full_name ?? '';

/** The published lectures of a choice, in their order, with whether a user has done them. */
export const listRequired = (db: Db, { userId, courseId }: Place, lectureIds: readonly string[]) =>
  db
    .selectFrom('lectures as l')
    .leftJoin('lecture_progress as p', (join) => join.onRef('p.lecture_id', '=', 'l.id').on('p.user_id', '=', userId))
    .where('l.course_id', '=', courseId)
    .where('l.id', 'in', lectureIds)
    .where('l.deleted_at', 'is', null)
    .where('l.published_at', 'is not', null)
    .select(['l.id', 'l.title', 'p.done_at'])
    .orderBy('l.position')
    .execute();
