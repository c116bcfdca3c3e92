import type { z } from 'zod';
import type { TimelineEntry } from '#contract/sales.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import { toInstant } from '#server/clock.ts';
import type { AuditDetails, AuditEntry, Source } from '../audit/audit.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { BillingParts } from '../parts.ts';

type Entry = z.input<typeof TimelineEntry>;

/** What the texts are written with. */
export interface Format extends Pick<BillingParts, 'money'> {
  calendar: SchoolCalendar;
}

const { timeline: words, source: names } = salesMessages;

const texts: { [K in keyof AuditDetails]: (detail: AuditDetails[K], format: Format) => string } = {
  subscription_created: ({ ref }) => words.subscriptionCreated(ref),
  subscription_creation_failed: () => words.subscriptionCreationFailed,
  subscription_found: ({ ref }) => words.subscriptionFound(ref),
  subscription_status_changed: ({ status }) => words.subscriptionIs(status),
  proof_refused: ({ reason }) => words.proofRefused(reason),
  payment_status_changed: ({ status, amountInPaise, isConfirmed, failure = '' }, { money }) => {
    if (status === 'failed') return words.paymentFailed(failure);
    if (status !== 'captured') return words.paymentIs(status);
    return isConfirmed ? words.paid(money(amountInPaise)) : words.paidUnconfirmed(money(amountInPaise));
  },
  payment_matched: () => words.matched,
  payment_flagged: ({ problem }) => words.flagged[problem],
  payment_handled: ({ reason }) => words.handled(reason),
  dispute_status_changed: ({ status }) => words.dispute(status),
  refund_requested: ({ amountInPaise, reason }, { money }) => words.refundRequested(money(amountInPaise), reason),
  refund_requested_for_rest: ({ amountInPaise }, { money }) => words.refundRequestedForRest(money(amountInPaise)),
  refund_requested_again: () => words.refundRequestedAgain,
  refund_refused: ({ amountInPaise, reason }, { money }) => words.refundRefused(money(amountInPaise), reason),
  refund_owed: () => words.refundOwed,
  refund_status_changed: ({ status, amountInPaise }, { money }) => words.refundIs[status](money(amountInPaise)),
  renewal_turned_off: () => words.renewalOff,
  cancel_accepted: () => words.cancelAccepted,
  access_granted: ({ until, reason }, { calendar }) => words.granted(calendar.formatDate(until ?? 0), reason),
  access_extended: ({ days, reason }) => words.extended(days, reason),
  access_revoked: ({ reason }) => words.revoked(reason),
  reminder_sent: ({ days }) => words.reminded(days),
  private_link_shown: () => words.linkShown,
  account_blocked: ({ reason }) => words.blocked(reason),
  account_unblocked: () => words.unblocked,
  role_changed: ({ role }) => words.roleChanged[role],
  logged_out_everywhere: () => words.loggedOutEverywhere,
  reset_link_requested: () => words.resetLinkRequested,
  account_added: () => words.accountAdded,
  note_changed: () => words.noteChanged,
  account_imported: () => words.accountImported,
  // Not about one purchase or person, so that no page shows them.
  plan_created: () => words.planCreated,
  plan_changed: ({ version }) => words.planChanged(version),
  plan_deleted: () => words.planDeleted,
  settings_changed: () => words.settingsChanged,
  people_emailed: ({ count, subject }) => words.peopleEmailed(count, subject),
  coupon_created: ({ code }) => words.couponChanged(code),
  coupon_changed: ({ code }) => words.couponChanged(code),
  coupon_exceeded: ({ code, limit }) => words.couponExceeded[limit](code),
  gift_sent: ({ email }) => words.giftSent(email),
  gift_redeemed: () => words.giftRedeemed,
  unknown: ({ action }) => words.unknown(action),
};

type ChangeOf<K extends keyof AuditDetails> = { [P in K]: { kind: P; detail: AuditDetails[P] } }[K];

const textOf = <K extends keyof AuditDetails>({ kind, detail }: ChangeOf<K>, format: Format): string =>
  texts[kind](detail, format);

const sourceNames: Record<Exclude<Source['kind'], 'user' | 'admin'>, string> = {
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
export const describeEntry = (
  entry: AuditEntry,
  format: Format,
  { buyerId, emails }: { buyerId: string | null; emails: ReadonlyMap<string, string> },
): Entry => {
  const { source } = entry;
  const name = 'id' in source ? nameOfUser(source.id, buyerId, emails) : sourceNames[source.kind];
  return { at: toInstant(entry.at), text: textOf(entry, format), source: name };
};

/** `emails` by a user's id. */
export const nameOfUser = (userId: string, buyerId: string | null, emails: ReadonlyMap<string, string>): string =>
  userId === buyerId ? names.buyer : (emails.get(userId) ?? names.deletedUser);

export interface TimelineParts {
  startedAt: number | null;
  buyerId: string | null;
  auditEntries: readonly AuditEntry[];
  receipts: readonly { number: string; issuedAt: string }[];
  emails: ReadonlyMap<string, string>;
  /** The state of access at this moment, as a sentence. */
  now: { at: number; text: string } | undefined;
}

/** One purchase, from the first click to the access that it gives today. */
export const timelineOf = (parts: TimelineParts, format: Format): Entry[] => {
  const { startedAt, buyerId, auditEntries, receipts, emails, now } = parts;
  const past: Entry[] = [
    ...(startedAt === null ? [] : [{ at: toInstant(startedAt), text: words.checkoutStarted, source: names.buyer }]),
    ...auditEntries.map((entry) => describeEntry(entry, format, { buyerId, emails })),
    ...receipts.map(({ number, issuedAt }) => ({
      at: issuedAt,
      text: words.receiptIssued(number),
      source: names.school,
    })),
  ];
  return [
    ...past.toSorted((a, b) => a.at.localeCompare(b.at)),
    ...(now ? [{ at: toInstant(now.at), text: now.text, source: names.school }] : []),
  ];
};
