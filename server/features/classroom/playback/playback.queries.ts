import type { Db } from '#server/database/database.ts';
import type { PolicyActor } from '#server/http/endpoint/course-policy.ts';

/** Undefined for an account that is deleted. */
export const findViewer = async (
  db: Db,
  id: string,
): Promise<{ media_epoch: number; actor: PolicyActor } | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['media_epoch', 'role', 'blocked_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { media_epoch: row.media_epoch, actor: { id, role: row.role, isBlocked: row.blocked_at !== null } };
};
