import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { PlaybackSessionRow } from '#server/database/learning-tables.ts';
import { gathered } from '#server/database/gathered.ts';
import { fail } from '#server/errors.ts';
import { secretDigest } from '#server/ids.ts';
import {
  beginSession,
  type Device,
  deleteSessionsSeenBefore,
  displace,
  findSession,
  holdAccount,
  listPlaying,
  noteSeen,
} from './playback-sessions.queries.ts';

const MAX_AT_ONCE = 3;
/** A device that was silent for so long plays no more. */
const IDLE_MS = 60_000;
/** A device that plays is written down this often. */
const NOTE_EVERY_MS = 15_000;
const NOTED_AT_ONCE = 500;
const ID_LENGTH = 12;

/**
 * The devices that an account watches on, three at once. A device is a sign-in; displacing it ends its playing and never
 * the sign-in.
 */
export interface PlaybackSessions {
  /** A sign-in's name in media addresses. */
  idOf(sessionHash: string): string;
  /** Notes that a device plays: it begins, displacing the one that began first, or goes on. False when it was displaced. */
  mayPlay(userId: string, id: string): Promise<boolean>;
  /** The same for a sign-in; throws `session_displaced`. */
  touch(userId: string, sessionHash: string): Promise<void>;
  /** Makes this device the one that began last, also after it was displaced. */
  begin(userId: string, sessionHash: string): Promise<void>;
  /** Forgets devices that were not seen for long. */
  sweep(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;

export const createPlaybackSessions = (database: Database, clock: Clock): PlaybackSessions => {
  const { db } = database;

  const idOf = (sessionHash: string): string => secretDigest(`playback:${sessionHash}`).slice(0, ID_LENGTH);

  const enter = (userId: string, id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      await holdAccount(tx, userId);
      await beginSession(tx, { userId, id, now });
      const playing = await listPlaying(tx, userId, now - IDLE_MS);
      const others = playing.filter((session) => session.id !== id);
      await displace(
        tx,
        userId,
        others.slice(MAX_AT_ONCE - 1).map((session) => session.id),
        now,
      );
    });

  const note = gathered(async (devices: readonly Device[]) => {
    await noteSeen(db, devices, clock.now());
    return devices.map(() => undefined);
  }, NOTED_AT_ONCE);

  /** Displaced ones that stayed silent for a while may simply begin again. */
  const isOver = ({ seen_at: seenAt, displaced_at: displacedAt }: PlaybackSessionRow): boolean =>
    clock.now() - Math.max(seenAt, displacedAt ?? 0) > IDLE_MS;

  const mayPlay = async (userId: string, id: string): Promise<boolean> => {
    const session = await findSession(db, userId, id);
    if (!session || isOver(session)) {
      await enter(userId, id);
      return true;
    }
    if (clock.now() - session.seen_at >= NOTE_EVERY_MS) await note({ userId, id });
    return session.displaced_at === null;
  };

  return {
    idOf,
    mayPlay,
    touch: async (userId, sessionHash) => {
      if (!(await mayPlay(userId, idOf(sessionHash)))) throw fail('session_displaced');
    },
    begin: (userId, sessionHash) => enter(userId, idOf(sessionHash)),
    sweep: () => deleteSessionsSeenBefore(db, clock.now() - DAY_MS),
  };
};
