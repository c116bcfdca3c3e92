import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';

/** How many devices of an account are read at most. */
const LIST_MAX = 50;

/** Called at every heartbeat. */
export const prepareFindSession = (database: Database) =>
  prepared(
    database,
    database.db
      .selectFrom('playback_sessions')
      .select(['seen_at', 'displaced_at', 'ended_at'])
      .where('user_id', '=', '')
      .where('id', '=', '')
      .compile(),
  );

/** Starts a session, or starts it again. */
export const beginSession = (tx: Db, { userId, id, now }: { userId: string; id: string; now: number }) =>
  tx
    .insertInto('playback_sessions')
    .values({ user_id: userId, id, started_at: now, seen_at: now, displaced_at: null, ended_at: null })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet({ started_at: now, seen_at: now, displaced_at: null }),
    )
    .execute();

export interface Device {
  userId: string;
  id: string;
}

export const noteSeen = (db: Db, devices: readonly Device[], now: number) =>
  db
    .updateTable('playback_sessions')
    .set({ seen_at: now })
    .where((builder) =>
      builder(
        builder.refTuple('user_id', 'id'),
        'in',
        devices.map(({ userId, id }) => builder.tuple(userId, id)),
      ),
    )
    .execute();

/** The devices that play now, the one that began last first. */
export const listPlaying = (db: Db, userId: string, seenAfter: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('playback_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('seen_at', '>', seenAfter)
    .where('displaced_at', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(LIST_MAX)
    .execute();

/** The devices of all accounts that were seen after this moment. */
export const countSeen = async (db: Db, seenAfter: number): Promise<number> => {
  const { count } = await db
    .selectFrom('playback_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('seen_at', '>', seenAfter)
    .where('displaced_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

export const displace = async (tx: Db, userId: string, ids: readonly string[], now: number): Promise<void> => {
  if (ids.length === 0) return;
  await tx
    .updateTable('playback_sessions')
    .set({ displaced_at: now })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
};

/** Also for sessions that did not play yet: addresses were given to them. */
export const endSessions = async (tx: Db, devices: readonly Device[], now: number): Promise<void> => {
  await tx
    .insertInto('playback_sessions')
    .values(
      devices.map(({ userId, id }) => ({
        user_id: userId,
        id,
        started_at: now,
        seen_at: now,
        displaced_at: now,
        ended_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet({ seen_at: now, displaced_at: now, ended_at: now }),
    )
    .execute();
};

export const deleteSessionsSeenBefore = (db: Db, before: number): Promise<number> => {
  const old = db.selectFrom('playback_sessions').select('id').where('seen_at', '<', before);
  return deleteInParts((limit) =>
    db.deleteFrom('playback_sessions').where('seen_at', '<', before).where('id', 'in', old.limit(limit)),
  );
};
