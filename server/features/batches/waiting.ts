import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { findBatch, takenPlaces } from '#server/database/batch-places.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Notify } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { findCourseTitle } from './batches.queries.ts';

const tellWaiters = defineJob({ name: 'batches.tell', lane: 'upkeep', payload: z.object({}), everyMs: 5 * MINUTE_MS });
/** At once, of a batch without a limit. */
const NOTIFIED_MAX = 500;

/** Those of the batches in which the user waits for a place. */
export const waitsFor = async (db: Db, userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set();
  const own = db.selectFrom('batch_waiters').where('user_id', '=', userId).where('batch_id', 'in', ids);
  return new Set((await own.select('batch_id').execute()).map((row) => row.batch_id));
};

/** Tells those who asked that a place opened: each once, and only as many as there are places, who asked first. It is no promise. */
export const createWaiting = (
  { database, jobs, clock, settings }: Pick<Platform, 'database' | 'jobs' | 'clock' | 'settings'>,
  { notify }: { notify: Notify },
) => {
  const { db } = database;
  const isClosed = async (row: { join_until: string }): Promise<boolean> =>
    (await settings.calendar()).dayOf(clock.now()) > row.join_until;

  const tellOf = (batchId: string): Promise<void> =>
    database.transaction(async (tx) => {
      const waiters = tx.selectFrom('batch_waiters').where('batch_id', '=', batchId);
      const row = await findBatch(tx, batchId);
      const courseTitle = row && (await findCourseTitle(tx, row.course_id));
      if (!row || courseTitle === undefined || (await isClosed(row))) {
        await tx.deleteFrom('batch_waiters').where('batch_id', '=', batchId).execute();
        return;
      }
      const at = { mode: await settings.purchaseMode(tx), now: clock.now() };
      const { members, held } = (await takenPlaces(tx, [batchId], at))(batchId);
      const free = row.places === null ? NOTIFIED_MAX : row.places - members - held;
      if (free <= 0) return;
      const notified = await waiters.selectAll().orderBy('created_at').orderBy('user_id').limit(free).execute();
      const content = { kind: 'batch_place' as const, courseId: row.course_id, courseTitle, batchName: row.name };
      await notify(
        tx,
        notified.map(({ user_id: userId, created_at: since }) => ({
          userId,
          dedupeKey: `batch_place:${batchId}:${since}:${userId}`,
          content,
        })),
      );
      const ids = notified.map(({ user_id: userId }) => userId);
      if (ids.length > 0)
        await tx.deleteFrom('batch_waiters').where('batch_id', '=', batchId).where('user_id', 'in', ids).execute();
    });

  jobs.handle(tellWaiters, async () => {
    const rows = await db.selectFrom('batch_waiters').select('batch_id').distinct().execute();
    for (const { batch_id: batchId } of rows) await tellOf(batchId);
  });

  return {
    /** Repeated, it changes nothing. Throws `batch_not_found` and `batch_closed`. */
    wait: async (userId: string, { courseId, batchId }: { courseId: string; batchId: string }): Promise<void> => {
      const row = await findBatch(db, batchId);
      if (row?.course_id !== courseId) throw fail('batch_not_found');
      if (await isClosed(row)) throw fail('batch_closed');
      await db
        .insertInto('batch_waiters')
        .values({ batch_id: batchId, user_id: userId, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    waitNoMore: async (userId: string, batchId: string): Promise<void> => {
      await db.deleteFrom('batch_waiters').where('batch_id', '=', batchId).where('user_id', '=', userId).execute();
    },
  };
};
