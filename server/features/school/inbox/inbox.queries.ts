import { sql } from 'kysely';
import { contains } from '#server/database/contains.ts';
import type { Db } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { ContactReplyRow } from '#server/database/tables/school.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';

const EXCERPT_LENGTH = 160;
const MAX_OTHERS = 10;
const MAX_REPLIES = 100;

export interface InboxFilter {
  state?: 'open' | 'done' | undefined;
  search?: string | undefined;
}

const matching = (db: Db, search: string | undefined) => {
  const query = db.selectFrom('contact_messages as m');
  if (search === undefined || search === '') return query;
  return query.where(contains(db, sql<string>`(m.name || ' ' || m.email || ' ' || m.message)`, search));
};

const entries = (query: ReturnType<typeof matching>) =>
  query.select(({ selectFrom }) => [
    'm.id',
    'm.name',
    'm.email',
    'm.created_at',
    'm.done_at',
    sql<string>`substr(m.message, 1, ${sql.lit(EXCERPT_LENGTH)})`.as('excerpt'),
    selectFrom('contact_replies as r')
      .select('r.id')
      .whereRef('r.message_id', '=', 'm.id')
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(1)
      .as('last_reply_id'),
  ]);

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;

/** Newest first. */
export const listEntries = (
  db: Db,
  { state, search }: InboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> => {
  let query = entries(matching(db, search));
  if (state !== undefined) query = query.where('m.done_at', state === 'open' ? 'is' : 'is not', null);
  return query.orderBy('m.created_at', 'desc').orderBy('m.id', 'desc').limit(limit).offset(offset).execute();
};

export const countByState = async (db: Db, search: string | undefined): Promise<{ open: number; done: number }> => {
  const { all, done } = await matching(db, search)
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('m.done_at').as('done')])
    .executeTakeFirstOrThrow();
  return { open: all - done, done };
};

const open = (db: Db) => db.selectFrom('contact_messages as m').where('m.done_at', 'is', null);

/** How many messages are open, and since when; people by their addresses, the two who have waited longest by name. */
export const sumOpen = async (
  db: Db,
): Promise<{ count: number; people: number; since: number | null; names: string[] }> => {
  const sum = await open(db)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('m.created_at').as('since')])
    .select(({ fn }) => fn.count<number>('m.email').distinct().as('people'))
    .executeTakeFirstOrThrow();
  if (sum.count === 0) return { ...sum, names: [] };
  const first = await open(db)
    .groupBy('m.email')
    .select(({ fn }) => fn.min('m.name').as('name'))
    .orderBy(({ fn }) => fn.min('m.created_at'))
    .orderBy('m.email')
    .limit(2)
    .execute();
  return { ...sum, names: first.map(({ name }) => name) };
};

export const findMessage = (db: Db, id: string) =>
  entries(db.selectFrom('contact_messages as m').where('m.id', '=', id))
    .select(['m.message', 'm.user_id'])
    .executeTakeFirst();

/** Other messages from an email address, newest first. */
export const otherMessages = (db: Db, { id, email }: Pick<EntryRow, 'id' | 'email'>): Promise<EntryRow[]> =>
  entries(db.selectFrom('contact_messages as m').where('m.email', '=', email).where('m.id', '!=', id))
    .orderBy('m.created_at', 'desc')
    .limit(MAX_OTHERS)
    .execute();

/** Oldest first, with the names of their authors. */
export const repliesOf = (db: Db, messageId: string) =>
  db
    .selectFrom('contact_replies as r')
    .leftJoin('users as u', 'u.id', 'r.author_id')
    .select(['r.id', 'r.body', 'r.created_at', 'u.full_name'])
    .where('r.message_id', '=', messageId)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(MAX_REPLIES)
    .execute();

/** Returns whether it is new: a reply with the same key is not stored again. */
export const insertReply = async (tx: Db, reply: ContactReplyRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_replies')
    .values(reply)
    .onConflict((conflict) => conflict.columns(['message_id', 'idempotency_key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Returns whether there is such a message. One that is done stays done since then. */
export const setDone = (tx: Db, id: string, doneAt: number | null): Promise<boolean> =>
  changesRow(
    tx
      .updateTable('contact_messages')
      .set({ done_at: doneAt === null ? null : sql`COALESCE(done_at, ${doneAt})` })
      .where('id', '=', id),
  );

/** Deletes messages that were marked as done before a moment, with their replies. Returns how many there were. */
export const deleteDoneBefore = (db: Db, before: number): Promise<number> => {
  const old = db.selectFrom('contact_messages').select('id').where('done_at', '<', before);
  return deleteInParts((limit) => db.deleteFrom('contact_messages').where('id', 'in', old.limit(limit)));
};
