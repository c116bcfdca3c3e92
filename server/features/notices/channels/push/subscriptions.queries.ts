import type { Db } from '#server/database/database.ts';
import type { PushSubscriptionRow } from '#server/database/tables/notices.ts';

export const subscriptionsOf = (db: Db, userId: string) =>
  db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).orderBy('created_at').execute();

export const usersWithBrowsers = async (db: Db, userIds: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .execute();
  return rows.map((row) => row.user_id);
};

/** A browser that another user used before is now this user's. */
export const putSubscription = async (db: Db, row: PushSubscriptionRow): Promise<void> => {
  const { id: _id, endpoint: _endpoint, ...fields } = row;
  await db
    .insertInto('push_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(fields))
    .execute();
};

export const deleteSubscription = async (db: Db, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteSubscriptionsOfSessions = (db: Db, sessionHashes: readonly string[]) =>
  db.deleteFrom('push_subscriptions').where('session_hash', 'in', sessionHashes).execute();
