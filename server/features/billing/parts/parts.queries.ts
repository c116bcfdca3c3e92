import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import type { PartDueRow } from '#server/database/tables/part-dues.ts';
import type { Mode } from '../provider/provider.ts';

/** The parts of these purchases, by the attempt that agreed on them, in their order. */
export const duesOf = async (db: Db, attemptIds: readonly string[]): Promise<(attemptId: string) => PartDueRow[]> => {
  const rows =
    attemptIds.length === 0
      ? []
      : await db.selectFrom('part_dues').selectAll().where('attempt_id', 'in', attemptIds).orderBy('n').execute();
  const byAttempt = Map.groupBy(rows, (row) => row.attempt_id);
  return (attemptId) => byAttempt.get(attemptId) ?? [];
};

/** Writes the rows of a purchase's parts. */
export const writeDues = async (tx: Tx, rows: readonly PartDueRow[]): Promise<void> => {
  for (const row of rows) {
    const { attempt_id: _attempt, n: _n, ...columns } = row;
    await tx
      .insertInto('part_dues')
      .values(row)
      .onConflict((conflict) => conflict.columns(['attempt_id', 'n']).doUpdateSet(columns))
      .execute();
  }
};

export const updateDue = (tx: Tx, attemptId: string, n: number, changes: Partial<PartDueRow>) =>
  tx.updateTable('part_dues').set(changes).where('attempt_id', '=', attemptId).where('n', '=', n).execute();

/** The disputes that keep the money of these payments, and when each began. */
export const blockingDisputesOf = (db: Db, paymentIds: readonly string[]) =>
  db
    .selectFrom('disputes')
    .select(['provider_payment_id', 'status', 'phase', 'created_at'])
    .where('provider_payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .execute();

/** An offline payment of parts of the purchase `a` waits to be confirmed. */
const WAITING = sql<number | boolean>`EXISTS (SELECT 1 FROM payment_requests said
  JOIN payment_attempts paying ON paying.id = said.attempt_id WHERE paying.parts_of = a.id AND said.state = 'waiting')`;

/** The payment `p` is the first of its attempt. */
const IS_FIRST = sql<boolean>`NOT EXISTS (SELECT 1 FROM payments before WHERE before.attempt_id = p.attempt_id
  AND before.status = 'captured' AND (before.captured_at < p.captured_at
    OR (before.captured_at = p.captured_at AND before.id < p.id)))`;

/** Purchases in parts, each with its first payment. */
const purchases = (db: Db) =>
  db
    .selectFrom('payment_attempts as a')
    .innerJoin('payments as p', 'p.attempt_id', 'a.id')
    .innerJoin('plan_versions as v', 'v.id', 'a.plan_version_id')
    .innerJoin('plans as plan', 'plan.id', 'v.plan_id')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'a.id as attempt_id',
      'a.user_id',
      'a.mode',
      'a.provider',
      'a.plan_version_id',
      'a.buyer_state',
      'a.buyer_gstin',
      'a.buyer_name',
      'a.buyer_address',
      'a.currency',
      'p.provider_payment_id',
      'p.captured_at',
      'p.access_until',
      'p.pauses_at',
      'p.parts_end',
      'p.time_zone',
      'v.plan_id',
      'v.opens',
      'v.term_unit',
      'v.term_count',
      'v.term_until',
      'plan.name as plan_name',
      'u.full_name',
      'u.email',
    ])
    .select(WAITING.as('is_waiting'))
    .where('a.in_parts', 'is not', null)
    .where('p.status', '=', 'captured')
    .where(IS_FIRST);

export type PurchaseInPartsRow = Awaited<ReturnType<ReturnType<typeof purchases>['executeTakeFirstOrThrow']>>;

/** The purchase in parts that this payment belongs to, the first or a later one. */
export const findInParts = async (db: Db, paymentId: string): Promise<PurchaseInPartsRow | undefined> => {
  const paid = await db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select(({ fn }) => fn.coalesce('a.parts_of', 'a.id').as('id'))
    .where('p.provider_payment_id', '=', paymentId)
    .executeTakeFirst();
  return paid && purchases(db).where('a.id', '=', paid.id).executeTakeFirst();
};

/** Those of these attempts. */
export const listInParts = (db: Db, attemptIds: readonly string[]): Promise<PurchaseInPartsRow[]> =>
  attemptIds.length === 0 ? Promise.resolve([]) : purchases(db).where('a.id', 'in', attemptIds).execute();

const MAX_OF_BUYER = 50;

/** Newest first. */
export const inPartsOfUser = (db: Db, userId: string, mode: Mode): Promise<PurchaseInPartsRow[]> =>
  purchases(db)
    .where('a.user_id', '=', userId)
    .where('a.mode', '=', mode)
    .orderBy('p.captured_at', 'desc')
    .orderBy('p.id')
    .limit(MAX_OF_BUYER)
    .execute();

const MAX_PAYMENTS = 100;

/** The payments of parts of a purchase, without those that paid none. */
export const partPaymentsOf = (db: Db, attemptId: string) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_attempts as a', 'a.id', 'p.attempt_id')
    .select(['p.provider_payment_id', 'p.amount_in_paise', 'p.paid_parts'])
    .where((eb) => eb.or([eb('a.id', '=', attemptId), eb('a.parts_of', '=', attemptId)]))
    .where('p.status', '=', 'captured')
    .where('p.paid_parts', 'is not', null)
    .orderBy('p.captured_at', 'desc')
    .limit(MAX_PAYMENTS)
    .execute();

/** What is left to pay of the purchase that an attempt pays parts of, or that it agrees on. */
export const leftOfParts = async (
  db: Db,
  { attempt_id: attemptId, parts_of: partsOf }: { attempt_id: string; parts_of: string | null },
): Promise<number> => {
  const dues = (await duesOf(db, [partsOf ?? attemptId]))(partsOf ?? attemptId);
  return dues.reduce((sum, row) => sum + row.missing_in_paise, 0);
};
