import { sql } from 'kysely';
import type { Db } from './database.ts';

interface At {
  mode: 'test' | 'live';
  now: number;
}

/**
 * The purchases whose access is paused, because a part of the price is overdue: `d.user_id` has them, `v` is the version of
 * their plan. A pause is no end in lists, counts and announcements, where the end of access is now in the past.
 */
const pausedPurchases = (db: Db, { mode, now }: At) =>
  db
    .selectFrom('part_dues as d')
    .innerJoin('payments as p', 'p.attempt_id', 'd.attempt_id')
    .innerJoin('payment_attempts as a', 'a.id', 'd.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .where('d.mode', '=', mode)
    .where('d.missing_in_paise', '>', 0)
    .where('d.pauses_at', '<=', now)
    .where('p.status', '=', 'captured')
    .where('p.access_until', '>', now);

/** Users whose access to everything is paused. */
export const pausedMembers = (db: Db, at: At) =>
  pausedPurchases(db, at).where('v.opens', '=', 'everything').select('d.user_id');

/** Users whose access to a course alone is paused. */
export const pausedHolders = (db: Db, courseId: string, at: At) =>
  pausedPurchases(db, at)
    .innerJoin('plan_version_courses as c', 'c.version_id', 'v.id')
    .where('c.course_id', '=', courseId)
    .select('d.user_id');

/** What is paused, by scope: everything, these versions of plans, and these courses. */
export const pausedScopes = (
  db: Db,
  at: At,
  { versionIds, courseIds }: { versionIds: readonly string[]; courseIds: readonly string[] },
) =>
  pausedPurchases(db, at)
    .where('v.opens', '=', 'everything')
    .select([sql<string>`${sql.lit('everything')}`.as('scope'), 'd.user_id'])
    .unionAll(
      pausedPurchases(db, at)
        .where('v.opens', '<>', 'everything')
        .where('v.id', 'in', versionIds)
        .select(['v.id as scope', 'd.user_id']),
    )
    .unionAll(
      pausedPurchases(db, at)
        .innerJoin('plan_version_courses as c', 'c.version_id', 'v.id')
        .where('c.course_id', 'in', courseIds)
        .select(['c.course_id as scope', 'd.user_id']),
    );
