import { ACCOUNT_ALLOWANCE, type RateLimits } from '#server/http/rate-limit.ts';
import { secretDigest } from '#server/ids.ts';
import type { GuessGuard } from './passwords.ts';

/** Counts wrong passwords per account, known or not: ten in fifteen minutes lock it for the rest of them. */
export interface Guesses {
  at(email: string): GuessGuard;
  /** The right password was given, or a new one was set. */
  forget(email: string): Promise<void>;
}

/** The counter is named by a digest, so that the table of counters lists nobody's address. */
const counterOf = (email: string): string => `account:${secretDigest(email)}`;

export const createGuesses = (limits: RateLimits): Guesses => ({
  at: (email) => {
    const counter = counterOf(email);
    return {
      enter: () => limits.assertBelow(counter, ACCOUNT_ALLOWANCE),
      failed: () => limits.note(counter, ACCOUNT_ALLOWANCE),
    };
  },
  forget: (email) => limits.forget(counterOf(email)),
});
