import { sql } from 'kysely';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { waysSharing } from '#contract/billing/way-reference.ts';
import { type Db, isUniqueViolation, type Tx } from '#server/database/database.ts';
import type { Cursor } from '#server/database/cursor.ts';
import type { PaymentRequestRow } from '#server/database/tables/payment-requests.ts';
import type { PaymentAttemptRow } from '#server/database/tables/purchases.ts';
import type { PlanOpens, TermColumns } from '../plans/plans.ts';
import { type Mode, OFFLINE } from '../provider/provider.ts';

const rows = (db: Db) =>
  db
    .selectFrom('payment_requests as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('coupons as coupon', 'coupon.id', 'a.coupon_id')
    .leftJoin('gifts as gift', 'gift.id', 'a.gift_id')
    .leftJoin('batches as batch', 'batch.id', 'a.batch_id')
    .leftJoin('payments as p', 'p.provider_payment_id', 'r.payment_id')
    .leftJoin('users as decider', 'decider.id', 'r.decided_by')
    .selectAll('r')
    .select([
      'a.subscription_ref',
      'a.amount_in_paise',
      'a.currency',
      'a.discount_in_paise',
      'a.plan_version_id',
      'a.gift_id',
      'a.in_parts',
      'a.parts_of',
      'a.batch_id',
      'a.batch_held_until',
      'batch.name as batch_name',
      'batch.starts_on',
      'batch.ends_on',
      'v.opens',
      'v.term_unit',
      'v.term_count',
      'v.term_until',
      'v.plan_id',
      'plan.name as plan_name',
      'coupon.code as coupon_code',
      'gift.recipient_email',
      'p.amount_in_paise as received_in_paise',
      'p.paid_parts',
      'u.full_name',
      'u.email',
      'u.blocked_at',
      'u.deleted_at',
      'decider.full_name as decided_by_name',
    ]);

/** A request with what its attempt keeps for it. */
export type RequestRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** An order is named by its own id, or by that of its request. */
export const isNamed =
  (orderId: string) =>
  (row: RequestRow): boolean =>
    row.subscription_ref === orderId || row.id === orderId;

export const findRequest = (db: Db, id: string): Promise<RequestRow | undefined> =>
  rows(db).where('r.id', '=', id).executeTakeFirst();

export const findByRequestKey = (db: Db, key: string): Promise<RequestRow | undefined> =>
  rows(db).where('r.request_key', '=', key).executeTakeFirst();

const MAX_OF_BUYER = 20;
const MAX_NAMED = 100;

/** Newest first. */
export const requestsOfUser = (db: Db, userId: string, mode: Mode): Promise<RequestRow[]> =>
  rows(db)
    .where('r.user_id', '=', userId)
    .where('r.mode', '=', mode)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(MAX_OF_BUYER)
    .execute();

export const waitingOfUser = (db: Db, userId: string, mode: Mode): Promise<RequestRow[]> =>
  rows(db).where('r.user_id', '=', userId).where('r.mode', '=', mode).where('r.state', '=', 'waiting').execute();

export const countSince = async (db: Db, userId: string, since: number): Promise<number> => {
  const { count } = await db
    .selectFrom('payment_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
};

/** An order of a buyer that no request has. Money may arrive for a while after it can no longer be begun. */
export const findPayableOrder = (
  db: Db,
  { ref, userId, planId, now, keptMs }: { ref: string; userId: string; planId: string; now: number; keptMs: number },
): Promise<(PaymentAttemptRow & TermColumns) | undefined> =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .selectAll('a')
    .select(['v.term_unit', 'v.term_count', 'v.term_until'])
    .where('a.subscription_ref', '=', ref)
    .where('a.user_id', '=', userId)
    .where('a.provider', '=', OFFLINE)
    .where('a.provider_status', '=', 'created')
    .where('a.state', 'in', ['open', 'retired'])
    .where('a.expires_at', '>', now - keptMs)
    .where('v.plan_id', '=', planId)
    .executeTakeFirst();

/** What a request is for. */
export const opensOfPlan = async (
  db: Db,
  { opens, plan_version_id: versionId }: Pick<RequestRow, 'opens' | 'plan_version_id'>,
): Promise<PlanOpens> => {
  if (opens === 'everything') return opens;
  const courses = db.selectFrom('plan_version_courses').select('course_id').where('version_id', '=', versionId);
  return { courseIds: (await courses.execute()).map((one) => one.course_id) };
};

export const findOrder = (db: Db, ref: string): Promise<PaymentAttemptRow> =>
  db.selectFrom('payment_attempts').selectAll().where('subscription_ref', '=', ref).executeTakeFirstOrThrow();

/** Plans that open these courses and nothing else; without a list, every plan. */
const opensOnly = (courses: readonly string[] | undefined) => {
  if (courses === undefined) return sql<boolean>`1 = 1`;
  if (courses.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`(v.opens <> 'everything' AND NOT EXISTS (SELECT 1 FROM plan_version_courses part
    WHERE part.version_id = v.id AND part.course_id NOT IN (${sql.join(courses)})))`;
};

export interface RequestFilter {
  mode: Mode;
  /** Those of plans that open these alone; all when undefined. */
  courses: readonly string[] | undefined;
  after?: Cursor | undefined;
}

/** Those that wait, the oldest first. */
export const listWaiting = (db: Db, { mode, courses, after }: RequestFilter, count: number): Promise<RequestRow[]> => {
  let query = rows(db).where('r.mode', '=', mode).where('r.state', '=', 'waiting').where(opensOnly(courses));
  if (after) query = query.where(sql<boolean>`(r.created_at, r.id) > (${after.value}, ${after.id})`);
  return query.orderBy('r.created_at').orderBy('r.id').limit(count).execute();
};

/** Those decided, the newest first. */
export const listDecided = (db: Db, { mode, courses, after }: RequestFilter, count: number): Promise<RequestRow[]> => {
  let query = rows(db).where('r.mode', '=', mode).where('r.decided_at', 'is not', null).where(opensOnly(courses));
  if (after) query = query.where(sql<boolean>`(r.decided_at, r.id) < (${after.value}, ${after.id})`);
  return query.orderBy('r.decided_at', 'desc').orderBy('r.id', 'desc').limit(count).execute();
};

/** How many wait, for how much as their buyers say, since when, and whose, the oldest first. */
export const summarizeWaiting = async (db: Db, mode: Mode) => {
  const found = await db
    .selectFrom('payment_requests as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'u.full_name',
      'r.created_at',
      sql<number>`COUNT(*) OVER ()`.as('count'),
      sql<number>`SUM(COALESCE(r.stated_in_paise, a.amount_in_paise)) OVER ()`.as('amount'),
    ])
    .where('r.mode', '=', mode)
    .where('r.state', '=', 'waiting')
    .orderBy('r.created_at')
    .limit(MAX_NAMED)
    .execute();
  const [first] = found;
  return {
    count: first?.count ?? 0,
    amountInPaise: first?.amount ?? 0,
    since: first?.created_at ?? null,
    names: found.map((row) => row.full_name),
  };
};

/** How many wait, and for how much as their buyers say. */
export const countWaiting = async (db: Db, { mode, courses }: RequestFilter) => {
  const { count, amount } = await db
    .selectFrom('payment_requests as r')
    .innerJoin('payment_attempts as a', 'a.id', 'r.attempt_id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`COALESCE(SUM(COALESCE(r.stated_in_paise, a.amount_in_paise)), 0)`.as('amount'),
    ])
    .where('r.mode', '=', mode)
    .where('r.state', '=', 'waiting')
    .where(opensOnly(courses))
    .executeTakeFirstOrThrow();
  return { count, amountInPaise: amount };
};

/** Requests with these references, those that count first, then the oldest. */
export const requestsWith = (db: Db, keys: readonly string[]): Promise<RequestRow[]> =>
  keys.length === 0
    ? Promise.resolve([])
    : rows(db)
        .where('r.reference_key', 'in', keys)
        .where((eb) => eb.or([eb('r.counted_key', 'is not', null), eb('r.state', '=', 'waiting')]))
        .orderBy(sql`CASE WHEN r.counted_key IS NULL THEN 1 ELSE 0 END`)
        .orderBy('r.created_at')
        .limit(500)
        .execute();

/** The request whose money counts with this reference. */
export const requestCountedBy = (db: Db, way: OwnWay, key: string): Promise<RequestRow | undefined> =>
  rows(db)
    .where('r.way', 'in', waysSharing(way))
    .where('r.reference_key', '=', key)
    .where('r.counted_key', 'is not', null)
    .executeTakeFirst();

export const insertRequest = (tx: Tx, row: PaymentRequestRow) =>
  tx.insertInto('payment_requests').values(row).execute();

export const updateRequest = (db: Db, id: string, changes: Partial<PaymentRequestRow>) =>
  db.updateTable('payment_requests').set(changes).where('id', '=', id);

/** The request is another's: its reference counts already. */
export class ReferenceCounted extends Error {}

/** Makes a reference count for this request. Throws ReferenceCounted, also when another transaction was first. */
export const countReference = async (tx: Tx, id: string, key: string): Promise<void> => {
  if (key === '') return;
  try {
    await updateRequest(tx, id, { counted_key: key }).execute();
  } catch (error) {
    throw isUniqueViolation(error) ? new ReferenceCounted() : error;
  }
};

const BATCH = 200;

export const listExpired = (db: Db, now: number) =>
  db
    .selectFrom('payment_requests')
    .select(['id', 'user_id'])
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .limit(BATCH)
    .execute();

/** Pictures of requests that were decided before then. */
export const listOldPictures = (db: Db, before: number) =>
  db
    .selectFrom('payment_requests')
    .select(['id', 'picture_key'])
    .where('picture_key', 'is not', null)
    .where('decided_at', '<', before)
    .limit(BATCH)
    .execute();

/** Whom a payment of a plan is announced to: admins and, where staff confirm, the people of all its courses. */
export const listConfirmers = async (
  db: Db,
  { versionId, withStaff }: { versionId: string; withStaff: boolean },
): Promise<string[]> => {
  const admins = db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('blocked_at', 'is', null)
    .where('deleted_at', 'is', null);
  const staff = db
    .selectFrom('course_people as person')
    .innerJoin('plan_version_courses as part', 'part.course_id', 'person.course_id')
    .select('person.user_id as id')
    .where('part.version_id', '=', versionId)
    .groupBy('person.user_id')
    .having(
      sql<boolean>`COUNT(*) = (SELECT COUNT(*) FROM plan_version_courses whole WHERE whole.version_id = ${versionId})`,
    );
  const found = [...(await admins.execute()), ...(withStaff ? await staff.execute() : [])];
  return [...new Set(found.map(({ id }) => id))];
};
