import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { ExtensionBody } from '#contract/access/extensions.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { AccessChangeRow, AccessExtensionRow } from '#server/database/tables/access.ts';
import { fail } from '#server/errors.ts';
import type { Mode } from '../provider/provider.ts';

const MAX_LISTED = 20;

/** What an extension is about: one of these is set. */
export type About = Pick<AccessExtensionRow, 'plan_id' | 'course_id' | 'batch_id' | 'user_id'>;
type Target = Pick<z.output<typeof ExtensionBody>, 'planId' | 'courseId' | 'batchId' | 'userId'>;

export const aboutOf = ({ planId, courseId, batchId, userId }: Target): About => ({
  plan_id: planId ?? null,
  course_id: courseId ?? null,
  batch_id: batchId ?? null,
  user_id: userId ?? null,
});

/** Who may gain by an extension: learners who have or had what it is about, by their id. */
export const listCandidates = async (
  db: Db,
  { plan_id: planId, course_id: courseId, batch_id: batchId, user_id: userId }: About,
  { mode, afterId, limit }: { mode: Mode; afterId: string; limit: number },
): Promise<string[]> => {
  const people = db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '>', afterId)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id')
    .limit(limit);
  const learners = people.where('u.role', '=', 'USER').where('u.blocked_at', 'is', null);
  if (userId !== null) return (await people.where('u.id', '=', userId).execute()).map(({ id }) => id);
  const rows = await learners
    .where(({ or, exists, selectFrom }) => {
      if (batchId !== null)
        return exists(
          selectFrom('batch_members as m')
            .select('m.id')
            .whereRef('m.user_id', '=', 'u.id')
            .where('m.batch_id', '=', batchId)
            .where('m.left_at', 'is', null),
        );
      if (planId !== null)
        return exists(
          selectFrom('payments as p')
            .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
            .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
            .select('p.id')
            .whereRef('p.user_id', '=', 'u.id')
            .where('p.mode', '=', mode)
            .where('p.access_until', 'is not', null)
            .where('v.plan_id', '=', planId),
        );
      return or([
        exists(
          selectFrom('user_access as e')
            .select('e.user_id')
            .whereRef('e.user_id', '=', 'u.id')
            .where('e.mode', '=', mode)
            .where('e.ends_at', '>', 0),
        ),
        exists(
          selectFrom('course_access as c')
            .select('c.user_id')
            .whereRef('c.user_id', '=', 'u.id')
            .where('c.mode', '=', mode)
            .where('c.course_id', '=', courseId),
        ),
      ]);
    })
    .execute();
  return rows.map(({ id }) => id);
};

export const versionIdsOf = async (db: Db, planId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('plan_versions').select('id').where('plan_id', '=', planId).execute();
  return new Set(rows.map(({ id }) => id));
};

/** The name of what is extended; '' for all that a person has, and undefined where there is no such thing. */
export const nameOf = async (db: Db, about: About): Promise<string | undefined> => {
  if (about.plan_id !== null) {
    const { name } =
      (await db.selectFrom('plans').select('name').where('id', '=', about.plan_id).executeTakeFirst()) ?? {};
    return name;
  }
  const { course_id: id, batch_id: batchId, user_id: userId } = about;
  if (batchId !== null) {
    const batch = db.selectFrom('batches').select('name').where('id', '=', batchId).where('deleted_at', 'is', null);
    return (await batch.executeTakeFirst())?.name;
  }
  if (id !== null) {
    const { title } = (await db.selectFrom('courses').select('title').where('id', '=', id).executeTakeFirst()) ?? {};
    return title;
  }
  const person = db.selectFrom('users').select('id').where('id', '=', userId).where('deleted_at', 'is', null);
  return (await person.executeTakeFirst()) ? '' : undefined;
};

/** The course of a batch. */
export const courseOfBatch = async (db: Db, batchId: string): Promise<string> => {
  const batch = db.selectFrom('batches').select('course_id').where('id', '=', batchId);
  return (await batch.executeTakeFirst())?.course_id ?? '';
};

export const insertExtension = (tx: Tx, row: AccessExtensionRow) =>
  tx.insertInto('access_extensions').values(row).execute();

export const findExtension = (db: Db, id: string) =>
  db
    .selectFrom('access_extensions as e')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.made_by').on('u.deleted_at', 'is', null))
    .selectAll('e')
    .select('u.full_name as made_by_name')
    .where('e.id', '=', id)
    .executeTakeFirst();

export type FoundExtension = NonNullable<Awaited<ReturnType<typeof findExtension>>>;

/** Newest first. */
export const listExtensions = (db: Db, about: About): Promise<FoundExtension[]> =>
  db
    .selectFrom('access_extensions as e')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.made_by').on('u.deleted_at', 'is', null))
    .selectAll('e')
    .select('u.full_name as made_by_name')
    .where((eb) => {
      if (about.plan_id !== null) return eb('e.plan_id', '=', about.plan_id);
      if (about.batch_id !== null) return eb('e.batch_id', '=', about.batch_id);
      return about.course_id === null ? eb('e.user_id', '=', about.user_id) : eb('e.course_id', '=', about.course_id);
    })
    .orderBy('e.made_at', 'desc')
    .orderBy('e.id')
    .limit(MAX_LISTED)
    .execute();

/** Locks an extension that was not taken back; undefined for another. */
export const lockInForce = (tx: Tx, id: string): Promise<AccessExtensionRow | undefined> =>
  tx
    .updateTable('access_extensions')
    .set(({ ref }) => ({ made_at: ref('made_at') }))
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** False where it was taken back before. */
export const markUndone = async (tx: Tx, id: string, now: number): Promise<boolean> => {
  const row = tx.updateTable('access_extensions').set({ undone_at: now }).where('id', '=', id);
  return (await row.where('undone_at', 'is', null).returning('id').executeTakeFirst()) !== undefined;
};

const changesOf = (db: Db, extensionId: string) =>
  db.selectFrom('access_changes').where('extension_id', '=', extensionId);

export const hasChanges = async (db: Db, { extensionId, userId }: { extensionId: string; userId: string }) =>
  (await changesOf(db, extensionId).select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined;

export const insertChanges = (tx: Tx, rows: readonly AccessChangeRow[]) =>
  tx.insertInto('access_changes').values(rows).execute();

/** Who still has the changes of an extension. */
export const listChanged = async (db: Db, extensionId: string, limit: number): Promise<string[]> => {
  const rows = changesOf(db, extensionId).select('user_id').distinct().where('undone_at', 'is', null);
  return (await rows.orderBy('user_id').limit(limit).execute()).map((row) => row.user_id);
};

/** Takes the changes of one person back. False where they were before. */
export const undoChanges = async (
  tx: Tx,
  { extensionId, userId }: { extensionId: string; userId: string },
  now: number,
): Promise<boolean> => {
  const undone = await tx
    .updateTable('access_changes')
    .set({ undone_at: now })
    .where('extension_id', '=', extensionId)
    .where('user_id', '=', userId)
    .where('undone_at', 'is', null)
    .returning('id')
    .execute();
  return undone.length > 0;
};

/** What a request made that is repeated. Throws `extension_key_reused` where it asks for something else. */
export const findRepeated = async (
  db: Db,
  { until, days = 0, reason, idempotencyKey, ...wanted }: z.output<typeof ExtensionBody>,
): Promise<FoundExtension | undefined> => {
  const known = idempotencyKey === undefined ? undefined : await findExtension(db, idempotencyKey);
  const asked = { ...aboutOf(wanted), until_day: until ?? null, days, reason };
  if (known && !isDeepStrictEqual({ ...known, ...asked }, { ...known })) throw fail('extension_key_reused');
  return known;
};
