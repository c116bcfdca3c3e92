import type { Db } from '#server/database/database.ts';

/** Those of some ids that wait or run. */
export const openAmong = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  return new Set(rows.map(({ id }) => id));
};
