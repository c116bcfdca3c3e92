import { sql } from 'kysely';
import type { FileOwner } from './file-sweep.ts';

/** The files that a column of a table names. Rows that can be deleted need them until then. */
export const filesInColumn = (
  folder: string,
  {
    table,
    column,
    isDeletable,
    ...rest
  }: { table: string; column: string; isDeletable: boolean } & Pick<FileOwner, 'areTemporary'>,
): FileOwner => {
  const key = sql.ref<string>(column);
  const isNeeded = isDeletable ? sql`AND deleted_at IS NULL` : sql``;
  return {
    folders: [folder],
    ...rest,
    keysInUse: async (db, keys) => {
      if (keys.length === 0) return new Set();
      const { rows } = await sql<{ key: string }>`
        SELECT ${key} AS key FROM ${sql.table(table)} WHERE ${key} IN (${sql.join(keys)})`.execute(db);
      return new Set(rows.map((row) => row.key));
    },
    keysAfter: async (db, after, max) => {
      const { rows } = await sql<{ key: string }>`
        SELECT ${key} AS key FROM ${sql.table(table)} WHERE ${key} > ${after} ${isNeeded} ORDER BY 1 LIMIT ${max}`.execute(
        db,
      );
      return rows.map((row) => row.key);
    },
  };
};
