import { z } from 'zod';
import type { TimelineEntry } from '#contract/sales.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import { toInstant } from '#server/clock.ts';
import type { DiaryEntry } from './timeline.queries.ts';

type Entry = z.input<typeof TimelineEntry>;

/** Turns paise into what a person reads. */
export type ToMoney = (inPaise: number) => string;

const { timeline: words, by: names } = salesMessages;

/** What the diary's lines carry; each line has some of it. */
const Detail = z.object({
  amountInPaise: z.int().catch(0),
  isConfirmed: z.boolean().catch(true),
  failure: z.string().catch(''),
  reason: z.string().catch(''),
  why: z.string().catch(''),
  ref: z.string().catch(''),
  days: z.int().catch(0),
});
type Detail = z.output<typeof Detail>;

const readDetail = (text: string): Detail => {
  try {
    return Detail.parse(JSON.parse(text));
  } catch {
    return Detail.parse({});
  }
};

const exact: Record<string, (detail: Detail, money: ToMoney) => string> = {
  'subscription created': ({ ref }) => words.subscriptionMade(ref),
  'subscription found': ({ ref }) => words.subscriptionFound(ref),
  'creation failed': () => words.creationFailed,
  'payment captured': ({ amountInPaise, isConfirmed }, money) =>
    isConfirmed ? words.paid(money(amountInPaise)) : words.paidByProof(money(amountInPaise)),
  'payment matched': () => words.matched,
  'payment failed': ({ failure }) => words.paymentFailed(failure),
  'refund requested': ({ amountInPaise, reason }, money) => words.refundAsked(money(amountInPaise), reason),
  'refund requested for the rest': ({ amountInPaise }, money) => words.refundAskedForRest(money(amountInPaise)),
  'refund requested again': () => words.refundAskedAgain,
  'refund owed': () => words.refundOwed,
  'refund refused': ({ amountInPaise, why }, money) => words.refundRefused(money(amountInPaise), why),
  'refund pending': ({ amountInPaise }, money) => words.refundInitiated(money(amountInPaise)),
  'refund processed': ({ amountInPaise }, money) => words.refundProcessed(money(amountInPaise)),
  'refund failed': ({ amountInPaise }, money) => words.refundFailed(money(amountInPaise)),
  'renewal turned off': () => words.renewalOff,
  'access extended': ({ days, reason }) => words.extended(days, reason),
  'taken off the to-do list': ({ reason }) => words.handled(reason),
};

const beginning: [start: string, text: (rest: string) => string][] = [
  ['subscription ', words.subscriptionIs],
  ['payment flagged: ', words.flagged],
  ['payment ', words.paymentIs],
  ['cancel taken: ', () => words.cancelTaken],
  ['dispute ', words.dispute],
];

const textOf = ({ action, detail }: DiaryEntry, money: ToMoney): string => {
  const known = exact[action];
  if (known) return known(readDetail(detail), money);
  const found = beginning.find(([start]) => action.startsWith(start));
  return found ? found[1](action.slice(found[0].length)) : words.other(action);
};

const WORKERS: [start: string, name: string][] = [
  ['webhook', names.webhook],
  ['verify', names.window],
  ['reconcile', names.check],
  ['visit', names.check],
  ['look-up', names.check],
  ['cancellation', names.refund],
];

/** The person's id in `user <id>` or `admin <id>`. */
export const personIn = (actor: string): string | undefined => /^(?:user|admin) (\w+)$/.exec(actor)?.[1];

/** Who did it, in words; `emails` by a person's id. */
export const nameOf = (actor: string, buyerId: string | null, emails: ReadonlyMap<string, string>): string => {
  const personId = personIn(actor);
  if (personId === undefined) return WORKERS.find(([start]) => actor.startsWith(start))?.[1] ?? names.school;
  return personId === buyerId ? names.buyer : (emails.get(personId) ?? names.unknown);
};

export interface TimelineParts {
  beganAt: number | null;
  buyerId: string | null;
  diary: readonly DiaryEntry[];
  papers: readonly { number: string; issuedAt: string }[];
  emails: ReadonlyMap<string, string>;
  /** How it stands now: what it opens, or why it opens nothing. */
  now: { at: number; text: string } | undefined;
}

/** One purchase, from the first click to what it opens today. */
export const timelineOf = (parts: TimelineParts, money: ToMoney): Entry[] => {
  const { beganAt, buyerId, diary, papers, emails, now } = parts;
  const happened: Entry[] = [
    ...(beganAt === null ? [] : [{ at: toInstant(beganAt), text: words.began, by: names.buyer }]),
    ...diary.map((entry) => ({
      at: toInstant(entry.at),
      text: textOf(entry, money),
      by: nameOf(entry.actor, buyerId, emails),
    })),
    ...papers.map(({ number, issuedAt }) => ({ at: issuedAt, text: words.paper(number), by: names.school })),
  ];
  return [
    ...happened.toSorted((a, b) => a.at.localeCompare(b.at)),
    ...(now ? [{ at: toInstant(now.at), text: now.text, by: names.school }] : []),
  ];
};
