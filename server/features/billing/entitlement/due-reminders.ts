import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { changesRow } from '#server/database/outcomes.ts';
import type { Mode } from '../provider/provider.ts';
import { accessHistoryOf } from './access-history.ts';
import { dueReminder, type Reminder, reminderAfter } from './reminder-times.ts';
import { courseEntitlement } from './rule.ts';

/** A user whose next reminder is due, about everything or about a course. */
export interface DueReminder {
  user_id: string;
  mode: Mode;
  ends_at: number;
  remind_at: number | null;
  email: string;
  course: { id: string; title: string; planId: string | null } | undefined;
}

interface Due {
  mode: Mode;
  now: number;
  limit: number;
}

const dueOfEverything = async (db: Db, { mode, now, limit }: Due): Promise<DueReminder[]> => {
  const rows = await db
    .selectFrom('user_access as access')
    .innerJoin('users as u', 'u.id', 'access.user_id')
    .select(['access.user_id', 'access.mode', 'access.ends_at', 'access.remind_at', 'u.email'])
    .where('access.mode', '=', mode)
    .where('access.remind_at', '<=', now)
    .where('u.blocked_at', 'is', null)
    .orderBy('access.remind_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, course: undefined }));
};

const dueOfCourses = async (db: Db, { mode, now, limit }: Due): Promise<DueReminder[]> => {
  const rows = await db
    .selectFrom('course_access as access')
    .innerJoin('users as u', 'u.id', 'access.user_id')
    .innerJoin('courses as c', 'c.id', 'access.course_id')
    .leftJoin('plan_versions as v', 'v.id', 'access.plan_version_id')
    .select(['access.user_id', 'access.mode', 'access.ends_at', 'access.remind_at', 'u.email'])
    .select(['c.id', 'c.title', 'v.plan_id', 'v.term_unit'])
    .where('access.mode', '=', mode)
    .where('access.remind_at', '<=', now)
    .where('u.blocked_at', 'is', null)
    .orderBy('access.remind_at')
    .limit(limit)
    .execute();
  return rows.map(({ id, title, plan_id, term_unit: unit, ...row }) => ({
    ...row,
    // What ends on a date gives nothing more.
    course: { id, title, planId: unit === 'until' ? null : plan_id },
  }));
};

export const dueReminders = async (db: Db, due: Due): Promise<DueReminder[]> => [
  ...(await dueOfEverything(db, due)),
  ...(await dueOfCourses(db, due)),
];

/** Returns true for the one caller that moves the reminder on while nothing has changed. */
const setNext = (tx: Tx, { course, ...row }: DueReminder, next: Reminder | undefined): Promise<boolean> => {
  const values = { remind_days: next?.days ?? null, remind_at: next?.at ?? null };
  const isSame = (eb: ExpressionBuilder<Tables, 'user_access' | 'course_access'>) =>
    eb.and({ user_id: row.user_id, mode: row.mode, ends_at: row.ends_at, remind_at: row.remind_at });
  return changesRow(
    course
      ? tx.updateTable('course_access').set(values).where('course_id', '=', course.id).where(isSame)
      : tx.updateTable('user_access').set(values).where(isSame),
  );
};

/**
 * Moves a user on to the next reminder. Returns how many days before the end the due one is; undefined when another process
 * was first, when it is too late for it, or when another right opens the course for longer.
 */
export const takeReminder = async (tx: Tx, row: DueReminder, now: number): Promise<number | undefined> => {
  const days = dueReminder(row.ends_at, now);
  const next = days === undefined ? undefined : reminderAfter(row.ends_at, days);
  if (!(await setNext(tx, row, next))) return undefined;
  if (row.course) {
    const { endsAt = 0 } = courseEntitlement(await accessHistoryOf(tx, row.user_id, row.mode), now, row.course.id);
    if (endsAt > row.ends_at) return undefined;
  }
  return days;
};
