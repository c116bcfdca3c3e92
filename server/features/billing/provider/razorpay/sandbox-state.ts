import { sql } from 'kysely';
import type { SharedRecord, SharedState } from '#sandbox/shared-store.ts';
import type { Database, Tx } from '#server/database/database.ts';

/** Any fixed number: the name of the lock that one process at a time has. */
const LOCK = 715_002;
const ROWS_AT_ONCE = 1000;
const PLACES_PER_REVISION = 100_000;

const store = async (tx: Tx, changes: readonly SharedRecord[], revision: number): Promise<void> => {
  const kept = changes.map((change, index) => ({ ...change, place: revision * PLACES_PER_REVISION + index }));
  const rows = kept.flatMap(({ kind, id, record, place }) =>
    record === undefined ? [] : { kind, id, record: JSON.stringify(record), place, revision },
  );
  for (const { kind, id, record } of changes)
    if (record === undefined)
      await tx.deleteFrom('sandbox_records').where('kind', '=', kind).where('id', '=', id).execute();
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await tx
      .insertInto('sandbox_records')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'id']).doUpdateSet(({ ref }) => ({ record: ref('excluded.record'), revision })),
      )
      .execute();
};

/** The records of the sandbox in the database, for all processes on it. */
export const createSandboxState = (database: Database): SharedState => ({
  exchange: (seen, work) =>
    database.transaction(async (tx) => {
      if (database.engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
      const rows = await tx
        .selectFrom('sandbox_records')
        .select(['kind', 'id', 'record', 'revision'])
        .where('revision', '>', seen)
        .orderBy('place')
        .execute();
      const latest = Math.max(seen, ...rows.map(({ revision }) => revision));
      const changes = work(rows.map(({ kind, id, record }) => ({ kind, id, record: JSON.parse(record) })));
      if (changes.length === 0) return latest;
      await store(tx, changes, latest + 1);
      return latest + 1;
    }),
});
