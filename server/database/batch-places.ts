import { sql } from 'kysely';
import type { CourseWithBatches } from '#contract/batches/batch-fields.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Db, Tx } from './database.ts';
import type { BatchMemberRow, BatchRow } from './tables/batches.ts';

type Mode = 'test' | 'live';

const present = (db: Db) => db.selectFrom('batches').selectAll().where('deleted_at', 'is', null);

export const findBatch = (db: Db, id: string): Promise<BatchRow | undefined> =>
  present(db).where('id', '=', id).executeTakeFirst();

/** Those of the batches that are not deleted, locked until commit: places in them are taken one after the other. */
export const lockBatches = async (tx: Tx, ids: readonly string[], now: number): Promise<Map<string, BatchRow>> => {
  const locked = new Map<string, BatchRow>();
  for (const id of [...new Set(ids)].toSorted()) {
    const row = tx.updateTable('batches').set({ updated_at: now }).where('id', '=', id).where('deleted_at', 'is', null);
    const batch = await row.returningAll().executeTakeFirst();
    if (batch) locked.set(id, batch);
  }
  return locked;
};

/** The courses that have a batch that can be joined, by their titles. */
export const coursesWithBatches = (db: Db, today: string): Promise<CourseWithBatches[]> =>
  db
    .selectFrom('courses')
    .select(['id as _id', 'title'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', present(db).clearSelect().select('course_id').where('join_until', '>=', today))
    .orderBy('title')
    .orderBy('id')
    .execute();

export interface Taken {
  members: number;
  /** For who is buying. */
  held: number;
}

/** An attempt that can be paid and holds a place: of a payment that waits to be confirmed as long as its price is kept. */
const holdsPlace = (now: number) => sql<boolean>`(a.state IN ('open', 'retired') AND a.is_over = 0
  AND a.expires_at > ${sql.lit(now)} AND COALESCE(a.batch_held_until, a.expires_at) > ${sql.lit(now)}
  AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.attempt_id = a.id AND p.status = 'captured')
  AND NOT EXISTS (SELECT 1 FROM batch_members m WHERE m.batch_id = a.batch_id AND m.user_id = a.user_id AND m.left_at IS NULL))`;

/** The places that are taken in batches, without those of one user. */
export const takenPlaces = async (
  db: Db,
  batchIds: readonly string[],
  { mode, now, exceptUserId = '' }: { mode: Mode; now: number; exceptUserId?: string },
): Promise<(batchId: string) => Taken> => {
  if (batchIds.length === 0) return () => ({ members: 0, held: 0 });
  const members = await db
    .selectFrom('batch_members as m')
    .leftJoin('payment_attempts as a', 'a.id', 'm.attempt_id')
    .where('m.batch_id', 'in', batchIds)
    .where('m.left_at', 'is', null)
    .where('m.user_id', '<>', exceptUserId)
    .where(({ or, eb }) => or([eb('m.attempt_id', 'is', null), eb('a.mode', '=', mode)]))
    .groupBy('m.batch_id')
    .select(['m.batch_id', sql<number>`COUNT(*)`.as('count')])
    .execute();
  const held = await db
    .selectFrom('payment_attempts as a')
    .where('a.batch_id', 'in', batchIds)
    .where('a.mode', '=', mode)
    .where('a.user_id', '<>', exceptUserId)
    .where(holdsPlace(now))
    .groupBy('a.batch_id')
    .select(['a.batch_id', sql<number>`COUNT(DISTINCT a.user_id)`.as('count')])
    .execute();
  const countIn = (rows: readonly { batch_id: string | null; count: number }[], id: string): number =>
    rows.find((row) => row.batch_id === id)?.count ?? 0;
  return (id) => ({ members: countIn(members, id), held: countIn(held, id) });
};

/** The membership of a person that is present in a course, with its batch. */
export const presentMembership = (db: Db, userId: string, courseId: string) =>
  db
    .selectFrom('batch_members as m')
    .innerJoin('batches as b', 'b.id', 'm.batch_id')
    .selectAll('m')
    .select(['b.name', 'b.starts_on', 'b.ends_on', 'b.plan_id'])
    .where('m.user_id', '=', userId)
    .where('m.course_id', '=', courseId)
    .where('m.left_at', 'is', null)
    .executeTakeFirst();
export type PresentMembership = NonNullable<Awaited<ReturnType<typeof presentMembership>>>;

export type NewMember = Pick<BatchMemberRow, 'batch_id' | 'course_id' | 'user_id' | 'source' | 'joined_at'> &
  Partial<BatchMemberRow>;

export const insertMember = (tx: Tx, row: NewMember): Promise<unknown> =>
  tx
    .insertInto('batch_members')
    .values({
      id: newId(),
      attempt_id: null,
      moved_by: null,
      is_excess: 0,
      left_at: null,
      left_because: null,
      reason: '',
      ...row,
    })
    .execute();

export const endMembership = (
  tx: Tx,
  id: string,
  { left_at, left_because, reason = '' }: Pick<BatchMemberRow, 'left_at' | 'left_because'> & { reason?: string },
): Promise<unknown> =>
  tx.updateTable('batch_members').set({ left_at, left_because, reason, is_excess: 0 }).where('id', '=', id).execute();

export const reopenMembership = (tx: Tx, id: string, isExcess: 0 | 1): Promise<unknown> =>
  tx
    .updateTable('batch_members')
    .set({ left_at: null, left_because: null, is_excess: isExcess })
    .where('id', '=', id)
    .execute();

/** From now on the membership follows from this purchase. */
export const bindToPurchase = (tx: Tx, id: string, attemptId: string): Promise<unknown> =>
  tx.updateTable('batch_members').set({ attempt_id: attemptId }).where('id', '=', id).execute();

/** What followed from purchases, in the order in which it did. */
export const membershipsOfAttempts = (tx: Tx, attemptIds: readonly string[]): Promise<BatchMemberRow[]> =>
  tx
    .selectFrom('batch_members')
    .selectAll()
    .where('attempt_id', 'in', attemptIds)
    .orderBy('joined_at')
    .orderBy('id')
    .execute();

/** The memberships of a person in courses, also those that ended. */
export const membershipsIn = async (
  tx: Tx,
  userId: string,
  courseIds: ReadonlySet<string>,
): Promise<BatchMemberRow[]> => {
  if (courseIds.size === 0) return [];
  const own = tx.selectFrom('batch_members').selectAll().where('user_id', '=', userId);
  return own.where('course_id', 'in', [...courseIds]).execute();
};

/** Throws `batch_closed` for a batch that nobody can join any more. */
export const assertOpen = ({ join_until: joinUntil }: Pick<BatchRow, 'join_until'>, today: string): void => {
  if (today > joinUntil) throw fail('batch_closed');
};

/** Throws `batch_full` where everybody besides this user has all places of a batch that the caller has locked. */
export const assertPlace = async (
  tx: Tx,
  { id, places }: Pick<BatchRow, 'id' | 'places'>,
  { userId, ...at }: { mode: Mode; now: number; userId: string },
): Promise<void> => {
  if (places === null) return;
  const { members, held } = (await takenPlaces(tx, [id], { ...at, exceptUserId: userId }))(id);
  if (members + held >= places) throw fail('batch_full');
};

/** The membership in a batch that is over, if there is one. Throws `already_in_batch` for one that is not over. */
export const assertInNone = async (
  on: Db,
  { userId, courseId, today }: { userId: string; courseId: string; today: string },
): Promise<PresentMembership | undefined> => {
  const own = await presentMembership(on, userId, courseId);
  if (own && own.ends_on >= today) throw fail('already_in_batch');
  return own;
};
