import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { currentRequest } from './context.ts';

type TableWithId = 'announcements' | 'courses' | 'lectures' | 'reviews' | 'users';

/** A row before a statement changes it, for `recordChange`, where the feature does not read it anyway. */
export const rowBefore = async (
  tx: Db,
  table: TableWithId,
  id: string,
): Promise<Record<string, unknown> | undefined> => {
  if (!currentRequest()) return undefined;
  const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)} WHERE id = ${id}`.execute(tx);
  return rows[0];
};
