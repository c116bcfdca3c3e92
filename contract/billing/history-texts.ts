import { type Said, say, type Sentence, type Value } from '../languages/say.ts';
import { byOwnWay } from './by-way.ts';
import type { OwnWay } from './way-names.ts';
import type { HistoryDetails } from '../school/audit-kinds.ts';

/** A day as it is said: an end that never comes has its words. */
type SayDay = (at: number) => Value;

/** What is paid once is an order of the payment provider. */
const isOrder = (ref: string): boolean => ref.startsWith('order_');

/** "by UPI, 432611870955". */
const byWay = (way: OwnWay, reference: string): Sentence =>
  reference === '' ? byOwnWay[way] : say('{way}, {reference}', { way: byOwnWay[way], reference });

export const paidWords = {
  paid: (inPaise: number) => say('Paid {amount}', { amount: { money: inPaise } }),
  paymentFailed: (reason: string) => say('Payment failed: {reason}', { reason }),
  paymentIs: (status: string) =>
    say('{status, select, created {Payment created} authorized {Payment authorized} other {Payment {status}}}', {
      status,
    }),
};

/** Each event of a purchase or a person in words, as the pages of a payment and of a person tell it. */
export const historyTexts: { [K in keyof HistoryDetails]: (detail: HistoryDetails[K], day: SayDay) => Said } = {
  subscription_created: ({ ref }) => (isOrder(ref) ? say('Order created') : say('Subscription created')),
  subscription_creation_failed: () => say('The payment provider did not start the payment'),
  subscription_found: ({ ref }) =>
    isOrder(ref) ? say('Order found at the payment provider') : say('Subscription found at the payment provider'),
  /** An order, and a subscription that is charged once, are completed by their only payment. */
  subscription_status_changed: ({ status }) =>
    say(
      '{status, select, completed {Paid in full} created {Subscription created} authenticated {Subscription authenticated} active {Subscription active} pending {Subscription pending} halted {Subscription halted} paused {Subscription paused} resumed {Subscription resumed} cancelled {Subscription cancelled} expired {Subscription expired} other {Subscription {status}}}',
      { status },
    ),
  proof_refused: ({ reason }) => say('Proof of payment refused: {reason}', { reason }),
  payment_status_changed: ({ status, amountInPaise, isConfirmed, failure = '' }) => {
    if (status === 'failed') return paidWords.paymentFailed(failure);
    if (status !== 'captured') return paidWords.paymentIs(status);
    return isConfirmed
      ? paidWords.paid(amountInPaise)
      : say('Paid {amount}; not yet confirmed by the payment provider', { amount: { money: amountInPaise } });
  },
  payment_matched: () => say('Matched to this purchase'),
  payment_flagged: ({ problem }) =>
    ({
      unmatched: say('Needs attention: no matching purchase'),
      wrong_amount: say('Needs attention: the amount is not the price'),
      duplicate: say('Needs attention: paid while an earlier bundle was active'),
      paid_without_access: say('Needs attention: paid without access'),
      charged_without_access: say('Needs attention: charged after the renewal had ended'),
    })[problem],
  payment_handled: ({ reason }) => say('Marked as resolved: {reason}', { reason }),
  dispute_status_changed: ({ status }) =>
    say(
      '{status, select, open {Dispute open} under_review {Dispute under review} won {Dispute won} lost {Dispute lost} closed {Dispute closed} other {Dispute {status}}}',
      { status },
    ),
  refund_requested: ({ amountInPaise, reason }) =>
    say('Refund of {amount} requested: {reason}', { amount: { money: amountInPaise }, reason }),
  refund_requested_for_rest: ({ amountInPaise }) =>
    say('Partly refunded already: refund of the remaining {amount} requested', { amount: { money: amountInPaise } }),
  refund_requested_again: () => say('Refund requested again'),
  refund_refused: ({ amountInPaise, reason }) =>
    say('Refund of {amount} refused by the payment provider: {reason}', { amount: { money: amountInPaise }, reason }),
  refund_owed: () => say('The refund failed too often and is still owed'),
  refund_status_changed: ({ status, amountInPaise }) => {
    const values = { amount: { money: amountInPaise } };
    return {
      pending: say('Refund of {amount} initiated', values),
      processed: say('Refund of {amount} processed', values),
      failed: say('Refund of {amount} failed', values),
    }[status];
  },
  refund_paid_back: ({ how, reference, amountInPaise, reason }) => {
    if (how !== 'reversal')
      return say('{amount} paid back {how}', { amount: { money: amountInPaise }, how: byWay(how, reference) });
    return reason === undefined ? say('Payment reversed') : say('Payment reversed: {reason}', { reason });
  },
  payment_stated: ({ way, reference, amountInPaise }) =>
    say('Says that {amount} was paid to the school {how}', {
      amount: { money: amountInPaise },
      how: byWay(way, reference),
    }),
  payment_request_ended: ({ state, reason }) =>
    ({
      refused: say('Payment refused: {reason}', { reason }),
      withdrawn: say('Withdrawn by the buyer'),
      expired: say('Not confirmed in 7 days'),
      paid_otherwise: say('Paid another way'),
      waiting: say('Waits'),
      confirmed: say('Confirmed'),
    })[state],
  payment_received: ({ way, reference, amountInPaise, expectedInPaise, receivedOn, reason }) => {
    const values = { amount: { money: amountInPaise }, how: byWay(way, reference), day: { day: receivedOn } };
    if (amountInPaise === expectedInPaise) return say('Confirmed: {amount} came {how} on {day}', values);
    const agreed = { money: expectedInPaise };
    return reason === ''
      ? say('Confirmed: {amount} of {agreed} came {how} on {day}', { ...values, agreed })
      : say('Confirmed: {amount} of {agreed}: {reason} came {how} on {day}', { ...values, agreed, reason });
  },
  part_reminded: ({ amountInPaise, dueOn }) =>
    say('Reminder: {amount}, due on {day}', { amount: { money: amountInPaise }, day: { day: dueOn } }),
  part_postponed: ({ n, until, reason }) =>
    say('Part {n} postponed to {day}: {reason}', { n, day: { day: until }, reason }),
  part_written_off: ({ n, amountInPaise, reason }) =>
    say('Part {n} written off, {amount}: {reason}', { n, amount: { money: amountInPaise }, reason }),
  part_undone: ({ n }) => say('Part {n} is due again as agreed', { n }),
  renewal_turned_off: () => say('Renewal turned off'),
  cancel_accepted: () => say('Subscription cancelled at the payment provider'),
  access_granted: ({ until, reason }, day) =>
    say('Access granted until {day}: {reason}', { day: day(until ?? 0), reason }),
  access_extended: ({ days, until, reason }, day) =>
    days > 0
      ? say('{days} days of access added: {reason}', { days, reason })
      : say('Access extended until {day}: {reason}', { day: day(until ?? 0), reason }),
  access_revoked: ({ reason }) => say('Access revoked: {reason}', { reason }),
  watermark_tampered: ({ course }) =>
    say('The watermark of {course} was removed, hidden or moved on a device', { course }),
  extension_made: ({ people, comeBack, reason }) =>
    comeBack > 0
      ? say(
          'Access extended for {people, plural, one {# person} other {# people}}, {comeBack} of them came back: {reason}',
          { people, comeBack, reason },
        )
      : say('Access extended for {people, plural, one {# person} other {# people}}: {reason}', { people, reason }),
  extension_undone: ({ reason }) => say('Extension taken back: {reason}', { reason }),
  reminder_sent: ({ days }) =>
    days === 0 ? say('Reminder: the bundle has ended') : say('Reminder: {days} days left', { days }),
  recovery_sent: () => say('Reminder: the checkout is not finished'),
  private_link_shown: () => say('Private link shown to an admin'),
  account_blocked: ({ reason }) => say('Account blocked: {reason}', { reason }),
  account_unblocked: () => say('Account unblocked'),
  role_changed: ({ role }) => (role === 'ADMIN' ? say('Made an admin') : say('No longer an admin')),
  logged_out_everywhere: () => say('Logged out on every device'),
  reset_link_requested: () => say('Reset link created'),
  account_added: () => say('Account created by an admin, with an invitation'),
  note_changed: () => say('Note changed'),
  account_imported: () => say('Account created by an import, with an invitation'),
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
      used_up: say('Needs attention: coupon {code} had no uses left', { code }),
      used_by_buyer: say('Needs attention: the buyer had no uses of coupon {code} left', { code }),
      not_first_purchase: say('Needs attention: coupon {code} is for first purchases', { code }),
    })[limit],
  gift_sent: ({ email }) => say('Gift for {email}: link created', { email }),
  gift_redeemed: () => say('Gift redeemed'),
  unknown: ({ action }) => action,
};
