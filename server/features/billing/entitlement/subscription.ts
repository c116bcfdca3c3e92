import type { z } from 'zod';
import type { Subscription } from '#contract/accounts/accounts.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { isForLife } from '../plans/plans.ts';
import type { Entitlement } from './rule.ts';

export type SubscriptionState = z.input<typeof Subscription>;

/** A user's entitlement as the API returns it. */
export const toSubscription = ({
  isActive,
  term,
  accessUntil,
  refundableUntil,
  renewableFrom,
}: Entitlement): SubscriptionState => {
  const willRenew = term?.willRenew ?? false;
  const isRenewable =
    isActive && !willRenew && renewableFrom !== undefined && accessUntil !== undefined && !isForLife(accessUntil);
  return {
    status: isActive ? 'active' : 'inactive',
    access_until: toInstantOrNull(accessUntil),
    purchased_at: toInstantOrNull(term?.paidAt),
    refundable_until: toInstantOrNull(refundableUntil),
    auto_renew: willRenew,
    renewable_from: isRenewable ? toInstant(renewableFrom) : null,
  };
};
