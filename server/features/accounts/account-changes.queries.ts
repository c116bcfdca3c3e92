import type { Role } from '#contract/fields.ts';
import type { Db } from '#server/database/database.ts';

export const changeAccount = (tx: Db, id: string, to: { blocked_at: number | null } | { role: Role }, now: number) =>
  tx
    .updateTable('users')
    .set({ ...to, updated_at: now })
    .where('id', '=', id)
    .execute();
