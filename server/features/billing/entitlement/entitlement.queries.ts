import { type AliasedExpression, sql } from 'kysely';
import type { Role } from '#contract/fields.ts';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import { pausedScopes } from '#server/database/paused-access.ts';
import type { CourseAccessRow, UserAccessRow } from '#server/database/tables/access.ts';
import { renewalWindowOf, termOf } from '../plans/plans.ts';
import { EVERYTHING, OPENS_EVERYTHING, type PaidTerm } from './rule.ts';
import type { Mode } from '../provider/provider.ts';
import { beginningOf } from '../purchase-rows/purchase-rows.ts';
import { BLOCKING_DISPUTES, REFUNDED_IN_PAISE } from '../returns/returns.ts';

/** More than anyone buys; a bound all the same. */
const MAX_TERMS = 500;
const MAX_CHANGES = 200;

const CANCELS = sql<number>`(SELECT COUNT(*) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.ends_access = 1 AND r.accepted_at IS NOT NULL)`;
const REQUESTS = sql<number>`(SELECT COUNT(*) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.ends_access = 1 AND r.status = 'requested')`;

const termsIn = (db: Db, mode: Mode) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .select([
      'p.user_id',
      'p.provider_payment_id',
      'p.captured_at',
      'p.redeemed_at',
      'p.begins_at',
      'p.access_until',
      'p.refundable_until',
      'p.amount_in_paise',
      'p.pauses_at',
      'p.parts_end',
      'p.paid_parts',
      'a.id as attempt_id',
      'p.previous_end',
      'p.is_automatic',
      'a.provider_status',
      'a.auto_renew',
      'a.plan_version_id',
      'v.plan_id',
      'v.opens',
      'v.term_unit',
      'v.term_count',
      'v.term_until',
      REFUNDED_IN_PAISE.as('refunded'),
      CANCELS.as('cancels'),
      REQUESTS.as('requests'),
      BLOCKING_DISPUTES.as('disputes'),
    ])
    .where('p.mode', '=', mode)
    .where('p.status', '=', sql.lit('captured'))
    .where('p.access_until', 'is not', null)
    .orderBy('p.access_until', 'desc')
    .orderBy('p.provider_payment_id');

export const termsQuery = (db: Db, userId: string, mode: Mode) =>
  termsIn(db, mode).where('p.user_id', '=', userId).limit(sql.lit(MAX_TERMS));

/** The rows of each of some users, as the query of one returns them. */
const byUser = <Row extends { user_id: string | null }>(rows: readonly Row[], limit: number) => {
  const ofUsers = Map.groupBy(rows, (row) => row.user_id);
  return (userId: string): Row[] => (ofUsers.get(userId) ?? []).slice(0, limit);
};

export const findTerms = async (db: Db, userIds: readonly string[], mode: Mode) =>
  byUser(await termsIn(db, mode).where('p.user_id', 'in', userIds).execute(), MAX_TERMS);

type TermRow = Awaited<ReturnType<ReturnType<typeof termsQuery>['executeTakeFirstOrThrow']>>;

/** The courses that these versions of plans open. */
export const findOpenedCourses = (db: Db, versionIds: readonly string[]) =>
  db
    .selectFrom('plan_version_courses')
    .select(['version_id', 'course_id', 'added_at'])
    .where('version_id', 'in', versionIds)
    .orderBy('course_id')
    .execute();

/** The courses that a user's purchases open, where a plan opens chosen ones. */
export const openedCoursesQuery = (db: Db, userId: string, mode: Mode) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('plan_version_courses as c', 'c.version_id', 'a.plan_version_id')
    .select(['c.version_id', 'c.course_id', 'c.added_at'])
    .distinct()
    .where('p.mode', '=', mode)
    .where('p.user_id', '=', userId)
    .orderBy('c.course_id');

export type OpenedCourse = Awaited<ReturnType<ReturnType<typeof openedCoursesQuery>['executeTakeFirstOrThrow']>>;

/** The version of a plan, as far as it decides what a purchase opens. */
export interface SoldVersion {
  plan_version_id: string;
  plan_id: string;
  opens: 'everything' | 'courses';
}

/** Whether a plan opens courses, which are rows of their own. */
export const opensCourses = ({ opens }: SoldVersion): boolean => opens === 'courses';

/** Returns what a version of a plan opens, and the line of its purchases. */
export const openedBy =
  (courses: readonly OpenedCourse[]) =>
  ({ plan_version_id: versionId, plan_id: planId, opens }: SoldVersion): Pick<PaidTerm, 'line' | 'opens'> =>
    opens === 'everything'
      ? { line: EVERYTHING, opens: OPENS_EVERYTHING }
      : {
          line: planId,
          opens: courses
            .filter((course) => course.version_id === versionId)
            .map(({ course_id: scope, added_at: since }) => ({ scope, since })),
        };

export const toTerm = (row: TermRow, opened: Pick<PaidTerm, 'line' | 'opens'>): PaidTerm => ({
  ...opened,
  paymentId: row.provider_payment_id,
  attemptId: row.attempt_id,
  planVersionId: row.plan_version_id,
  capturedAt: row.captured_at ?? 0,
  paidAt: beginningOf(row),
  isGift: row.redeemed_at !== null,
  accessUntil: row.access_until ?? 0,
  refundableUntil: row.refundable_until,
  amountInPaise: row.amount_in_paise,
  refundedInPaise: row.refunded,
  isCancelled: row.cancels > 0 || row.parts_end === 'cancelled',
  isCancelRequested: row.requests > 0,
  isDisputed: row.disputes > 0 || row.parts_end === 'disputed',
  isChargePending: row.provider_status === 'pending',
  willRenew: row.auto_renew === 1,
  renewalWindowMs: renewalWindowOf(termOf(row)),
  pausesAt: row.pauses_at,
  isInParts: row.paid_parts !== null,
  continuity: { previousEnd: row.previous_end, isAutomatic: row.is_automatic === 1 },
});

/** Of changes that were made when a day was 24 hours long, that. */
const ADDED_MS = sql<number>`COALESCE(added_ms, days * 86400000)`;

const changesIn = (db: Db) =>
  db
    .selectFrom('access_changes')
    .select(['user_id', 'kind', 'scope', 'source', 'at', 'until', 'payment_id as paymentId', ADDED_MS.as('addedMs')])
    .select(['undone_at as undoneAt', 'extension_id as extensionId', 'days'])
    .orderBy('at', 'desc');

export const changesQuery = (db: Db, userId: string) =>
  changesIn(db).where('user_id', '=', userId).limit(sql.lit(MAX_CHANGES));

export const findChanges = async (db: Db, userIds: readonly string[]) =>
  byUser(await changesIn(db).where('user_id', 'in', userIds).execute(), MAX_CHANGES);

/** Those of some users whose account is not deleted. */
export const presentAmong = async (db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = db.selectFrom('users').select('id').where('id', 'in', userIds).where('deleted_at', 'is', null);
  return new Set((await rows.execute()).map(({ id }) => id));
};

/** The user's role; undefined when the account is deleted. */
export const roleOf = async (db: Db, userId: string): Promise<Role | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  )?.role;

export const findAccess = async (
  db: Db,
  userIds: readonly string[],
  mode: Mode,
): Promise<ReadonlyMap<string, UserAccessRow>> => {
  const rows = db.selectFrom('user_access').selectAll().where('user_id', 'in', userIds).where('mode', '=', mode);
  return new Map((await rows.execute()).map((row) => [row.user_id, row]));
};

export const writeAccess = async (tx: Db, row: UserAccessRow): Promise<void> => {
  const { user_id: _user, mode: _mode, ...computed } = row;
  await tx
    .insertInto('user_access')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'mode']).doUpdateSet(computed))
    .execute();
};

export const deleteAccess = (tx: Db, userId: string, mode: Mode) =>
  tx.deleteFrom('user_access').where('user_id', '=', userId).where('mode', '=', mode).execute();

export const findCourseAccess = (db: Db, userId: string, mode: Mode): Promise<CourseAccessRow[]> =>
  db.selectFrom('course_access').selectAll().where('user_id', '=', userId).where('mode', '=', mode).execute();

export const writeCourseAccess = async (tx: Db, row: CourseAccessRow): Promise<void> => {
  const { user_id: _user, mode: _mode, course_id: _course, ...computed } = row;
  await tx
    .insertInto('course_access')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'mode', 'course_id']).doUpdateSet(computed))
    .execute();
};

export const deleteCourseAccess = (tx: Db, row: Pick<CourseAccessRow, 'user_id' | 'mode' | 'course_id'>) =>
  tx
    .deleteFrom('course_access')
    .where('user_id', '=', row.user_id)
    .where('mode', '=', row.mode)
    .where('course_id', '=', row.course_id)
    .execute();

export const countAccessAfter = async (db: Db, mode: Mode, at: number): Promise<number> => {
  const { count } = await db
    .selectFrom('user_access')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mode', '=', mode)
    .where('ends_at', '>', at)
    .executeTakeFirstOrThrow();
  return count;
};

/** How many users have access by each plan version at this moment. */
export const countMembers = async (db: Db, mode: Mode, at: number): Promise<Map<string, number>> => {
  const membersIn = (table: 'user_access' | 'course_access') =>
    db
      .selectFrom(table)
      .select(['plan_version_id', sql<number>`COUNT(DISTINCT user_id)`.as('count')])
      .where('mode', '=', mode)
      .where('ends_at', '>', at)
      .where('plan_version_id', 'is not', null)
      .$narrowType<{ plan_version_id: string }>()
      .groupBy('plan_version_id');
  const rows = await membersIn('user_access').unionAll(membersIn('course_access')).execute();
  return new Map(rows.map((row) => [row.plan_version_id, row.count]));
};

/**
 * How many learners have `everything` now, also while it is paused, all courses that a version of a plan opens, or a course, by what they have; only
 * rights to a course alone count for versions and courses. Admins and blocked people, who are few, are taken off.
 */
export const countHolders = async (
  db: Db,
  { mode, at }: { mode: Mode; at: number },
  { versionIds, courseIds = [] }: { versionIds: readonly string[]; courseIds?: readonly string[] },
): Promise<Map<string, number>> => {
  const ofCourses = db.selectFrom('course_access as c').where('c.mode', '=', mode).where('c.ends_at', '>', at);
  const holders = db
    .selectFrom('user_access')
    .where('mode', '=', mode)
    .where('ends_at', '>', at)
    .select([sql<string>`${sql.lit(EVERYTHING)}`.as('scope'), 'user_id'])
    .unionAll(
      ofCourses
        .innerJoin('plan_version_courses as v', 'v.course_id', 'c.course_id')
        .where('v.version_id', 'in', versionIds)
        .groupBy(['v.version_id', 'c.user_id'])
        .having(({ eb, fn, selectFrom }) =>
          eb(
            fn.countAll<number>(),
            '=',
            selectFrom('plan_version_courses as o')
              .whereRef('o.version_id', '=', 'v.version_id')
              .select((all) => all.fn.countAll<number>().as('count')),
          ),
        )
        .select(['v.version_id as scope', 'c.user_id']),
    )
    .unionAll(ofCourses.where('c.course_id', 'in', courseIds).select(['c.course_id as scope', 'c.user_id']));
  const others = db
    .selectFrom('users')
    .select('id')
    .where(({ or, eb }) => or([eb('role', '=', 'ADMIN'), eb('blocked_at', 'is not', null)]));
  const count = (of: AliasedExpression<{ scope: string; user_id: string }, 'h'>) =>
    db
      .selectFrom(of)
      .select(({ fn }) => ['h.scope', fn.countAll<number>().as('count')])
      .where('h.user_id', 'not in', others)
      .groupBy('h.scope')
      .execute();
  const counts = new Map((await count(holders.as('h'))).map((row) => [row.scope, row.count]));
  const paused = pausedScopes(db, { mode, now: at }, { versionIds, courseIds });
  // Those who have the same by another purchase are counted already.
  if (await hasRow(paused.limit(1)))
    for (const row of await count(paused.except(holders).as('h')))
      counts.set(row.scope, (counts.get(row.scope) ?? 0) + row.count);
  return counts;
};
