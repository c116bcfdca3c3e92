import { type AdminRefund, type AdminRefundRequest, createAdminRefund, refundableOf } from './admin-refund.ts';
import { type Cancelled, createCancellation } from './cancellation.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BillingParts } from '../parts.ts';
import { createExecution, type Execution, runRefundJobs } from './execution.ts';
import { createGiftRefund, type GiftRefund } from './gift-refund.ts';
import { createIfCancelled, type IfCancelled } from './if-cancelled.ts';

/**
 * Cancellations and refunds. Every refund goes the same way: the request is recorded, the provider is asked, its result is
 * recorded as an event; what fails is requested again later, and in the end owed.
 */
export interface Refunds extends Pick<Execution, 'askForRefund' | 'askForCancel'> {
  /** Refunds inside the refund window and turns renewal off afterwards. A repeated call changes nothing. */
  cancelForBuyer(userId: string): Promise<Cancelled>;
  /** What `cancelForBuyer` would do now. */
  ifCancelled(userId: string): Promise<IfCancelled>;
  /**
   * Refunds a payment, or a part of it, inside or outside the window; all that is left ends access. Throws
   * `payment_not_found`, `refund_not_possible` and `refund_key_reused`.
   */
  refundForAdmin(request: AdminRefundRequest): Promise<AdminRefund>;
  /** Refunds a gift of this user. A repeated call changes nothing. Throws `gift_redeemed` and `refund_not_possible`. */
  refundGift(gift: GiftRefund): Promise<void>;
  refundableOf: typeof refundableOf;
}

/** Handles the jobs of refunds and cancels. */
export const createRefunds = (parts: BillingParts, ledger: Ledger): Refunds => {
  const execution = createExecution(parts, ledger);
  runRefundJobs(parts, execution);
  return {
    askForRefund: execution.askForRefund,
    askForCancel: execution.askForCancel,
    cancelForBuyer: createCancellation(parts, execution),
    ifCancelled: createIfCancelled(parts),
    refundForAdmin: createAdminRefund(parts, execution),
    refundGift: createGiftRefund(parts, execution),
    refundableOf,
  };
};
