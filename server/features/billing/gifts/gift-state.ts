import type { Gift } from '#contract/billing/gifts.ts';
import { messages } from '#contract/messages.ts';
import type { PaymentRow } from '#server/database/tables/purchases.ts';
import { fail } from '#server/errors.ts';
import type { PaidGift } from './gifts.queries.ts';

type Standing = Pick<PaymentRow, 'standing'>;

/** Whether the payment of a gift stands: a coupon that was used once too often is between the school and the giver. */
const isPaidFor = ({ standing }: Standing): boolean =>
  standing === 'paid' || standing === 'partly_refunded' || standing === 'coupon_exceeded';

export const stateOf = (gift: Pick<PaidGift, 'standing' | 'redeemed_at' | 'sent_at'>): Gift['state'] => {
  const { standing, redeemed_at: redeemedAt, sent_at: sentAt } = gift;
  if (standing === 'refunded') return 'refunded';
  if (standing === 'refund_pending' || standing === 'refund_failed') return 'refund_pending';
  if (!isPaidFor(gift)) return 'being_checked';
  if (redeemedAt !== null) return 'redeemed';
  return sentAt === null ? 'scheduled' : 'sent';
};

/** Throws `gift_not_valid`. */
export const assertValid = (payment: Standing): void => {
  if (isPaidFor(payment)) return;
  const { standing } = payment;
  const isRefunded = standing === 'refunded' || standing === 'refund_pending' || standing === 'refund_failed';
  throw fail('gift_not_valid', { message: isRefunded ? messages.gifts.refunded : messages.gifts.beingChecked });
};

/** Throws `gift_redeemed` and `gift_not_valid`. */
export const assertRedeemable = (payment: Standing & Pick<PaymentRow, 'redeemed_at'>): void => {
  if (payment.redeemed_at !== null) throw fail('gift_redeemed');
  assertValid(payment);
};
