import type { Session } from '#contract/accounts/sessions.ts';
import type { Said, Write } from '#contract/languages/say.ts';
import { DAY_MS, HOUR_MS, toInstant } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { unlessDiskFails } from '#server/database/failures.ts';
import { fail } from '#server/errors.ts';
import type { Actor, Authenticate } from '#server/http/endpoint/actor.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import type { Platform } from '#server/platform.ts';
import type { UserSummary } from './accounts.queries.ts';
import { browserAndSystem, deviceName, deviceSaid } from '#contract/accounts/device-name.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  type EndedSession,
  extendSession,
  insertSession,
  listSessions,
  prepareFindSession,
} from './sessions.queries.ts';

const SESSION_MS = 30 * DAY_MS;
/** However much it is used: a stolen token ends. */
const LONGEST_MS = 90 * DAY_MS;
/** A session in use is written at most this often. */
const EXTEND_EVERY_MS = HOUR_MS;
const MAX_USER_AGENT = 300;
const MAX_LISTED = 100;
const ID_LENGTH = 22;

/** Bearer tokens: 256 random bits, stored as a digest, good for 30 days after their last use and for 90 days at most. */
export interface Sessions {
  /** Returns the token, which is stored nowhere. */
  open(tx: Db, userId: string, from?: { userAgent: string | undefined; address: string }): Promise<string>;
  /** Where a user is logged in, the session used last first. */
  list(userId: string): Promise<LoggedInDevice[]>;
  /** The same for the user. */
  ofActor(actor: Actor, write: Write): Promise<Session[]>;
  /** Ends one of the user's sessions, also the current one. Throws `session_not_found`. */
  endOne(actor: Actor, sessionId: string): Promise<void>;
  /** Exact at every request: a session that was ended, here or by another process, authenticates nobody. */
  authenticate: Authenticate;
  /** The shown columns of the user of a request, as read when the request was authenticated. */
  userOf(actor: Actor): UserSummary;
  end(sessionHash: string): Promise<void>;
  endAll(tx: Tx, userId: string): Promise<void>;
  /** Ends all but the current one. */
  endOthers(actor: Actor, tx?: Tx): Promise<void>;
  sweep(): Promise<unknown>;
}

export interface LoggedInDevice {
  name: Said;
  since: number;
  lastUsedAt: number;
}

/** What ends with sessions, in the same transaction: playback, and notices in their browsers. */
export type OnSessionsEnded = (tx: Tx, ended: readonly EndedSession[]) => Promise<void>;

/** The name of a session for its user; the token's hash would open nothing, but need not leave the server. */
const idOf = (sessionHash: string): string => secretDigest(`session:${sessionHash}`).slice(0, ID_LENGTH);

export const createSessions = ({ database, clock }: Platform, onEnded: OnSessionsEnded): Sessions => {
  const { db } = database;
  const findSession = prepareFindSession(database);
  const users = new WeakMap<Actor, UserSummary>();
  const listOf = (userId: string) => listSessions(db, userId, { now: clock.now(), limit: MAX_LISTED });
  /** Runs a deletion, and ends what belongs to its sessions. */
  const ending = async (tx: Tx, deletion: Promise<EndedSession[]>): Promise<number> => {
    const ended = await deletion;
    if (ended.length > 0) await onEnded(tx, ended);
    return ended.length;
  };
  return {
    open: async (tx, userId, from) => {
      const token = newSecret();
      const now = clock.now();
      await insertSession(tx, {
        token_hash: secretDigest(token),
        user_id: userId,
        user_agent: from?.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        network: from ? networkOf(from.address) : null,
        created_at: now,
        last_used_at: now,
        expires_at: now + SESSION_MS,
        confirmed_at: null,
      });
      return token;
    },
    list: async (userId) => {
      const rows = await listOf(userId);
      return rows.map(({ user_agent, created_at, last_used_at }) => ({
        name: deviceSaid(deviceName(user_agent)),
        since: created_at,
        lastUsedAt: last_used_at,
      }));
    },
    ofActor: async (actor, write) => {
      const rows = await listOf(actor.id);
      return rows.map((row) => {
        const { browser, system } = browserAndSystem(row.user_agent);
        return {
          _id: idOf(row.token_hash),
          isCurrent: row.token_hash === actor.sessionHash,
          name: write(deviceSaid(deviceName(row.user_agent))),
          device: system,
          browser,
          network: row.network,
          createdAt: toInstant(row.created_at),
          lastUsedAt: toInstant(row.last_used_at),
          endsAt: toInstant(row.expires_at),
        };
      });
    },
    endOne: async (actor, sessionId) => {
      const rows = await listOf(actor.id);
      const found = rows.find((row) => idOf(row.token_hash) === sessionId);
      if (!found) throw fail('session_not_found');
      await database.transaction((tx) => ending(tx, deleteSession(tx, found.token_hash)));
    },
    authenticate: async (token) => {
      const sessionHash = secretDigest(token);
      const now = clock.now();
      const [found] = await findSession(sessionHash);
      if (!found || found.expires_at <= now) return undefined;
      // On a full disk nothing is extended, and people can still read: a session lasts longer.
      if (now - found.last_used_at >= EXTEND_EVERY_MS)
        await extendSession(db, sessionHash, {
          now,
          expiresAt: Math.min(now + SESSION_MS, found.began_at + LONGEST_MS),
        }).catch(unlessDiskFails);
      const actor = {
        id: found.id,
        role: found.role,
        sessionHash,
        confirmedAt: found.confirmed_at ?? found.began_at,
      };
      users.set(actor, found);
      return actor;
    },
    userOf: (actor) => {
      const user = users.get(actor);
      if (!user) throw fail('unauthenticated');
      return user;
    },
    end: async (sessionHash) => {
      await database.transaction((tx) => ending(tx, deleteSession(tx, sessionHash)));
    },
    endAll: async (tx, userId) => {
      await ending(tx, deleteSessionsOf(tx, userId));
    },
    endOthers: async ({ id, sessionHash }, within) => {
      const end = (tx: Tx) => ending(tx, deleteSessionsOf(tx, id, sessionHash));
      await (within ? end(within) : database.transaction(end));
    },
    sweep: async () => {
      const now = clock.now();
      while ((await database.transaction((tx) => ending(tx, deleteExpiredSessions(tx, now)))) > 0);
    },
  };
};
