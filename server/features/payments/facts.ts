import type { Db } from '#server/database/database.ts';
import type { RefundRow } from '#server/database/payment-tables.ts';
import { applyDispute } from './dispute-facts.ts';
import type { FactContext } from './fact-context.ts';
import { lockPurchasesOf, paymentIdsOf, usersOf } from './facts.queries.ts';
import { applyPayment } from './payment-facts.ts';
import type { Fact } from './provider.ts';
import { applyRefund } from './refund-facts.ts';
import { postAccess } from './running-access.ts';
import { postSales } from './sales-book.ts';
import { applySubscription } from './subscription-facts.ts';
import { recountTerms } from './term-facts.ts';

export interface Applied {
  /** Whether any of it concerns something that was bought here. */
  isMatched: boolean;
  /** Payments whose money has moved and of which no purchase is known. */
  unmatchedPayments: string[];
  /** Refunds that cancel a purchase and that the provider could not carry out. */
  failedRefunds: RefundRow[];
  /** Whose purchases these are. */
  userIds: string[];
}

/**
 * Writes facts into the ledger, in the caller's transaction. The end is the same whatever the order, however often each
 * comes: rows are known by the provider's ids, statuses only move forward, and what a payment grants is counted anew
 * from all of the person's payments. The totals of the days and the end of each person's access follow in the same
 * transaction.
 */
export const applyFacts = async (tx: Db, facts: readonly Fact[], context: FactContext): Promise<Applied> => {
  const applied: Applied = { isMatched: false, unmatchedPayments: [], failedRefunds: [], userIds: [] };
  const users = new Set(await usersOf(tx, facts, context.mode));
  for (const userId of [...users].toSorted()) await lockPurchasesOf(tx, userId, context.now);

  const note = (userId: string | null): void => {
    if (userId === null) return;
    applied.isMatched = true;
    users.add(userId);
  };
  for (const fact of facts) if (fact.t === 'subscription') note(await applySubscription(tx, fact, context));
  for (const fact of facts) {
    if (fact.t !== 'payment') continue;
    const userId = await applyPayment(tx, fact, context);
    note(userId);
    if (userId === null && (fact.status === 'captured' || fact.status === 'authorized'))
      applied.unmatchedPayments.push(fact.id);
  }
  for (const fact of facts) {
    if (fact.t === 'dispute') note(await applyDispute(tx, fact, context));
    if (fact.t !== 'refund') continue;
    const { userId, failed } = await applyRefund(tx, fact, context);
    note(userId);
    if (failed) applied.failedRefunds.push(failed);
  }
  applied.userIds = [...users].toSorted();
  const touched = new Set(paymentIdsOf(facts));
  for (const userId of applied.userIds)
    for (const paymentId of await recountTerms(tx, userId, context)) touched.add(paymentId);
  await postSales(tx, [...touched], context);
  for (const userId of applied.userIds) await postAccess(tx, userId, context);
  return applied;
};
