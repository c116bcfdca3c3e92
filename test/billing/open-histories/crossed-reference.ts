import { DAY_MS } from '#server/clock.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { addTerm, endOfDate, windowOf } from '../histories/school-time.ts';
import { COIN_IN_PAISE, type PartsEvent, referenceOf } from './coins.ts';

const DEDUCTIBLE_MS = 30 * DAY_MS;
const GRACE_DAYS = 3;

/** What a person has bought, or was given. */
export interface Bought {
  id: string;
  plan: 'course' | 'everything';
  /** When it was paid, or redeemed. */
  at: number;
  coins: number;
  term: PlanTerm;
  batch?: { id: string; endsOn: string } | undefined;
  isGift?: boolean;
  /** What was agreed and happened of one that is paid in parts. */
  parts?: { agreed: readonly { coins: number; dueOn: string }[]; events: PartsEvent[] } | undefined;
  /** The payments that its price was less by. */
  deducts: readonly string[];
  endedAt?: number | undefined;
}

export interface Extended {
  paymentId: string | null;
  at: number;
  days: number;
}

/** With the days that were added to a purchase until then. */
const extended = (id: string, end: number, extensions: readonly Extended[], until = Infinity): number =>
  extensions.reduce((sum, one) => sum + (one.paymentId === id && one.at <= until ? one.days * DAY_MS : 0), end);

const isStanding = ({ endedAt }: Bought, at = Infinity): boolean => endedAt === undefined || endedAt > at;

/** The end that each purchase was promised, and whether another one gave the same at that time. */
export const termsOf = (bought: readonly Bought[], extensions: readonly Extended[]) => {
  const terms = new Map<string, { end: number; isDuplicate: boolean }>();
  for (const [index, one] of bought.entries()) {
    const running = bought
      .slice(0, index)
      .filter((other) => other.plan === one.plan && isStanding(other, one.isGift ? Infinity : one.at))
      .map((other) => ({ ...other, end: extended(other.id, terms.get(other.id)?.end ?? 0, extensions, one.at) }))
      .filter(({ end }) => end > one.at)
      .toSorted((a, b) => b.end - a.end);
    const [last] = running;
    const isOtherBatch = one.batch !== undefined && running.every(({ batch }) => batch?.id !== one.batch?.id);
    const isNext = last && (one.isGift || isOtherBatch || last.end - one.at <= windowOf(last.term));
    const end = addTerm(isNext ? last.end : one.at, one.term);
    // Noon is in the last day of the batch wherever its end is counted.
    const afterBatch = one.batch ? addTerm(endOfDate(one.batch.endsOn), one.term) : 0;
    terms.set(one.id, { end: Math.max(end, afterBatch), isDuplicate: last !== undefined && !isNext });
  }
  return terms;
};

/** Since when the access of a purchase in parts pauses; never for another. */
const pausesAt = ({ parts }: Bought): number => {
  const owed = parts ? referenceOf(parts.agreed, parts.events).parts.filter(({ missing }) => missing > 0) : [];
  return Math.min(...owed.map(({ dueOn }) => endOfDate(dueOn) + GRACE_DAYS * DAY_MS));
};

/** Whether a person has the course, or everything, now. */
export const holdsNow = (
  bought: readonly Bought[],
  extensions: readonly Extended[],
  { plan, now }: { plan: Bought['plan']; now: number },
): boolean => {
  const terms = termsOf(bought, extensions);
  return bought
    .filter((one) => isStanding(one) && (one.plan === 'everything' || one.plan === plan))
    .some((one) => now < Math.min(extended(one.id, terms.get(one.id)?.end ?? 0, extensions), pausesAt(one)));
};

/** What is deducted from the price of everything: whole courses of the last thirty days, each once. */
export const deductible = (bought: readonly Bought[], extensions: readonly Extended[], now: number): Bought[] => {
  const terms = termsOf(bought, extensions);
  const taken = new Set(bought.filter((one) => isStanding(one)).flatMap(({ deducts }) => deducts));
  return bought.filter(
    (one) =>
      one.plan === 'course' &&
      !one.isGift &&
      !one.parts &&
      isStanding(one) &&
      !taken.has(one.id) &&
      terms.get(one.id)?.isDuplicate === false &&
      one.at >= now - DEDUCTIBLE_MS,
  );
};

/** The batch that a person is in: of the last purchase for one that has not ended. */
export const batchOf = (bought: readonly Bought[]): string | undefined =>
  bought.findLast((one) => one.batch !== undefined && isStanding(one))?.batch?.id;

/** Notes what happened to a purchase in parts. */
export const note = (one: Bought, event: PartsEvent, now: number): void => {
  one.parts?.events.push(event);
  if (one.parts && isStanding(one) && referenceOf(one.parts.agreed, one.parts.events).isEnded) one.endedAt = now;
};

/** Coins that are missing of each part of each purchase in parts. */
export const missingOf = ({ parts }: Bought): number[] | undefined =>
  parts && referenceOf(parts.agreed, parts.events).parts.map(({ missing }) => missing * COIN_IN_PAISE);
