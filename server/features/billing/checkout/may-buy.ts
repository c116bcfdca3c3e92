import { messages } from '#contract/messages.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { accessSentence } from '#contract/cover-sentence.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import {
  type AccessHistory,
  courseEntitlement,
  type Entitlement,
  entitlement,
  presentRights,
  type Right,
} from '../entitlement/entitlement.ts';
import { fixedEndOf, type PlanOpens } from '../plans/plans.ts';

/** Whether access has ended, or ends so soon that it can be renewed. */
export const isNearEnd = ({ isActive, renewableFrom = 0 }: Entitlement, now: number): boolean =>
  !isActive || now >= renewableFrom;

/** A part of its price is overdue: it is paid for, not bought again. */
const isPaused = ({ isActive, promisedUntil = 0 }: Entitlement, now: number): boolean =>
  !isActive && now < promisedUntil;

/** `last` is when what is bought ends, where that is a date. */
const isCovered = (entitled: Entitlement, now: number, last: number | undefined): boolean =>
  isPaused(entitled, now) ||
  (entitled.isActive &&
    (!isNearEnd(entitled, now) ||
      entitled.term?.willRenew === true ||
      (last !== undefined && (entitled.accessUntil ?? 0) >= last)));

/** "You have this course until 3 May 2027 through All courses.", of the right that ends first. */
const accessSentenceOf = async (on: Db, { settings }: BillingPlatform, rights: readonly Right[]): Promise<string> => {
  const first = rights.toSorted((a, b) => (a.endsAt ?? Infinity) - (b.endsAt ?? Infinity)).slice(0, 1);
  const { formatDate } = await settings.calendar(on);
  const [sentence = messages.payment.already] = (await presentRights(on, first, null)).map((right) =>
    accessSentence(right, right.endsAt === null ? undefined : formatDate(Date.parse(right.endsAt)), rights.length),
  );
  return sentence;
};

/**
 * Throws `already_subscribed` or `already_covered` when the buyer has everything that the plan opens, and none of it ends so
 * soon that it can be renewed, nor earlier than what the plan would give.
 */
export const assertMayBuy = async (
  on: Db,
  platform: BillingPlatform,
  { history, opens, term }: { history: AccessHistory; opens: PlanOpens; term: PlanTerm },
): Promise<void> => {
  const now = platform.clock.now();
  const last = fixedEndOf(term, await platform.settings.calendar(on));
  if (opens === 'everything') {
    const right = entitlement(history, now);
    if (isPaused(right, now)) throw fail('already_subscribed', { message: messages.parts.running });
    if (isCovered(right, now, last)) throw fail('already_subscribed');
    return;
  }
  const rights = opens.courseIds.map((courseId) => courseEntitlement(history, now, courseId));
  if (!rights.every((right) => isCovered(right, now, last))) return;
  if (rights.some((right) => isPaused(right, now))) throw fail('already_covered', { message: messages.parts.running });
  throw fail('already_covered', { message: await accessSentenceOf(on, platform, rights) });
};
