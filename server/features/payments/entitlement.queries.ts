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

const allTermsQuery = (db: Db, mode: Mode) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select([
      'p.user_id',
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
    .where('p.mode', '=', mode)
    .where('p.status', '=', sql.lit('captured'))
    .where('p.access_until', 'is not', null);

const termsQuery = (db: Db, userId: string, mode: Mode) =>
  allTermsQuery(db, mode).where('p.user_id', '=', userId).orderBy('p.access_until', 'desc').limit(sql.lit(MOST_TERMS));

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

const allChangesQuery = (db: Db) =>
  db.selectFrom('access_changes').select(['user_id', 'kind', 'at', 'until', 'payment_id', 'days']);

const changesQuery = (db: Db, userId: string) =>
  allChangesQuery(db).where('user_id', '=', userId).orderBy('at', 'desc').limit(sql.lit(MOST_CHANGES));

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesQuery>['executeTakeFirstOrThrow']>>;

const toChange = ({ kind, at, until, payment_id: paymentId, days }: ChangeRow): AccessChange => ({
  kind,
  at,
  until,
  paymentId,
  days,
});

const accessChangesOf = async (db: Db, userId: string): Promise<AccessChange[]> =>
  (await changesQuery(db, userId).execute()).map(toChange);

const byUser = <Row extends { user_id: string | null }, T>(
  rows: readonly Row[],
  toOne: (row: Row) => T,
): Map<string, T[]> =>
  new Map([...Map.groupBy(rows, (row) => row.user_id ?? '')].map(([userId, own]) => [userId, own.map(toOne)]));

/** What was done to these people's access by hand. */
export const accessChangesOfAll = async (db: Db, userIds: readonly string[]): Promise<Map<string, AccessChange[]>> =>
  byUser(await allChangesQuery(db).where('user_id', 'in', userIds).execute(), toChange);

/** All that decides whether a person may watch. */
export interface AccessFacts {
  terms: PaidTerm[];
  changes: AccessChange[];
}

export const accessFactsOf = async (db: Db, userId: string, mode: Mode): Promise<AccessFacts> => ({
  terms: await paidTermsOf(db, userId, mode),
  changes: await accessChangesOf(db, userId),
});

/** The same of many people, by person. */
export const accessFactsOfAll = async (
  db: Db,
  userIds: readonly string[],
  mode: Mode,
): Promise<Map<string, AccessFacts>> => {
  const terms = byUser(await allTermsQuery(db, mode).where('p.user_id', 'in', userIds).execute(), toTerm);
  const changes = await accessChangesOfAll(db, userIds);
  return new Map(
    userIds.map((userId) => [userId, { terms: terms.get(userId) ?? [], changes: changes.get(userId) ?? [] }]),
  );
};

/** The same, compiled once: for the question that nearly every request asks. */
export const prepareAccessFacts = (database: Database): ((userId: string, mode: Mode) => Promise<AccessFacts>) => {
  const findTerms = prepared(database, termsQuery(database.db, '', 'test').compile());
  const findChanges = prepared(database, changesQuery(database.db, '').compile());
  return async (userId, mode) => {
    const [terms, changes] = await Promise.all([findTerms(mode, userId), findChanges(userId)]);
    return { terms: terms.map(toTerm), changes: changes.map(toChange) };
  };
};

/** Which of these people are there. */
export const presentOf = async (db: Db, userIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
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
