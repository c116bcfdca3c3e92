import { messages } from '#contract/messages.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { readReturns } from '../returns/returns.ts';
import { refundableOf } from './admin-refund.ts';
import type { Execution } from './execution.ts';
import { lockPurchase, requestBuyersRefund } from './requests.ts';

/** The giver's refund, inside the refund window and before the gift is redeemed. */
export const createGiftRefund =
  ({ database, jobs, clock }: BillingPlatform, execution: Execution) =>
  async ({ paymentId, userId }: { paymentId: string; userId: string }): Promise<void> => {
    const refundId = await database.transaction(async (tx) => {
      const now = clock.now();
      const payment = await lockPurchase(tx, paymentId, now);
      if (payment.redeemed_at !== null) throw fail('gift_redeemed');
      if (payment.standing === 'refund_pending' || payment.standing === 'refunded') return undefined;
      const { refusal, inPaise } = refundableOf(payment, {
        ...(await readReturns(tx, [paymentId]))(paymentId),
        isDeducted: false,
      });
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
