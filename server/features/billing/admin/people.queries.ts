import { sql } from 'kysely';
import { normalEmail } from '#contract/email-address.ts';
import { OwnWay } from '#contract/billing/way-names.ts';
import { referenceKey } from '#contract/billing/way-reference.ts';
import { contains } from '#server/database/contains.ts';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';

const MAX_PEOPLE = 20;
const MAX_CHANGES = 200;

/** People with a part of their email or name, at most 20. */
export const findPeople = (db: Db, typed: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ or }) => or([contains(db, sql`email`, normalEmail(typed)), contains(db, sql`full_name`, typed)]))
    .orderBy(sql`lower(full_name)`)
    .limit(MAX_PEOPLE)
    .execute();

export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'role', 'created_at', 'blocked_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type ExplainedPerson = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Emails by a user's id, also of deleted accounts. */
export const emailsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
};

/** Whether a user ever began to buy for themselves. */
export const hasStartedCheckout = (db: Db, userId: string): Promise<boolean> =>
  hasRow(
    db.selectFrom('payment_attempts').select('id').where('user_id', '=', userId).where('gift_id', 'is', null).limit(1),
  );

/** The changes of a user's access by admins, newest first. */
export const manualChangesOf = (db: Db, userId: string) =>
  db
    .selectFrom('access_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(MAX_CHANGES)
    .execute();

const MIN_REFERENCE_LENGTH = 6;

const MAX_OF_REFERENCE = 20;

/** Offline payments with this reference, as they were stated: the one that counts first, then the newest. Short ones are words. */
export const requestsOfReference = async (db: Db, typed: string) => {
  const key = referenceKey(typed);
  if (key.length < MIN_REFERENCE_LENGTH || !/\d/.test(key)) return [];
  return db
    .selectFrom('payment_requests')
    .select(['payment_id', 'user_id'])
    .where('way', 'in', OwnWay.options)
    .where('reference_key', '=', key)
    .orderBy(sql`CASE WHEN counted_key IS NULL THEN 1 ELSE 0 END`)
    .orderBy('created_at', 'desc')
    .limit(MAX_OF_REFERENCE)
    .execute();
};
