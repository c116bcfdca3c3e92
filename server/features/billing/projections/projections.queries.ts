import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { type Mode, MODES } from '../provider/provider.ts';

/** The next payments by the provider's id, with what their standings follow from. */
export const paymentsAfter = (db: Db, id: string, limit: number) =>
  db
    .selectFrom('payments')
    .select(['provider_payment_id', 'status', 'amount_in_paise', 'problem', 'coupon_excess', 'standing'])
    .where('provider_payment_id', '>', id)
    .orderBy('provider_payment_id')
    .limit(limit)
    .execute();

/** Whether someone has anything to compute in a mode. What an admin granted counts in both. */
const hasIn = (mode: Mode) => sql<number>`CASE WHEN
  EXISTS (SELECT 1 FROM payment_attempts a WHERE a.user_id = u.id AND a.mode = ${sql.lit(mode)})
  OR EXISTS (SELECT 1 FROM payments p WHERE p.user_id = u.id AND p.mode = ${sql.lit(mode)})
  OR EXISTS (SELECT 1 FROM user_access e WHERE e.user_id = u.id AND e.mode = ${sql.lit(mode)})
  OR EXISTS (SELECT 1 FROM course_access e WHERE e.user_id = u.id AND e.mode = ${sql.lit(mode)})
  OR EXISTS (SELECT 1 FROM access_changes c WHERE c.user_id = u.id)
  THEN 1 ELSE 0 END`;

/** The next users by id, and the modes in which there is anything to compute: looks into indexes, however many come later. */
export const usersAfter = async (db: Db, id: string, limit: number): Promise<UserWithModes[]> => {
  const rows = await db
    .selectFrom('users as u')
    .select(['u.id', hasIn('test').as('test'), hasIn('live').as('live')])
    .where('u.id', '>', id)
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, modes: MODES.filter((mode) => row[mode] === 1) }));
};

export interface UserWithModes {
  id: string;
  modes: readonly Mode[];
}

export const countUsers = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Whose payments or access were written since then, and when those payments were captured. */
export const changedSince = async (db: Db, since: number) => {
  const payments = await db
    .selectFrom('payments')
    .select(['user_id', 'mode', 'provider_payment_id', 'captured_at'])
    .where('updated_at', '>=', since)
    .execute();
  const changes = await db
    .selectFrom('access_changes')
    .select('user_id')
    .where((eb) => eb.or([eb('at', '>=', since), eb('undone_at', '>=', since)]))
    .execute();
  const userIds = new Set([...payments, ...changes].flatMap(({ user_id: userId }) => userId ?? []));
  return { payments, userIds: [...userIds].toSorted() };
};

/** The next users by id of those who bought a plan, or redeemed a gift of it. */
export const holdersAfter = async (db: Db, planId: string, id: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .select('p.user_id')
    .distinct()
    .where('v.plan_id', '=', planId)
    .where('p.user_id', '>', id)
    .$narrowType<{ user_id: string }>()
    .orderBy('p.user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
};

/** Plans of chosen courses, this one among them, that someone has a mandate for. */
export const renewingPlansOf = async (db: Db, courseId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('plan_version_courses as c')
    .innerJoin('plan_versions as v', 'v.id', 'c.version_id')
    .innerJoin('payment_attempts as a', 'a.plan_version_id', 'v.id')
    .select('v.plan_id')
    .distinct()
    .where('c.course_id', '=', courseId)
    .where('a.cycles', '>', 1)
    .where('a.is_over', '=', 0)
    .execute();
  return rows.map(({ plan_id: planId }) => planId);
};
