import { sql } from 'kysely';
import { normalEmail } from '#contract/email-address.ts';
import type { Cadence, NoticeChannel } from '#contract/notices/notice-fields.ts';
import type { NoticeKind } from '#contract/notices/notice-kinds.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type {
  DeliveryChannel,
  NoticeDeliveryRow,
  NoticeRow,
  NoticeSettingsRow,
} from '#server/database/tables/notices.ts';
import type { Reached } from '#server/notice-port.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { Cursor } from '#server/database/cursor.ts';

/** Returns the ids of the rows that are new: a known key writes nothing. */
export const insertNotices = async (tx: Db, rows: readonly NoticeRow[]): Promise<Set<string>> => {
  if (rows.length === 0) return new Set();
  const written = await tx
    .insertInto('notices')
    .values([...rows])
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .execute();
  return new Set(written.map(({ id }) => id));
};

export const insertDeliveries = (tx: Db, rows: readonly NoticeDeliveryRow[]) =>
  tx
    .insertInto('notice_deliveries')
    .values([...rows])
    .execute();

const shown = (db: Db, userId: string, now: number) =>
  db.selectFrom('notices').where('user_id', '=', userId).where('shown_at', '<=', now);

export interface ListFilter {
  userId: string;
  now: number;
  isUnread: boolean;
  /** The page begins after this notice. */
  after?: Cursor | undefined;
}

/** Newest first. */
export const listVisible = (db: Db, { userId, now, isUnread, after }: ListFilter, count: number) => {
  let query = shown(db, userId, now).select(['id', 'content', 'shown_at', 'read_at']);
  if (isUnread) query = query.where('read_at', 'is', null);
  if (after) query = query.where(sql<boolean>`(shown_at, id) < (${after.value}, ${after.id})`);
  return query.orderBy('shown_at', 'desc').orderBy('id', 'desc').limit(count).execute();
};

export const countUnread = async (db: Db, userId: string, now: number): Promise<number> => {
  const { count } = await shown(db, userId, now)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Returns whether the user has this notice. The first time counts. */
export const markRead = (db: Db, userId: string, id: string, now: number): Promise<boolean> =>
  changesRow(
    db
      .updateTable('notices')
      .set(({ fn }) => ({ read_at: fn.coalesce('read_at', sql<number>`${now}`) }))
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('shown_at', '<=', now),
  );

export const markAllRead = (db: Db, userId: string, now: number) =>
  db
    .updateTable('notices')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('shown_at', '<=', now)
    .where('read_at', 'is', null)
    .execute();

const withRecipient = (db: Db) =>
  db
    .selectFrom('notice_deliveries as d')
    .innerJoin('notices as n', 'n.id', 'd.notice_id')
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .select([
      'n.id',
      'n.user_id',
      'n.content',
      'n.created_at',
      'd.channel',
      'u.full_name',
      'u.blocked_at',
      'u.deleted_at',
      sql<string | null>`coalesce(n.address, u.email)`.as('address'),
    ])
    .where('d.state', '=', sql.lit('queued'));

export type QueuedDelivery = Awaited<ReturnType<ReturnType<typeof withRecipient>['executeTakeFirstOrThrow']>>;

export const findQueued = (db: Db, noticeId: string, channel: DeliveryChannel): Promise<QueuedDelivery | undefined> =>
  withRecipient(db).where('d.notice_id', '=', noticeId).where('d.channel', '=', channel).executeTakeFirst();

/** What a digest of a user brings, oldest first. */
export const findQueuedDigest = (
  db: Db,
  {
    userId,
    channel,
    cadence,
    dueAt,
  }: { userId: string; channel: DeliveryChannel; cadence: 'daily' | 'weekly'; dueAt: number },
  count: number,
): Promise<QueuedDelivery[]> =>
  withRecipient(db)
    .where('d.user_id', '=', userId)
    .where('d.channel', '=', channel)
    .where('d.cadence', '=', cadence)
    .where('d.due_at', '<=', dueAt)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .limit(count)
    .execute();

export interface Ending {
  state: 'sent' | 'suppressed' | 'failed';
  problem: string | null;
  now: number;
}

export const endDeliveries = (
  db: Db,
  { noticeIds, channel }: { noticeIds: readonly string[]; channel: DeliveryChannel },
  { state, problem, now }: Ending,
) =>
  db
    .updateTable('notice_deliveries')
    .set({ state, problem, ended_at: now })
    .where('notice_id', 'in', noticeIds)
    .where('channel', '=', channel)
    .where('state', '=', sql.lit('queued'))
    .execute();

export const choicesOf = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('notice_choices').selectAll().where('user_id', 'in', userIds).execute();

export const optOutsOf = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('notice_opt_outs').select(['user_id', 'topic']).where('user_id', 'in', userIds).execute();

export const timingsOf = (db: Db, userIds: readonly string[]) =>
  db.selectFrom('notice_settings').selectAll().where('user_id', 'in', userIds).execute();

export const putTiming = (tx: Tx, { user_id: userId, ...row }: NoticeSettingsRow) =>
  tx
    .insertInto('notice_settings')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();

export const putChoice = async (
  tx: Tx,
  userId: string,
  { kind, channel, cadence }: { kind: NoticeKind; channel: NoticeChannel; cadence: Cadence },
): Promise<void> => {
  await tx
    .insertInto('notice_choices')
    .values({ user_id: userId, kind, channel, cadence })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'channel']).doUpdateSet({ cadence }))
    .execute();
};

export const putOptOut = (db: Db, userId: string, topic: string, now: number) =>
  db
    .insertInto('notice_opt_outs')
    .values({ user_id: userId, topic, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteOptOuts = (db: Db, userId: string, topics: readonly string[]) =>
  db.deleteFrom('notice_opt_outs').where('user_id', '=', userId).where('topic', 'in', topics).execute();

export const findRefusal = (db: Db, address: string) =>
  db
    .selectFrom('refused_addresses')
    .select(['reply', 'at'])
    .where('address', '=', normalEmail(address))
    .executeTakeFirst();

export const putRefusal = (db: Db, address: string, { reply, now }: { reply: string; now: number }) =>
  db
    .insertInto('refused_addresses')
    .values({ address: normalEmail(address), reply, at: now })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ reply, at: now }))
    .execute();

export const deleteRefusal = (db: Db, address: string) =>
  db.deleteFrom('refused_addresses').where('address', '=', normalEmail(address)).execute();

/** The latest notices of a user with how each channel brought them, newest first. */
export const arrivedAt = async (db: Db, userId: string, count: number) => {
  const rows = await db
    .selectFrom('notices')
    .select(['id', 'content', 'created_at', 'shown_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  const ids = rows.map(({ id }) => id);
  const deliveries = await db
    .selectFrom('notice_deliveries')
    .select(['notice_id', 'channel', 'state', 'problem'])
    .where('notice_id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...row, deliveries: deliveries.filter(({ notice_id: id }) => id === row.id) }));
};

/** Deletes notices from before a moment, with their deliveries; returns how many. */
export const deleteNoticesIn = async (
  tx: Tx,
  { from, before }: { from: number; before: number },
  count: number,
): Promise<number> => {
  const rows = await tx
    .selectFrom('notices')
    .select('id')
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(count)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.deleteFrom('notice_deliveries').where('notice_id', 'in', ids).execute();
  await tx.deleteFrom('notices').where('id', 'in', ids).execute();
  return ids.length;
};

/** Returns the users who had some of them listed. */
export const withdrawNotices = async (tx: Db, subjects: readonly string[], now: number): Promise<string[]> => {
  const ofSubjects = tx.selectFrom('notices').select('id').where('subject', 'in', subjects);
  await tx
    .updateTable('notice_deliveries')
    .set({ state: 'suppressed', ended_at: now, problem: '' })
    .where('state', '=', 'queued')
    .where('notice_id', 'in', ofSubjects)
    .execute();
  const listed = await tx
    .updateTable('notices')
    .set({ shown_at: null })
    .where('subject', 'in', subjects)
    .where('shown_at', 'is not', null)
    .returning('user_id')
    .execute();
  return listed.flatMap(({ user_id: id }) => id ?? []);
};

export const hasNotice = async (db: Db, dedupeKey: string): Promise<boolean> =>
  (await db.selectFrom('notices').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst()) !== undefined;

/** How the notices of a subject arrived. */
export const reachedBy = async (db: Db, subject: string): Promise<Reached> => {
  const counted = await db
    .selectFrom('notices as n')
    .innerJoin('notice_deliveries as d', 'd.notice_id', 'n.id')
    .where('n.subject', '=', subject)
    .where('d.channel', '=', 'email')
    .groupBy('d.state')
    .select(['d.state', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
  const { read } = await db
    .selectFrom('notices')
    .where('subject', '=', subject)
    .select(({ fn }) => fn.count<number>('read_at').as('read'))
    .executeTakeFirstOrThrow();
  const emails = { sent: 0, queued: 0, suppressed: 0, failed: 0 };
  for (const { state, count } of counted) emails[state] = count;
  return { emails, read };
};

/** The name of a course in its address. */
export const findSlug = async (db: Db, courseId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('course_addresses')
      .select('slug')
      .where('course_id', '=', courseId)
      .where('is_current', '=', 1)
      .executeTakeFirst()
  )?.slug;
