import type { Db, Tx } from '#server/database/database.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';
import type { SchoolExportRow } from '#server/database/tables/school.ts';

export const listExports = (db: Db, now: number): Promise<SchoolExportRow[]> =>
  db
    .selectFrom('school_exports')
    .selectAll()
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const findExport = (db: Db, id: string): Promise<SchoolExportRow | undefined> =>
  db.selectFrom('school_exports').selectAll().where('id', '=', id).executeTakeFirst();

/** Raised when addresses of this admin end; undefined for everyone else. */
export const findEpochOfAdmin = async (db: Db, id: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('media_epoch')
    .where('id', '=', id)
    .where('role', '=', 'ADMIN')
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  return row?.media_epoch;
};

/** False while another one is prepared. */
export const insertExport = (tx: Tx, row: SchoolExportRow): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('school_exports')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

export const findPending = (db: Db): Promise<SchoolExportRow | undefined> =>
  db.selectFrom('school_exports').selectAll().where('ready_at', 'is', null).executeTakeFirst();

/** False when it is gone, or was finished before. */
export const finishExport = (
  tx: Tx,
  id: string,
  ready: Pick<SchoolExportRow, 'ready_at' | 'file_key' | 'size_bytes' | 'expires_at'>,
): Promise<boolean> =>
  changesRow(tx.updateTable('school_exports').set(ready).where('id', '=', id).where('ready_at', 'is', null));

/** Removes exports, and returns the keys of their files. */
export const deleteExports = async (tx: Tx, of: { id: string } | { before: number }): Promise<(string | null)[]> => {
  const deleted = tx.deleteFrom('school_exports').returning('file_key');
  const rows = await (
    'id' in of ? deleted.where('id', '=', of.id) : deleted.where('expires_at', '<', of.before)
  ).execute();
  return rows.map((row) => row.file_key);
};
