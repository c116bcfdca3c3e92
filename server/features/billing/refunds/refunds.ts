import type { BillingPlatform } from '../billing-platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ActiveProvider } from '../provider/provider.ts';
import { createAdminRefund } from './admin-refund.ts';
import { createPaidBack } from './paid-back.ts';
import { createCancellation } from './cancellation.ts';
import { createExecution, runRefundJobs } from './execution.ts';
import { createGiftRefund } from './gift-refund.ts';
import { createIfCancelled } from './cancellation-preview.ts';

export { hasNewerPart, refundableOf } from './admin-refund.ts';

export type Refunds = ReturnType<typeof createRefunds>;

/**
 * Cancellations and refunds. Every refund goes the same way: the request is recorded, the provider is called, its result is
 * recorded as an event; a failed refund is requested again later, and in the end owed. Handles the jobs of refunds and cancels.
 */
export const createRefunds = (platform: BillingPlatform, rooms: { ledger: Ledger; activeProvider: ActiveProvider }) => {
  const execution = createExecution(platform, rooms);
  runRefundJobs(platform, execution);
  const cancellation = createCancellation(platform, execution);
  const refundForAdmin = createAdminRefund(platform, execution);
  return {
    askForRefund: execution.askForRefund,
    askForCancel: execution.askForCancel,
    /** Refunds inside the refund window and turns renewal off afterwards. A repeated call changes nothing. */
    cancelForBuyer: cancellation.cancel,
    stopRenewals: cancellation.stopRenewals,
    /** The effect of `cancelForBuyer` now. */
    ifCancelled: createIfCancelled(platform),
    /**
     * Refunds a payment, or a part of it, inside or outside the window; all that is left ends access. Throws
     * `payment_not_found`, `refund_not_possible` and `refund_key_reused`.
     */
    refundForAdmin,
    ...createPaidBack(platform, { ledger: rooms.ledger, refundForAdmin }),
    /** Refunds a gift that this user gave. A repeated call changes nothing. Throws `gift_redeemed` and `refund_not_possible`. */
    refundGift: createGiftRefund(platform, execution),
  };
};
