import type { z } from 'zod';
import type { TimelineEntry } from '#contract/billing/sales.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import { toInstant } from '#server/clock.ts';
import type { HistoryDetails, HistoryEntry, Source } from '#server/audit/audit.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { FormatMoney } from '#server/money.ts';

type Entry = z.input<typeof TimelineEntry>;

/** Formats of the texts. */
export interface Format {
  money: FormatMoney;
  calendar: SchoolCalendar;
  buyerId: string | null;
  /** By a user's id. */
  emails: ReadonlyMap<string, string>;
}

const { timeline: messages, source: names } = salesMessages;

const texts: { [K in keyof HistoryDetails]: (detail: HistoryDetails[K], format: Format) => string } = {
  subscription_created: ({ ref }) => messages.subscriptionCreated(ref),
  subscription_creation_failed: () => messages.subscriptionCreationFailed,
  subscription_found: ({ ref }) => messages.subscriptionFound(ref),
  subscription_status_changed: ({ status }) => messages.subscriptionIs(status),
  proof_refused: ({ reason }) => messages.proofRefused(reason),
  payment_status_changed: ({ status, amountInPaise, isConfirmed, failure = '' }, { money }) => {
    if (status === 'failed') return messages.paymentFailed(failure);
    if (status !== 'captured') return messages.paymentIs(status);
    return isConfirmed ? messages.paid(money(amountInPaise)) : messages.paidUnconfirmed(money(amountInPaise));
  },
  payment_matched: () => messages.matched,
  payment_flagged: ({ problem }) => messages.flagged[problem],
  payment_handled: ({ reason }) => messages.resolved(reason),
  dispute_status_changed: ({ status }) => messages.dispute(status),
  refund_requested: ({ amountInPaise, reason }, { money }) => messages.refundRequested(money(amountInPaise), reason),
  refund_requested_for_rest: ({ amountInPaise }, { money }) => messages.refundRequestedForRest(money(amountInPaise)),
  refund_requested_again: () => messages.refundRequestedAgain,
  refund_refused: ({ amountInPaise, reason }, { money }) => messages.refundRefused(money(amountInPaise), reason),
  refund_owed: () => messages.refundOwed,
  refund_status_changed: ({ status, amountInPaise }, { money }) => messages.refundIs[status](money(amountInPaise)),
  renewal_turned_off: () => messages.renewalOff,
  cancel_accepted: () => messages.cancelAccepted,
  access_granted: ({ until, reason }, { calendar }) => messages.granted(calendar.formatDate(until ?? 0), reason),
  access_extended: ({ days, reason }) => messages.extended(days, reason),
  access_revoked: ({ reason }) => messages.revoked(reason),
  reminder_sent: ({ days }) => messages.reminded(days),
  recovery_sent: () => messages.recoverySent,
  private_link_shown: () => messages.linkShown,
  account_blocked: ({ reason }) => messages.blocked(reason),
  account_unblocked: () => messages.unblocked,
  role_changed: ({ role }) => messages.roleChanged[role],
  logged_out_everywhere: () => messages.loggedOutEverywhere,
  reset_link_requested: () => messages.resetLinkRequested,
  account_added: () => messages.accountAdded,
  note_changed: () => messages.noteChanged,
  account_imported: () => messages.accountImported,
  // Not about one purchase or person, so that no page shows them.
  plan_created: () => messages.planCreated,
  plan_changed: ({ version }) => messages.planChanged(version),
  plan_deleted: () => messages.planDeleted,
  settings_changed: () => messages.settingsChanged,
  people_emailed: ({ count, subject }) => messages.peopleEmailed(count, subject),
  coupon_created: ({ code }) => messages.couponChanged(code),
  coupon_changed: ({ code }) => messages.couponChanged(code),
  coupon_exceeded: ({ code, limit }) => messages.couponExceeded[limit](code),
  gift_sent: ({ email }) => messages.giftSent(email),
  gift_redeemed: () => messages.giftRedeemed,
  unknown: ({ action }) => messages.unknown(action),
};

type ChangeOf<K extends keyof HistoryDetails> = { [P in K]: { kind: P; detail: HistoryDetails[P] } }[K];

const textOf = <K extends keyof HistoryDetails>({ kind, detail }: ChangeOf<K>, format: Format): string =>
  texts[kind](detail, format);

const sourceNames: Record<Exclude<Source['kind'], 'user' | 'admin'>, string> = {
  visitor: names.school,
  rules: names.school,
  webhook: names.webhook,
  checkout: names.checkout,
  reconciliation: names.reconciliation,
  visit: names.reconciliation,
  look_up: names.reconciliation,
  refunds: names.refunds,
  reminders: names.school,
  ledger: names.school,
  unknown: names.school,
};

/** An audit entry as admins read it. */
export const describeEntry = (entry: HistoryEntry, format: Format): Entry => {
  const { source } = entry;
  const name = 'id' in source ? nameOfUser(source.id, format) : sourceNames[source.kind];
  return { at: toInstant(entry.at), text: textOf(entry, format), source: name };
};

export const nameOfUser = (userId: string, { buyerId, emails }: Pick<Format, 'buyerId' | 'emails'>): string =>
  userId === buyerId ? names.buyer : (emails.get(userId) ?? names.deletedUser);

/** One purchase, from the first click to the access that it gives today: `now`, as a sentence. */
export const timelineOf = (
  purchase: {
    startedAt: number | null;
    auditEntries: readonly HistoryEntry[];
    receipts: readonly { number: string; issuedAt: string }[];
    now: { at: number; text: string } | undefined;
  },
  format: Format,
): Entry[] => {
  const { startedAt, auditEntries, receipts, now } = purchase;
  const past: Entry[] = [
    ...(startedAt === null ? [] : [{ at: toInstant(startedAt), text: messages.checkoutStarted, source: names.buyer }]),
    ...auditEntries.map((entry) => describeEntry(entry, format)),
    ...receipts.map(({ number, issuedAt }) => ({
      at: issuedAt,
      text: messages.receiptIssued(number),
      source: names.school,
    })),
  ];
  return [
    ...past.toSorted((a, b) => a.at.localeCompare(b.at)),
    ...(now ? [{ at: toInstant(now.at), text: now.text, source: names.school }] : []),
  ];
};
