import type { Db } from '#server/database/database.ts';
import { isDatabaseFull } from '#server/database/failures.ts';
import { fail } from '#server/errors.ts';
import type { Actor, Authenticate } from '#server/http/actor.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { ShownUser } from './accounts.queries.ts';
import { deviceName } from '#server/http/device-name.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  insertSession,
  listSessions,
  prepareFindSession,
} from './sessions.queries.ts';

const SESSION_MS = 30 * 24 * 60 * 60_000;
/** A session in use is written at most this often. */
const EXTEND_EVERY_MS = 60 * 60_000;
const MAX_USER_AGENT = 300;
const MAX_LISTED = 20;

/** Bearer tokens: 256 random bits, stored as a digest, good for 30 days after their last use. */
export interface Sessions {
  /** Returns the token, which is stored nowhere. */
  open(tx: Db, userId: string, userAgent?: string): Promise<string>;
  /** Where a user is logged in, the session used last first. */
  list(userId: string): Promise<LoggedInDevice[]>;
  /** Exact at every request: a session that was ended, here or by another process, authenticates nobody. */
  authenticate: Authenticate;
  /** The shown columns of the user of a request, as read when the request was authenticated. */
  userOf(actor: Actor): ShownUser;
  end(sessionHash: string): Promise<unknown>;
  endAll(tx: Db, userId: string): Promise<void>;
  endOthers(tx: Db, userId: string, sessionHash: string): Promise<void>;
  sweep(): Promise<unknown>;
}

export interface LoggedInDevice {
  /** Such as `Chrome on Android`. */
  name: string;
  since: number;
  lastUsedAt: number;
}

/** On a full disk nothing is extended, and people can still read: a session lasts longer. */
const unlessFull = (error: unknown): void => {
  if (!isDatabaseFull(error)) throw error;
};

export const createSessions = ({ database, clock }: Platform): Sessions => {
  const { db } = database;
  const findSession = prepareFindSession(database);
  const users = new WeakMap<Actor, ShownUser>();
  return {
    open: async (tx, userId, userAgent) => {
      const token = newSecret();
      const now = clock.now();
      await insertSession(tx, {
        token_hash: secretDigest(token),
        user_id: userId,
        user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        created_at: now,
        last_used_at: now,
        expires_at: now + SESSION_MS,
      });
      return token;
    },
    list: async (userId) => {
      const rows = await listSessions(db, userId, { now: clock.now(), limit: MAX_LISTED });
      return rows.map(({ user_agent, created_at, last_used_at }) => ({
        name: deviceName(user_agent),
        since: created_at,
        lastUsedAt: last_used_at,
      }));
    },
    authenticate: async (token) => {
      const sessionHash = secretDigest(token);
      const now = clock.now();
      const [found] = await findSession(sessionHash);
      if (!found || found.expires_at <= now) return undefined;
      if (now - found.last_used_at >= EXTEND_EVERY_MS)
        await extendSession(db, sessionHash, { now, expiresAt: now + SESSION_MS }).catch(unlessFull);
      const actor = { id: found.id, role: found.role, sessionHash };
      users.set(actor, found);
      return actor;
    },
    userOf: (actor) => {
      const user = users.get(actor);
      if (!user) throw fail('unauthenticated');
      return user;
    },
    end: (sessionHash) => deleteSession(db, sessionHash),
    endAll: (tx, userId) => deleteSessionsOf(tx, userId),
    endOthers: (tx, userId, sessionHash) => deleteSessionsOf(tx, userId, sessionHash),
    sweep: () => deleteExpiredSessions(db, clock.now()),
  };
};
