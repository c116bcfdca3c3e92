import type { Db } from '#server/database/database.ts';

/** The newest first. */
export const findStoredMediaKeys = (db: Db, createdAfter: number) =>
  db
    .selectFrom('signing_keys')
    .select(['id', 'secret', 'created_at as createdAtMs'])
    .where('purpose', '=', 'media')
    .where('created_at', '>', createdAfter)
    .orderBy('created_at', 'desc')
    .execute();
