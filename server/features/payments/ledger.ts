import type { Clock } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type Applied, applyFacts } from './facts.ts';
import type { Report } from './fact-context.ts';
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
  /** The same for what many messages say at once. */
  recordAll(tx: Tx, reports: readonly Report[], mode: Mode): Promise<Applied>;
}

export interface LedgerNeeds {
  providerId: string;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  issueReceipts: IssueReceipts;
}

export const createLedger = ({ providerId, jobs, clock, calendar, issueReceipts }: LedgerNeeds): Ledger => {
  const recordAll: Ledger['recordAll'] = async (tx, reports, mode) => {
    const now = clock.now();
    const applied = await applyFacts(tx, reports, { provider: providerId, mode, now, calendar });
    for (const paymentId of applied.unmatchedPayments)
      await jobs.enqueue(
        tx,
        lookUpPayment,
        { paymentId },
        { id: `${lookUpPayment.name}:${paymentId}`, runAtMs: now + LOOK_UP_AFTER_MS },
      );
    for (const { refund, by } of applied.failedRefunds)
      await requestRefundAgain(tx, refund, { jobs, calendar, now, by });
    await issueReceipts(tx, applied.userIds, { mode, now });
    return applied;
  };
  return { recordAll, record: (tx, facts, { by, mode }) => recordAll(tx, [{ by, facts }], mode) };
};
