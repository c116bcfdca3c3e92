import { sql } from 'kysely';
import type { Role } from '#contract/values.ts';
import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import { type PaidTerm, RENEWAL_GRACE_MS } from './entitlement.ts';
import type { Mode } from './provider.ts';

/** More than anyone buys; a bound all the same. */
const MOST_TERMS = 50;

const REFUNDED = sql<number>`(SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('pending', 'processed'))`;
const CANCELS = sql<number>`(SELECT COUNT(*) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.ends_access = 1 AND r.accepted_at IS NOT NULL)`;
const REQUESTS = sql<number>`(SELECT COUNT(*) FROM refunds r
  WHERE r.provider_payment_id = p.provider_payment_id AND r.ends_access = 1 AND r.status = 'requested')`;
/** A retrieval only asks for papers; any other open one holds the money, a lost one has taken it. */
const DISPUTES = sql<number>`(SELECT COUNT(*) FROM disputes d
  WHERE d.provider_payment_id = p.provider_payment_id
    AND (d.status = 'lost' OR (d.status IN ('open', 'under_review') AND d.phase <> 'retrieval')))`;

const termsQuery = (db: Db, userId: string, mode: Mode) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select([
      'p.provider_payment_id',
      'p.captured_at',
      'p.access_until',
      'p.refundable_until',
      'p.amount_in_paise',
      'a.id as attempt_id',
      'a.provider_status',
      'a.auto_renew',
      REFUNDED.as('refunded'),
      CANCELS.as('cancels'),
      REQUESTS.as('requests'),
      DISPUTES.as('disputes'),
    ])
    .where('p.user_id', '=', userId)
    .where('p.mode', '=', mode)
    .where('p.status', '=', sql.lit('captured'))
    .where('p.access_until', 'is not', null)
    .orderBy('p.access_until', 'desc')
    .limit(sql.lit(MOST_TERMS));

type TermRow = Awaited<ReturnType<ReturnType<typeof termsQuery>['executeTakeFirstOrThrow']>>;

const toTerm = (row: TermRow): PaidTerm => ({
  paymentId: row.provider_payment_id,
  attemptId: row.attempt_id,
  paidAt: row.captured_at ?? 0,
  accessUntil: row.access_until ?? 0,
  refundableUntil: row.refundable_until ?? 0,
  amountInPaise: row.amount_in_paise,
  refundedInPaise: row.refunded,
  isCancelled: row.cancels > 0,
  isCancelRequested: row.requests > 0,
  isDisputed: row.disputes > 0,
  isChargePending: row.provider_status === 'pending',
  willRenew: row.auto_renew === 1,
});

/** What a person has paid for and what became of it: one query, by index, whatever the size of the ledger. */
export const paidTermsOf = async (db: Db, userId: string, mode: Mode): Promise<PaidTerm[]> =>
  (await termsQuery(db, userId, mode).execute()).map(toTerm);

/** The same, compiled once: for the question that nearly every request asks. */
export const preparePaidTerms = (database: Database): ((userId: string, mode: Mode) => Promise<PaidTerm[]>) => {
  const find = prepared(database, termsQuery(database.db, '', 'test').compile());
  return async (userId, mode) => (await find(userId, mode)).map(toTerm);
};

export const roleOf = async (db: Db, userId: string): Promise<Role | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.role;
};

/** The same question as `entitlement`, for everybody at once. */
export const countEntitledUsers = async (db: Db, mode: Mode, now: number): Promise<number> => {
  const row = await db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(({ fn }) => fn.count<number>('p.user_id').distinct().as('count'))
    .where('p.mode', '=', mode)
    .where('p.status', '=', 'captured')
    .where('u.deleted_at', 'is', null)
    .where('p.access_until', '>', now - RENEWAL_GRACE_MS)
    .where((eb) => eb.or([eb('p.access_until', '>', now), eb('a.provider_status', '=', 'pending')]))
    .where(REFUNDED, '<', sql<number>`p.amount_in_paise`)
    .where(CANCELS, '=', 0)
    .where(DISPUTES, '=', 0)
    .executeTakeFirstOrThrow();
  return row.count;
};
