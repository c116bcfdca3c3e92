import type { z } from 'zod';
import type { Subscription } from '#contract/accounts.ts';
import { toInstant } from '#server/clock.ts';
import type { Entitlement } from './entitlement.ts';
import { RENEWAL_WINDOW_MS } from './terms.ts';

export type SubscriptionState = z.input<typeof Subscription>;

const instantOf = (at: number | undefined): string | null => (at === undefined ? null : toInstant(at));

/** What a person is told of their own access. */
export const toSubscription = ({ isActive, term, accessUntil }: Entitlement): SubscriptionState => {
  const willRenew = term?.willRenew ?? false;
  const isRenewable = isActive && !willRenew && accessUntil !== undefined;
  return {
    status: isActive ? 'active' : 'inactive',
    access_until: instantOf(accessUntil),
    purchased_at: instantOf(term?.paidAt),
    refundable_until: instantOf(term?.refundableUntil),
    auto_renew: willRenew,
    renewable_from: isRenewable ? toInstant(accessUntil - RENEWAL_WINDOW_MS) : null,
  };
};
