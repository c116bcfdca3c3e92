import { type Expression, type SqlBool, sql } from 'kysely';
import { normalEmail } from '#contract/email-address.ts';
import type { Database, Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';

const MAX_PEOPLE = 20;
const MAX_CHANGES = 200;
const HIGHEST = '\u{10FFFF}';

type Column = 'email' | 'lower(full_name)';

/** On SQLite a range over the index; on PostgreSQL, whose indexes follow a language's order, a pattern. */
const startsWith = (engine: Database['engine'], column: Column, start: string): Expression<SqlBool> =>
  engine === 'postgres'
    ? sql<SqlBool>`${sql.raw(column)} LIKE ${`${start.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
    : sql<SqlBool>`${sql.raw(column)} >= ${start} AND ${sql.raw(column)} < ${start + HIGHEST}`;

const beginning = (db: Db, engine: Database['engine'], column: Column, start: string) =>
  db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'role'])
    .where(startsWith(engine, column, start))
    .where('deleted_at', 'is', null)
    .orderBy(sql.raw(column))
    .limit(MAX_PEOPLE);

/** People whose email or name begins with the search, at most 20, each found by an index. */
export const findPeople = async ({ db, engine }: Pick<Database, 'db' | 'engine'>, typed: string) => {
  const start = typed.toLowerCase();
  const byEmail = await beginning(db, engine, 'email', normalEmail(typed)).execute();
  const byName = await beginning(db, engine, 'lower(full_name)', start).execute();
  const known = new Set(byEmail.map(({ id }) => id));
  return [...byEmail, ...byName.filter(({ id }) => !known.has(id))].slice(0, MAX_PEOPLE);
};

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
