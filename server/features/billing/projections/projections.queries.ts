import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';

/** The next payments by the provider's id, with what their standings follow from. */
export const paymentsAfter = (db: Db, id: string, limit: number) =>
  db
    .selectFrom('payments')
    .select(['provider_payment_id', 'status', 'amount_in_paise', 'problem', 'coupon_excess', 'standing'])
    .where('provider_payment_id', '>', id)
    .orderBy('provider_payment_id')
    .limit(limit)
    .execute();

/**
 * The next users by id, and of each whether they began to buy, redeemed a gift, or had their access changed by an admin: one
 * look into an index for each, however many come later.
 */
export const usersAfter = async (
  db: Db,
  id: string,
  limit: number,
): Promise<{ id: string; hasPurchases: boolean }[]> => {
  const rows = await db
    .selectFrom('users as u')
    .select((eb) => [
      'u.id',
      sql<number>`CASE WHEN ${eb.or([
        eb.exists(eb.selectFrom('payment_attempts as a').select('a.id').whereRef('a.user_id', '=', 'u.id')),
        eb.exists(eb.selectFrom('payments as p').select('p.id').whereRef('p.user_id', '=', 'u.id')),
        eb.exists(eb.selectFrom('access_changes as c').select('c.id').whereRef('c.user_id', '=', 'u.id')),
      ])} THEN 1 ELSE 0 END`.as('has_purchases'),
    ])
    .where('u.id', '>', id)
    .orderBy('u.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, hasPurchases: row.has_purchases === 1 }));
};

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
  const changes = await db.selectFrom('access_changes').select('user_id').where('at', '>=', since).execute();
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

/** Plans of chosen courses, this one among them, that somebody has a mandate for. */
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
