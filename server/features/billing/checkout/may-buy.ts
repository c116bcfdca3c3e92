import { fail } from '#server/errors.ts';
import type { Entitlement } from '../entitlement/entitlement.ts';

/** Whether access has ended, or ends so soon that it can be renewed. */
export const isNearEnd = ({ isActive, renewableFrom = 0 }: Entitlement, now: number): boolean =>
  !isActive || now >= renewableFrom;

/** Throws `already_subscribed`. */
export const assertMayBuy = (entitled: Entitlement, now: number): void => {
  if (entitled.isActive && (!isNearEnd(entitled, now) || entitled.term?.willRenew)) throw fail('already_subscribed');
};
