import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { messages } from '#contract/messages.ts';
import type { PlaybackSessionRow } from '#server/database/tables/lectures.ts';
import type { Db } from '#server/database/database.ts';
import { batched } from '#server/database/batched.ts';
import { unlessDiskFails } from '#server/database/failures.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail, type Failure } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import {
  beginSession,
  countSeen,
  type Device,
  deleteSessionsSeenBefore,
  displace,
  endSessions,
  listPlaying,
  noteSeen,
  prepareFindSession,
} from './playback-sessions.queries.ts';

/** After this time without a request, a device no longer counts as playing. */
const IDLE_MS = 60_000;
/** The time at which a playing device was seen is stored this often. */
const NOTE_EVERY_MS = 15_000;
const NOTED_AT_ONCE = 500;
const ID_LENGTH = 12;

interface EndedLogin {
  userId: string;
  sessionHash: string;
}

/** Deletes devices that were last seen a day ago. */
const sweepPlaybackSessionsJob = defineJob({
  name: 'classroom.sweep-playback-sessions',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
});

/**
 * The devices that an account watches on, as many at once as the settings allow. A device is a login session; displacing it
 * ends its playback and never the login.
 */
export const createPlaybackSessions = ({ database, clock, jobs, settings }: Platform) => {
  const { db } = database;
  const findSession = prepareFindSession(database);

  /** The name of a login session in media addresses. */
  const idOf = (sessionHash: string): string => secretDigest(`playback:${sessionHash}`).slice(0, ID_LENGTH);

  const enter = (userId: string, id: string): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      // Its devices start one after the other.
      await lockUser(tx, userId);
      await beginSession(tx, { userId, id, now });
      const playing = await listPlaying(tx, userId, now - IDLE_MS);
      const { devices } = await settings.limits(tx);
      const others = playing.filter((session) => session.id !== id);
      await displace(
        tx,
        userId,
        others.slice(devices - 1).map((session) => session.id),
        now,
      );
    });

  const note = batched(async (devices: readonly Device[]) => {
    await noteSeen(db, devices, clock.now());
    return devices.map(() => undefined);
  }, NOTED_AT_ONCE);

  /** Displaced devices without requests for a while may simply start again. */
  const isOver = ({
    seen_at: seenAt,
    displaced_at: displacedAt,
  }: Pick<PlaybackSessionRow, 'seen_at' | 'displaced_at'>): boolean =>
    clock.now() - Math.max(seenAt, displacedAt ?? 0) > IDLE_MS;

  /**
   * Records that a device plays: it starts, displacing the one that started first, or continues. Returns why it may not. While the disk
   * accepts no writes, people still watch, and devices are not counted.
   */
  const refusalOf = async (userId: string, id: string): Promise<'session_displaced' | 'media_refused' | undefined> => {
    const [session] = await findSession(userId, id);
    if (session && session.ended_at !== null) return 'media_refused';
    if (!session || isOver(session)) {
      await enter(userId, id).catch(unlessDiskFails);
      return undefined;
    }
    if (clock.now() - session.seen_at >= NOTE_EVERY_MS) await note({ userId, id }).catch(unlessDiskFails);
    return session.displaced_at === null ? undefined : 'session_displaced';
  };

  /** The error for a device that was displaced. */
  const displaced = async (): Promise<Failure> => {
    const { devices } = await settings.limits();
    return fail('session_displaced', { message: messages.playback.displaced(devices) });
  };

  jobs.handle(sweepPlaybackSessionsJob, () => deleteSessionsSeenBefore(db, clock.now() - DAY_MS));

  return {
    idOf,
    refusalOf,
    displaced,
    /** Records that a login session plays; throws `session_displaced`. */
    touch: async (userId: string, sessionHash: string): Promise<void> => {
      if ((await refusalOf(userId, idOf(sessionHash))) !== undefined) throw await displaced();
    },
    /** Makes this device the one that started last, also after it was displaced. */
    begin: (userId: string, sessionHash: string) => enter(userId, idOf(sessionHash)),
    /** Ends the playback of login sessions that ended: the addresses that they were given open nothing more. */
    end: (tx: Db, ended: readonly EndedLogin[]) =>
      endSessions(
        tx,
        ended.map(({ userId, sessionHash }) => ({ userId, id: idOf(sessionHash) })),
        clock.now(),
      ),
    /** How many devices of all accounts play now. */
    countPlaying: () => countSeen(db, clock.now() - IDLE_MS),
  };
};
