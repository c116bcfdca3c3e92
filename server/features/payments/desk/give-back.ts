import { messages } from '#contract/messages.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { requestCancel, withdrawOwnRefund } from '../cancellation.queries.ts';
import { holdPayment } from '../facts.queries.ts';
import { ProviderError } from '../provider.ts';
import {
  type DisputeOfPayment,
  disputesOfPayments,
  type RefundOfPayment,
  refundsOfPayments,
} from '../purchases.queries.ts';
import { requestRefundByHand } from '../refund-requests.ts';
import { postSales } from '../sales-book.ts';
import type { SchoolCalendar } from '../school-calendar.ts';
import type { Settlement } from '../settlement.ts';

/** How long the ADMIN's own request waits for the provider; the job goes on after it. */
const INLINE_PATIENCE_MS = 8000;

export interface GiveBackNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  settlement: Settlement;
  log: { warn(facts: object, text: string): void };
}

interface Wanted {
  paymentId: string;
  adminId: string;
  reason: string;
  /** All that is left when undefined. */
  amountInPaise: number | undefined;
}

const GOES_BACK = new Set(['requested', 'pending', 'processed']);

/** What of a payment may still be given back, and why nothing when nothing may. */
export const refundableOf = (
  payment: { status: string; amount_in_paise: number },
  refunds: readonly Pick<RefundOfPayment, 'status' | 'amount_in_paise'>[],
  disputes: readonly Pick<DisputeOfPayment, 'status' | 'phase'>[],
): { inPaise: number; refusal: string | null } => {
  const { refusal } = salesMessages;
  if (payment.status !== 'captured') return { inPaise: 0, refusal: refusal.notPaid };
  const holdsMoney = ({ status, phase }: Pick<DisputeOfPayment, 'status' | 'phase'>): boolean =>
    status === 'lost' || ((status === 'open' || status === 'under_review') && phase !== 'retrieval');
  if (disputes.some(holdsMoney)) return { inPaise: 0, refusal: refusal.disputed };
  const back = refunds.filter(({ status }) => GOES_BACK.has(status));
  const left = payment.amount_in_paise - back.reduce((sum, refund) => sum + refund.amount_in_paise, 0);
  return left > 0 ? { inPaise: left, refusal: null } : { inPaise: 0, refusal: refusal.allBack };
};

/**
 * Gives money back at an ADMIN's word, inside or outside the buyer's window. What is wanted is written down first; the
 * provider is asked once now and then by a job. All that is left ends access, a part does not. Answers whether the
 * provider has taken it; a refusal of the provider's is told with its reason, and nothing stays asked for. Throws `payment_not_found` and `refund_not_possible`.
 */
export const createGiveBack = ({ database, jobs, clock, calendar, settlement, log }: GiveBackNeeds) => {
  const write = async (tx: Tx, { paymentId, adminId, reason, amountInPaise }: Wanted): Promise<string> => {
    const now = clock.now();
    const payment = await holdPayment(tx, paymentId, now);
    if (!payment) throw fail('payment_not_found');
    const refunds = await refundsOfPayments(tx, [paymentId]);
    const { inPaise, refusal } = refundableOf(payment, refunds, await disputesOfPayments(tx, [paymentId]));
    if (refusal !== null) throw fail('refund_not_possible', { message: refusal });
    const wanted = amountInPaise ?? inPaise;
    const message = messages.admin.refundTooLarge;
    if (wanted > inPaise) throw fail('validation_failed', { message, details: [{ path: 'amountInPaise', message }] });
    const isAll = wanted === inPaise;
    if (isAll && payment.attempt_id !== null) await requestCancel(tx, payment.attempt_id, 'now', now);
    return requestRefundByHand(
      tx,
      { paymentId, amountInPaise: wanted, currency: payment.currency, requestedBy: `admin ${adminId}`, reason },
      isAll,
      { jobs, calendar, now, by: `admin ${adminId}` },
    );
  };

  /** After a refusal the ADMIN decides anew. False when a job has got further meanwhile, or the buyer asks for it too. */
  const takeBack = (refundId: string, { paymentId, adminId }: Wanted): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const isWithdrawn = await withdrawOwnRefund(tx, refundId, `admin ${adminId}`, now);
      await postSales(tx, [paymentId], { calendar, now });
      return isWithdrawn;
    });

  return async (wanted: Wanted): Promise<'initiated' | 'requested'> => {
    const refundId = await database.transaction((tx) => write(tx, wanted));
    try {
      return (await settlement.refund(refundId, INLINE_PATIENCE_MS)) ? 'initiated' : 'requested';
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind === 'rejected' && (await takeBack(refundId, wanted)))
        throw fail('refund_not_possible', { message: salesMessages.refusal.byProvider(error.message), cause: error });
      log.warn({ err: error }, 'the provider did not take a refund; it is tried again');
      return 'requested';
    }
  };
};
