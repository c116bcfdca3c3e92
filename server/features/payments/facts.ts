import type { Db } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/payment-tables.ts';
import { writeAudit } from './audit.ts';
import { applyDispute } from './dispute-facts.ts';
import type { FactContext, Report, Told, Writing } from './fact-context.ts';
import { attemptsNamedBy, lockPurchasesOf, paymentIdsOf, usersOf } from './facts.queries.ts';
import { applyPayment, insertNewPayments } from './payment-facts.ts';
import type { Fact, PaymentFact } from './provider.ts';
import { applyRefund } from './refund-facts.ts';
import { postAccess } from './running-access.ts';
import { postSales } from './sales-book.ts';
import { applySubscription, writeAttempts } from './subscription-facts.ts';
import { recountTerms } from './term-facts.ts';

export interface Applied {
  /** Of each report, whether any of it concerns something that was bought here. */
  isMatched: boolean[];
  /** Payments whose money has moved and of which no purchase is known. */
  unmatchedPayments: string[];
  /** Refunds that cancel a purchase and that the provider could not carry out. */
  failedRefunds: { refund: RefundRow; by: string }[];
  /** Whose purchases these are. */
  userIds: string[];
}

interface FromReport<F extends Fact> extends Told<F> {
  report: number;
}

const toldOf = <T extends Fact['t']>(reports: readonly Report[], kind: T): FromReport<Extract<Fact, { t: T }>>[] =>
  reports.flatMap(({ by, facts }, report) =>
    facts.filter((fact): fact is Extract<Fact, { t: T }> => fact.t === kind).map((fact) => ({ fact, by, report })),
  );

const hasMoved = ({ status }: PaymentFact): boolean => status === 'captured' || status === 'authorized';

/**
 * Writes what reports say into the ledger, in the caller's transaction; many cost little more than one. The end is the
 * same whatever the order, however often each comes: rows are known by the provider's ids, statuses only move forward,
 * and what a payment grants is counted anew from all of the person's payments. The totals of the days and the end of each
 * person's access follow in the same transaction.
 */
export const applyFacts = async (tx: Db, reports: readonly Report[], context: FactContext): Promise<Applied> => {
  const facts = reports.flatMap((report) => report.facts);
  const applied: Applied = {
    isMatched: reports.map(() => false),
    unmatchedPayments: [],
    failedRefunds: [],
    userIds: [],
  };
  const tellers = new Map<string, string>();
  const users = new Set(await usersOf(tx, facts, context.mode));
  await lockPurchasesOf(tx, [...users], context.now);
  const writing: Writing = {
    ...context,
    attempts: await attemptsNamedBy(tx, facts, context.mode),
    changed: new Map(),
    diary: [],
  };

  const note = ({ by, report }: { by: string; report: number }, userId: string | null): void => {
    if (userId === null) return;
    applied.isMatched[report] = true;
    users.add(userId);
    tellers.set(userId, by);
  };
  for (const told of toldOf(reports, 'subscription')) note(told, await applySubscription(tx, told, writing));
  await writeAttempts(tx, writing);
  const payments = toldOf(reports, 'payment');
  const fresh = await insertNewPayments(tx, payments, writing);
  for (const told of payments) {
    const userId = fresh.has(told) ? (fresh.get(told) ?? null) : await applyPayment(tx, told, writing);
    note(told, userId);
    if (userId === null && hasMoved(told.fact)) applied.unmatchedPayments.push(told.fact.id);
  }
  for (const told of toldOf(reports, 'dispute')) note(told, await applyDispute(tx, told, writing));
  for (const told of toldOf(reports, 'refund')) {
    const { userId, failed } = await applyRefund(tx, told, writing);
    note(told, userId);
    if (failed) applied.failedRefunds.push({ refund: failed, by: told.by });
  }
  applied.userIds = [...users].toSorted();
  const recounted = await recountTerms(tx, applied.userIds, writing, (userId) => tellers.get(userId) ?? 'ledger');
  await postSales(tx, [...new Set([...paymentIdsOf(facts), ...recounted])], context);
  await postAccess(tx, applied.userIds, context);
  await writeAudit(tx, ...writing.diary);
  return applied;
};
