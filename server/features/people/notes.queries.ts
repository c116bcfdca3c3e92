import type { Db } from '#server/database/database.ts';

/** Undefined for an account that does not exist; without a note before the first. */
export const findNote = (db: Db, userId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('users as admin', 'admin.id', 'u.note_changed_by')
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .select(['u.note', 'u.note_changed_at', 'admin.full_name as changed_by'])
    .executeTakeFirst();

export const updateNote = (
  tx: Db,
  { adminId, userId }: { adminId: string; userId: string },
  { text, now }: { text: string; now: number },
) =>
  tx
    .updateTable('users')
    .set({ note: text, note_changed_at: now, note_changed_by: adminId, updated_at: now })
    .where('id', '=', userId)
    .execute();
