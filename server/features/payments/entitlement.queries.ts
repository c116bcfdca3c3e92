import { sql } from 'kysely';
import type { Role } from '#contract/values.ts';
import type { Database, Db } from '#server/database/database.ts';
import { prepared } from '#server/database/prepared.ts';
import type { AccessChange, PaidTerm } from './entitlement.ts';
import type { Mode } from './provider.ts';

/** More than anyone buys; a bound all the same. */
const MOST_TERMS = 50;
const MOST_CHANGES = 200;

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

const changesQuery = (db: Db, userId: string) =>
  db
    .selectFrom('access_changes')
    .select(['kind', 'at', 'until', 'payment_id', 'days'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(sql.lit(MOST_CHANGES));

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesQuery>['executeTakeFirstOrThrow']>>;

const toChange = ({ kind, at, until, payment_id: paymentId, days }: ChangeRow): AccessChange => ({
  kind,
  at,
  until,
  paymentId,
  days,
});

/** What was done to a person's access by hand, newest first. */
export const accessChangesOf = async (db: Db, userId: string): Promise<AccessChange[]> =>
  (await changesQuery(db, userId).execute()).map(toChange);

/** All that decides whether a person may watch. */
export interface AccessFacts {
  terms: PaidTerm[];
  changes: AccessChange[];
}

export const accessFactsOf = async (db: Db, userId: string, mode: Mode): Promise<AccessFacts> => ({
  terms: await paidTermsOf(db, userId, mode),
  changes: await accessChangesOf(db, userId),
});

/** The same, compiled once: for the question that nearly every request asks. */
export const prepareAccessFacts = (database: Database): ((userId: string, mode: Mode) => Promise<AccessFacts>) => {
  const findTerms = prepared(database, termsQuery(database.db, '', 'test').compile());
  const findChanges = prepared(database, changesQuery(database.db, '').compile());
  return async (userId, mode) => {
    const [terms, changes] = await Promise.all([findTerms(userId, mode), findChanges(userId)]);
    return { terms: terms.map(toTerm), changes: changes.map(toChange) };
  };
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
