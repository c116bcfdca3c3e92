import { countOf, formatCalendarDay } from '../format.ts';
import { byOwnWay } from './by-way.ts';
import type { OwnWay } from './way-names.ts';
import type { HistoryDetails } from '../school/audit-kinds.ts';

/** How amounts and days are written. */
interface Written {
  money: (amountInPaise: number) => string;
  date: (at: number) => string;
}

/** What is paid once is an order of the payment provider. */
const purchaseWord = (ref: string): string => (ref.startsWith('order_') ? 'Order' : 'Subscription');

/** "by UPI, 432611870955". */
const byWay = (way: OwnWay, reference: string): string => byOwnWay[way].message + (reference && `, ${reference}`);

export const paidWords = {
  paid: (amount: string) => `Paid ${amount}`,
  paymentFailed: (reason: string) => `Payment failed: ${reason}`,
  paymentIs: (status: string) => `Payment ${status}`,
};

/** Each event of a purchase or a person in words, as the pages of a payment and of a person tell it. */
export const historyTexts: { [K in keyof HistoryDetails]: (detail: HistoryDetails[K], written: Written) => string } = {
  subscription_created: ({ ref }) => `${purchaseWord(ref)} created`,
  subscription_creation_failed: () => 'The payment provider did not start the payment',
  subscription_found: ({ ref }) => `${purchaseWord(ref)} found at the payment provider`,
  /** An order, and a subscription that is charged once, are completed by their only payment. */
  subscription_status_changed: ({ status }) => (status === 'completed' ? 'Paid in full' : `Subscription ${status}`),
  proof_refused: ({ reason }) => `Proof of payment refused: ${reason}`,
  payment_status_changed: ({ status, amountInPaise, isConfirmed, failure = '' }, { money }) => {
    if (status === 'failed') return paidWords.paymentFailed(failure);
    if (status !== 'captured') return paidWords.paymentIs(status);
    return `${paidWords.paid(money(amountInPaise))}${isConfirmed ? '' : '; not yet confirmed by the payment provider'}`;
  },
  payment_matched: () => 'Matched to this purchase',
  payment_flagged: ({ problem }) =>
    ({
      unmatched: 'Needs attention: no matching purchase',
      wrong_amount: 'Needs attention: the amount is not the price',
      duplicate: 'Needs attention: paid while an earlier bundle was active',
      paid_without_access: 'Needs attention: paid without access',
      charged_without_access: 'Needs attention: charged after the renewal had ended',
    })[problem],
  payment_handled: ({ reason }) => `Marked as resolved: ${reason}`,
  dispute_status_changed: ({ status }) => `Dispute ${status.replace('_', ' ')}`,
  refund_requested: ({ amountInPaise, reason }, { money }) => `Refund of ${money(amountInPaise)} requested: ${reason}`,
  refund_requested_for_rest: ({ amountInPaise }, { money }) =>
    `Partly refunded already: refund of the remaining ${money(amountInPaise)} requested`,
  refund_requested_again: () => 'Refund requested again',
  refund_refused: ({ amountInPaise, reason }, { money }) =>
    `Refund of ${money(amountInPaise)} refused by the payment provider: ${reason}`,
  refund_owed: () => 'The refund failed too often and is still owed',
  refund_status_changed: ({ status, amountInPaise }, { money }) =>
    `Refund of ${money(amountInPaise)} ${status === 'pending' ? 'initiated' : status}`,
  refund_paid_back: ({ how, reference, amountInPaise, reason }, { money }) =>
    how === 'reversal'
      ? `Payment reversed${reason === undefined ? '' : `: ${reason}`}`
      : `${money(amountInPaise)} paid back ${byWay(how, reference)}`,
  payment_stated: ({ way, reference, amountInPaise }, { money }) =>
    `Says that ${money(amountInPaise)} was paid to the school ${byWay(way, reference)}`,
  payment_request_ended: ({ state, reason }) =>
    ({
      refused: `Payment refused: ${reason}`,
      withdrawn: 'Withdrawn by the buyer',
      expired: 'Not confirmed in 7 days',
      paid_otherwise: 'Paid another way',
      waiting: 'Waits',
      confirmed: 'Confirmed',
    })[state],
  payment_received: ({ way, reference, amountInPaise, expectedInPaise, receivedOn, reason }, { money }) => {
    const agreed = amountInPaise === expectedInPaise ? '' : ` of ${money(expectedInPaise)}${reason && `: ${reason}`}`;
    return `Confirmed: ${money(amountInPaise)}${agreed} came ${byWay(way, reference)} on ${formatCalendarDay(receivedOn)}`;
  },
  part_reminded: ({ amountInPaise, dueOn }, { money }) =>
    `Reminder: ${money(amountInPaise)}, due on ${formatCalendarDay(dueOn)}`,
  part_postponed: ({ n, until, reason }) => `Part ${n} postponed to ${formatCalendarDay(until)}: ${reason}`,
  part_written_off: ({ n, amountInPaise, reason }, { money }) =>
    `Part ${n} written off, ${money(amountInPaise)}: ${reason}`,
  part_undone: ({ n }) => `Part ${n} is due again as agreed`,
  renewal_turned_off: () => 'Renewal turned off',
  cancel_accepted: () => 'Subscription cancelled at the payment provider',
  access_granted: ({ until, reason }, { date }) => `Access granted until ${date(until ?? 0)}: ${reason}`,
  access_extended: ({ days, until, reason }, { date }) =>
    days > 0 ? `${days} days of access added: ${reason}` : `Access extended until ${date(until ?? 0)}: ${reason}`,
  access_revoked: ({ reason }) => `Access revoked: ${reason}`,
  watermark_tampered: ({ course }) => `The watermark of ${course} was removed, hidden or moved on a device`,
  extension_made: ({ people, comeBack, reason }) =>
    `Access extended for ${countOf(people, 'person', 'people')}${comeBack > 0 ? `, ${comeBack} of them came back` : ''}: ${reason}`,
  extension_undone: ({ reason }) => `Extension taken back: ${reason}`,
  reminder_sent: ({ days }) => (days === 0 ? 'Reminder: the bundle has ended' : `Reminder: ${days} days left`),
  recovery_sent: () => 'Reminder: the checkout is not finished',
  private_link_shown: () => 'Private link shown to an admin',
  account_blocked: ({ reason }) => `Account blocked: ${reason}`,
  account_unblocked: () => 'Account unblocked',
  role_changed: ({ role }) => (role === 'ADMIN' ? 'Made an admin' : 'No longer an admin'),
  logged_out_everywhere: () => 'Logged out on every device',
  reset_link_requested: () => 'Reset link created',
  account_added: () => 'Account created by an admin, with an invitation',
  note_changed: () => 'Note changed',
  account_imported: () => 'Account created by an import, with an invitation',
  // Not about one purchase or person, so that no page shows them.
  plan_created: () => 'Plan added',
  plan_changed: ({ version }) => `Plan saved as version ${version}`,
  plan_deleted: () => 'Plan deleted',
  settings_changed: () => 'Settings changed',
  people_emailed: ({ count, subject }) => `Email to ${count} people: ${subject}`,
  coupon_created: ({ code }) => `Coupon ${code} created`,
  coupon_changed: ({ code }) => `Coupon ${code} changed`,
  coupon_exceeded: ({ code, limit }) =>
    ({
      used_up: `Needs attention: coupon ${code} had no uses left`,
      used_by_buyer: `Needs attention: the buyer had no uses of coupon ${code} left`,
      not_first_purchase: `Needs attention: coupon ${code} is for first purchases`,
    })[limit],
  gift_sent: ({ email }) => `Gift for ${email}: link created`,
  gift_redeemed: () => 'Gift redeemed',
  unknown: ({ action }) => action,
};
