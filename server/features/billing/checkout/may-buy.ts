import { fail } from '#server/errors.ts';
import { type AccessHistory, courseEntitlement, type Entitlement, entitlement } from '../entitlement/entitlement.ts';
import type { PlanOpens } from '../plans/plans.ts';

/** Whether access has ended, or ends so soon that it can be renewed. */
export const isNearEnd = ({ isActive, renewableFrom = 0 }: Entitlement, now: number): boolean =>
  !isActive || now >= renewableFrom;

const isCovered = (entitled: Entitlement, now: number): boolean =>
  entitled.isActive && (!isNearEnd(entitled, now) || entitled.term?.willRenew === true);

/**
 * Throws `already_subscribed` or `already_covered` when the buyer has everything that the plan opens, and none of it ends so
 * soon that it can be renewed.
 */
export const assertMayBuy = (history: AccessHistory, now: number, { opens }: { opens: PlanOpens }): void => {
  if (opens === 'everything') {
    if (isCovered(entitlement(history, now), now)) throw fail('already_subscribed');
  } else if (opens.courseIds.every((courseId) => isCovered(courseEntitlement(history, now, courseId), now)))
    throw fail('already_covered');
};
