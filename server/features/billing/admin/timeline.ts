import type { z } from 'zod';
import type { TimelineEntry } from '#contract/billing/sales.ts';
import type { Said, Write } from '#contract/languages/say.ts';
import { historyTexts } from '#contract/billing/history-texts.ts';
import { salesMessages } from '#contract/billing/sales-messages.ts';
import { toInstant } from '#server/clock.ts';
import type { HistoryDetails, HistoryEntry, Source } from '#server/audit/audit.ts';

type Entry = z.input<typeof TimelineEntry>;

/** Formats of the texts. */
export interface Format {
  write: Write;
  buyerId: string | null;
  /** By a user's id. */
  emails: ReadonlyMap<string, string>;
}

const { timeline: messages, source: names } = salesMessages;

const textOf = <K extends keyof HistoryDetails>({
  kind,
  detail,
}: { [P in K]: { kind: P; detail: HistoryDetails[P] } }[K]): Said =>
  historyTexts[kind](detail, (at) => ({ date: toInstant(at) }));

const sourceNames: Record<Exclude<Source['kind'], 'user' | 'admin'>, Said> = {
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
  const name = 'id' in source ? nameOfUser(source.id, format) : format.write(sourceNames[source.kind]);
  return { at: toInstant(entry.at), text: format.write(textOf(entry)), source: name };
};

export const nameOfUser = (userId: string, { write, buyerId, emails }: Format): string =>
  userId === buyerId ? write(names.buyer) : (emails.get(userId) ?? write(names.deletedUser));

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
  const { write } = format;
  const bySchool = write(names.school);
  const past: Entry[] = [
    ...(startedAt === null
      ? []
      : [{ at: toInstant(startedAt), text: write(messages.checkoutStarted), source: write(names.buyer) }]),
    ...auditEntries.map((entry) => describeEntry(entry, format)),
    ...receipts.map(({ number, issuedAt }) => ({
      at: issuedAt,
      text: write(messages.receiptIssued(number)),
      source: bySchool,
    })),
  ];
  return [
    ...past.toSorted((a, b) => a.at.localeCompare(b.at)),
    ...(now ? [{ at: toInstant(now.at), isNow: true as const, text: now.text, source: bySchool }] : []),
  ];
};
