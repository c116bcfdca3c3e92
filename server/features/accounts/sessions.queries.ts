import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { SessionRow } from '#server/database/tables/accounts.ts';
import { SHOWN } from './accounts.queries.ts';

/** The session of a token and its user, read at every request by the token's hash. When it ends is for the caller to compare. */
export const prepareFindSession = (database: Database) =>
  prepared(
    database,
    database.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'sessions.last_used_at',
        'sessions.expires_at',
        'sessions.created_at as began_at',
        'sessions.confirmed_at',
        ...SHOWN,
      ])
      .where('sessions.token_hash', '=', '')
      .where('users.deleted_at', 'is', null)
      .where('users.blocked_at', 'is', null)
      .compile(),
  );

export const insertSession = (db: Db, session: SessionRow) => db.insertInto('sessions').values(session).execute();

/** For a session that has not expired: a later use only moves its end. */
export const extendSession = (db: Db, tokenHash: string, { now, expiresAt }: { now: number; expiresAt: number }) =>
  db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();

/** A session that ended, as its deletion returns it. */
export interface EndedSession {
  userId: string;
  sessionHash: string;
}

const ENDED = ['user_id as userId', 'token_hash as sessionHash'] as const;

export const deleteSession = (db: Db, tokenHash: string): Promise<EndedSession[]> =>
  db.deleteFrom('sessions').where('token_hash', '=', tokenHash).returning(ENDED).execute();

export const deleteSessionsOf = (db: Db, userId: string, exceptTokenHash?: string): Promise<EndedSession[]> => {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptTokenHash !== undefined) query = query.where('token_hash', '!=', exceptTokenHash);
  return query.returning(ENDED).execute();
};

/** The sessions of a user that have not expired, the one used last first. */
export const listSessions = (db: Db, userId: string, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('sessions')
    .select(['token_hash', 'user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();

/** At most this many, so that what ends with them is a bounded statement. */
const EXPIRED_TOGETHER = 500;

export const deleteExpiredSessions = (db: Db, now: number): Promise<EndedSession[]> =>
  db
    .deleteFrom('sessions')
    .where('token_hash', 'in', (builder) =>
      builder
        .selectFrom('sessions as expired')
        .select('expired.token_hash')
        .where('expired.expires_at', '<=', now)
        .limit(EXPIRED_TOGETHER),
    )
    .returning(ENDED)
    .execute();
