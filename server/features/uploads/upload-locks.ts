import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';

/** A holder that does not renew in this time has ended. */
const LEASE_MS = 30_000;
const RENEW_MS = 1000;
const TRY_EVERY_MS = 100;
const PATIENCE_MS = 3000;

interface UploadLock {
  lock(signal: AbortSignal, requestRelease: () => void | Promise<void>): Promise<void>;
  unlock(): Promise<void>;
}

/**
 * One request at a time per upload, across all processes on the database. Who comes later is right: a client that asks
 * again has lost its earlier connection, so the holder is asked to let go. Throws `upload_busy` when it does not in time.
 */
export interface UploadLocks {
  newLock(uploadId: string): UploadLock;
}

export const createUploadLocks = ({ db }: Database, clock: Clock): UploadLocks => {
  /** Holders of this process are asked at once, those of others when they renew. */
  const held = new Map<string, () => void | Promise<void>>();

  const take = async (uploadId: string, holder: string): Promise<boolean> => {
    const now = clock.now();
    await db
      .insertInto('upload_locks')
      .values({ upload_id: uploadId, holder, wanted_by: null, held_until: now + LEASE_MS })
      .onConflict((conflict) =>
        conflict
          .column('upload_id')
          .doUpdateSet({ holder, wanted_by: null, held_until: now + LEASE_MS })
          .where('upload_locks.held_until', '<=', now),
      )
      .execute();
    const row = await db
      .selectFrom('upload_locks')
      .select('holder')
      .where('upload_id', '=', uploadId)
      .executeTakeFirst();
    return row?.holder === holder;
  };

  const renew = async (uploadId: string, holder: string): Promise<boolean> => {
    const row = await db
      .updateTable('upload_locks')
      .set({ held_until: clock.now() + LEASE_MS })
      .where('upload_id', '=', uploadId)
      .where('holder', '=', holder)
      .returning(['wanted_by'])
      .executeTakeFirst();
    return row !== undefined && row.wanted_by === null;
  };

  const askToLetGo = async (uploadId: string, wantedBy: string): Promise<void> => {
    await held.get(uploadId)?.();
    await db
      .updateTable('upload_locks')
      .set({ wanted_by: sql`COALESCE(wanted_by, ${wantedBy})` })
      .where('upload_id', '=', uploadId)
      .execute();
  };

  return {
    newLock: (uploadId) => {
      const holder = newId();
      let renewal: NodeJS.Timeout | undefined;
      return {
        lock: async (signal, requestRelease) => {
          for (let waitedMs = 0; !(await take(uploadId, holder)); waitedMs += TRY_EVERY_MS) {
            if (waitedMs >= PATIENCE_MS || signal.aborted) throw fail('upload_busy');
            if (waitedMs === 0) await askToLetGo(uploadId, holder);
            await setTimeout(TRY_EVERY_MS);
          }
          held.set(uploadId, requestRelease);
          renewal = setInterval(() => {
            renew(uploadId, holder).then(
              (isWelcome) => (isWelcome ? undefined : requestRelease()),
              () => undefined,
            );
          }, RENEW_MS).unref();
        },
        unlock: async () => {
          clearInterval(renewal);
          held.delete(uploadId);
          await db.deleteFrom('upload_locks').where('upload_id', '=', uploadId).where('holder', '=', holder).execute();
        },
      };
    },
  };
};
