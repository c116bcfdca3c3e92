import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { BillingParts } from '../parts.ts';
import { readReturns } from '../returns/returns.ts';
import { refundableOf } from './admin-refund.ts';
import type { Execution } from './execution.ts';
import { lockPurchase, requestBuyersRefund } from './requests.ts';

export interface GiftRefund {
  paymentId: string;
  /** Who gave it. */
  userId: string;
}

/** The giver's refund, inside the refund window and before the gift is redeemed. */
export const createGiftRefund =
  ({ database, jobs, clock }: BillingParts, execution: Execution) =>
  async ({ paymentId, userId }: GiftRefund): Promise<void> => {
    const refundId = await database.transaction(async (tx) => {
      const now = clock.now();
      const payment = await lockPurchase(tx, paymentId, now);
      if (payment.redeemed_at !== null) throw fail('gift_redeemed');
      if (payment.standing === 'refund_pending' || payment.standing === 'refunded') return undefined;
      const { refusal, inPaise } = refundableOf(payment, (await readReturns(tx, [paymentId]))(paymentId));
      if (refusal !== null) throw fail('refund_not_possible', { message: refusal });
      if (now > (payment.refundable_until ?? 0))
        throw fail('refund_not_possible', { message: messages.gifts.windowOver });
      return requestBuyersRefund(
        tx,
        { paymentId, amountInPaise: inPaise, endsAccess: true, requestedBy: userId, reason: 'gift cancelled' },
        { jobs, now, source: { kind: 'user', id: userId } },
      );
    });
    if (refundId !== undefined) await execution.tryRefund(refundId);
  };
