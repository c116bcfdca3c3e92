import type { Db } from '#server/database/database.ts';
import type { Mode } from './provider.ts';
import type { Reminder } from './reminder-times.ts';

/** People whose next reminder has come due, by index. */
export const dueReminders = (db: Db, mode: Mode, now: number, count: number) =>
  db
    .selectFrom('user_access as access')
    .innerJoin('users as u', 'u.id', 'access.user_id')
    .select(['access.user_id', 'access.mode', 'access.ends_at', 'access.remind_at', 'u.email'])
    .where('access.mode', '=', mode)
    .where('access.remind_at', '<=', now)
    .orderBy('access.remind_at')
    .limit(count)
    .execute();

export type DueReminder = Awaited<ReturnType<typeof dueReminders>>[number];

/** Moves on to the next reminder; true for the one who did it while nothing had changed. */
export const advanceReminder = async (tx: Db, row: DueReminder, next: Reminder | undefined): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('user_access')
    .set({ remind_days: next?.days ?? null, remind_at: next?.at ?? null })
    .where('user_id', '=', row.user_id)
    .where('mode', '=', row.mode)
    .where('ends_at', '=', row.ends_at)
    .where('remind_at', '=', row.remind_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
