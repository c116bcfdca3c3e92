import { type AccessState, ENDING_SOON_DAYS } from '#contract/access/rights.ts';
import { DAY_MS } from '#server/clock.ts';
import { type AccessHistory, type Entitlement, entitlement, type Scope, scopesIn } from './rule.ts';

/** Access that ends within this time and does not renew is ending. */
const ENDING_SOON_MS = ENDING_SOON_DAYS * DAY_MS;

/** A right that a user has, or had until it ended. */
export type ScopedRight = Entitlement & { scope: Scope; endsAt: number; promisedUntil: number };

/** Every right of a user, the longest first. One that was refunded or revoked is none. */
export const rightsIn = (history: AccessHistory, now: number): ScopedRight[] =>
  [...scopesIn(history)]
    .flatMap((scope) => {
      const right = entitlement(history, now, scope);
      const { endsAt: end, promisedUntil } = right;
      return end === undefined || promisedUntil === undefined ? [] : [{ ...right, scope, endsAt: end, promisedUntil }];
    })
    .toSorted((a, b) => b.promisedUntil - a.promisedUntil);

/** Whether any of these rights renews by itself. */
export const areRenewing = (rights: readonly ScopedRight[]): boolean =>
  rights.some(({ isActive, term }) => isActive && term?.willRenew === true);

/** A user's rights in one word. A pause is no end. */
export const accessStateOf = (rights: readonly ScopedRight[], now: number): AccessState => {
  const [longest] = rights;
  if (!longest) return 'none';
  if (longest.promisedUntil <= now) return 'ended';
  return longest.promisedUntil > now + ENDING_SOON_MS || areRenewing(rights) ? 'active' : 'ending';
};
