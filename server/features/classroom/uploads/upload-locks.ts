import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';

/** A process that does not renew in this time has ended. */
const LEASE_MS = 15_000;
const RENEW_WHEN_LEFT_MS = 10_000;
const LOOK_EVERY_MS = 1000;
/** A process holds the lock of an upload between two chunks: storing each release would cost a commit. */
const IDLE_MS = 10_000;
const TRY_EVERY_MS = 100;
const PATIENCE_MS = 3000;

type RequestRelease = () => void | Promise<void>;

interface UploadLock {
  lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void>;
  unlock(): Promise<void>;
}

/**
 * One request at a time per upload, across all processes on the database. The later request wins: a client that asks
 * again has lost its earlier connection, so the holder must release the lock. Throws `upload_busy` when it does not in time.
 */
export type UploadLocks = ReturnType<typeof createUploadLocks>;

/** A lock of this process. */
interface HeldLock {
  /** The request that works on it. */
  user: { requestRelease: RequestRelease } | undefined;
  isWanted: boolean;
  idleSince: number;
  timer: NodeJS.Timeout;
}

export const createUploadLocks = ({ database: { db }, clock }: Platform) => {
  const ours = newId();
  const held = new Map<string, HeldLock>();

  const rowOf = (uploadId: string) =>
    db
      .selectFrom('upload_locks')
      .select(['holder', 'wanted_by', 'held_until'])
      .where('upload_id', '=', uploadId)
      .executeTakeFirst();

  const take = async (uploadId: string): Promise<boolean> => {
    const now = clock.now();
    const lease = { holder: ours, wanted_by: null, held_until: now + LEASE_MS };
    await db
      .insertInto('upload_locks')
      .values({ upload_id: uploadId, ...lease })
      .onConflict((conflict) =>
        conflict.column('upload_id').doUpdateSet(lease).where('upload_locks.held_until', '<=', now),
      )
      .execute();
    return (await rowOf(uploadId))?.holder === ours;
  };

  const forget = (uploadId: string): void => {
    clearInterval(held.get(uploadId)?.timer);
    held.delete(uploadId);
  };

  const releaseRow = async (uploadId: string): Promise<void> => {
    forget(uploadId);
    await db.deleteFrom('upload_locks').where('upload_id', '=', uploadId).where('holder', '=', ours).execute();
  };

  const renew = async (uploadId: string): Promise<void> => {
    await db
      .updateTable('upload_locks')
      .set({ held_until: clock.now() + LEASE_MS })
      .where('upload_id', '=', uploadId)
      .where('holder', '=', ours)
      .execute();
  };

  /** Other processes request the lock through the row; an unused lock is released. */
  const look = async (uploadId: string, entry: HeldLock): Promise<void> => {
    const row = await rowOf(uploadId);
    entry.isWanted ||= row?.holder !== ours || row.wanted_by !== null;
    if (entry.isWanted && entry.user) await entry.user.requestRelease();
    else if (!entry.user && (entry.isWanted || performance.now() - entry.idleSince > IDLE_MS))
      await releaseRow(uploadId);
    else if (row && row.held_until - clock.now() < RENEW_WHEN_LEFT_MS) await renew(uploadId);
  };

  const hold = (uploadId: string): HeldLock => {
    const timer = setInterval(() => void look(uploadId, entry).catch(() => undefined), LOOK_EVERY_MS).unref();
    const entry: HeldLock = { user: undefined, isWanted: false, idleSince: performance.now(), timer };
    held.set(uploadId, entry);
    return entry;
  };

  const askForRelease = async (uploadId: string): Promise<void> => {
    await db
      .updateTable('upload_locks')
      .set({ wanted_by: sql`COALESCE(wanted_by, ${ours})` })
      .where('upload_id', '=', uploadId)
      .execute();
  };

  const tryLock = async (uploadId: string, isFirstTry: boolean): Promise<HeldLock | undefined> => {
    const known = held.get(uploadId);
    if (known?.user) {
      if (isFirstTry) await known.user.requestRelease();
      return undefined;
    }
    if (known && (await rowOf(uploadId))?.holder === ours) return known;
    if (known) forget(uploadId);
    if (await take(uploadId)) return held.get(uploadId) ?? hold(uploadId);
    if (isFirstTry) await askForRelease(uploadId);
    return undefined;
  };

  return {
    newLock: (uploadId: string): UploadLock => ({
      lock: async (signal, requestRelease) => {
        for (let waitedMs = 0; ; waitedMs += TRY_EVERY_MS) {
          const entry = await tryLock(uploadId, waitedMs === 0);
          if (entry && !entry.user) {
            entry.user = { requestRelease };
            return;
          }
          if (waitedMs >= PATIENCE_MS || signal.aborted) throw fail('upload_busy');
          await setTimeout(TRY_EVERY_MS);
        }
      },
      unlock: async () => {
        const entry = held.get(uploadId);
        if (!entry) return;
        entry.user = undefined;
        entry.idleSince = performance.now();
        if (entry.isWanted) await releaseRow(uploadId);
      },
    }),
    /** Releases every lock of this process. */
    close: async (): Promise<void> => {
      for (const uploadId of held.keys()) await releaseRow(uploadId);
    },
  };
};
