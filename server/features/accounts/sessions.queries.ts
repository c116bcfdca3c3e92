import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { SessionRow } from '#server/database/tables.ts';

/** Who a token stands for, asked at every request by its hash. When it ends is for the caller to compare. */
export const prepareFindActor = (database: Database) =>
  prepared(
    database,
    database.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.role', 'sessions.last_used_at', 'sessions.expires_at'])
      .where('sessions.token_hash', '=', '')
      .where('users.deleted_at', 'is', null)
      .compile(),
  );

export const insertSession = async (db: Db, session: SessionRow): Promise<void> => {
  await db.insertInto('sessions').values(session).execute();
};

export const extendSession = async (
  db: Db,
  tokenHash: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .execute();
};

export const deleteSession = async (db: Db, tokenHash: string): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
};

export const deleteSessionsOf = async (db: Db, userId: string, exceptTokenHash?: string): Promise<void> => {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptTokenHash !== undefined) query = query.where('token_hash', '!=', exceptTokenHash);
  await query.execute();
};

export const deleteExpiredSessions = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
};
