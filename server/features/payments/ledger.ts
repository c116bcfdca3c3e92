import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type Applied, applyFacts } from './facts.ts';
import { lookUpPayment } from './payment-jobs.ts';
import type { Fact, Mode } from './provider.ts';
import type { IssueReceipts } from './receipts/issue.ts';
import { requestRefundAgain } from './refund-requests.ts';
import type { SchoolCalendar } from './school-calendar.ts';

/** By then the event that names the subscription has usually come by itself. */
const LOOK_UP_AFTER_MS = 60_000;

export interface Ledger {
  /** Writes facts, and what has to follow from them, in the caller's transaction. */
  record(tx: Tx, facts: readonly Fact[], origin: { by: string; mode: Mode }): Promise<Applied>;
}

export interface LedgerNeeds {
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  issueReceipts: IssueReceipts;
}

export const createLedger = ({ jobs, clock, calendar, issueReceipts }: LedgerNeeds): Ledger => ({
  record: async (tx, facts, { by, mode }) => {
    const now = clock.now();
    const applied = await applyFacts(tx, facts, { provider: 'razorpay', mode, by, now, calendar });
    for (const paymentId of applied.unmatchedPayments)
      await jobs.enqueue(
        tx,
        lookUpPayment,
        { paymentId },
        { id: `${lookUpPayment.name}:${paymentId}`, runAtMs: now + LOOK_UP_AFTER_MS },
      );
    for (const failed of applied.failedRefunds) await requestRefundAgain(tx, failed, { jobs, calendar, now, by });
    await issueReceipts(tx, applied.userIds, { mode, now });
    return applied;
  },
});
