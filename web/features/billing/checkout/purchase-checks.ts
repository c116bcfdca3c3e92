import type { User } from '#contract/accounts/accounts.ts';
import { call } from '#web/api/call.ts';
import { refreshUser } from '#web/app/session/use-session.ts';

type Subscription = User['subscription'];

/** Returns the check whether access has grown since `before`, as far as the server confirms it. */
export const accessCheck = (before: Subscription | undefined) => async (): Promise<boolean> => {
  try {
    const now = (await refreshUser()).subscription;
    // A renewal was active before; only a later end shows that it was paid.
    return now.status === 'active' && (before?.status !== 'active' || now.access_until !== before.access_until);
  } catch {
    return false;
  }
};

/** Returns the check whether the user has bought another gift since. */
export const giftCheck = async () => {
  const count = () => call('GET /gifts').then(({ gifts }) => gifts.length);
  const before = await count().catch(() => Infinity);
  return async (): Promise<boolean> => (await count().catch(() => 0)) > before;
};

/** Returns the check whether the rights of the user have changed since. */
export const rightsCheck = async () => {
  const now = () => call('GET /user/rights').then(({ rights }) => JSON.stringify(rights));
  const before = await now().catch(() => undefined);
  return async (): Promise<boolean> => {
    const after = await now().catch(() => before);
    return before !== undefined && after !== before;
  };
};
