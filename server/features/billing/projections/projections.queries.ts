import type { Db } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';

/** The next payments by the provider's id. */
export const paymentIdsAfter = async (db: Db, id: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('provider_payment_id', '>', id)
    .orderBy('provider_payment_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.provider_payment_id);
};

/** The next users by id of those who began to buy, or redeemed a gift, or whose access an admin changed. */
export const usersAfter = async (db: Db, id: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('user_id')
    .where('user_id', '>', id)
    .union(db.selectFrom('access_changes').select('user_id').where('user_id', '>', id))
    .union(
      db
        .selectFrom('payments')
        .select('user_id')
        .where('user_id', '>', id)
        .where('redeemed_at', 'is not', null)
        .$narrowType<{ user_id: string }>(),
    )
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
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

const TIME_ZONE = 'billing.projections-time-zone';

/** The time zone of the stored days; undefined when they were never computed as a whole, '' when a migration changed a rule. */
export const storedTimeZone = (db: Db): Promise<string | undefined> => findValue(db, TIME_ZONE);

export const storeTimeZone = (db: Db, value: string, now: number) => storeValue(db, TIME_ZONE, value, now);
