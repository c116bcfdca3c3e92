import { api } from '#contract/api.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import { DAY_WINDOW_MS, type RateLimits } from '#server/http/endpoint/rate-limit.ts';
import { secretDigest } from '#server/ids.ts';
import type { GuessGuard } from './passwords.ts';

export interface LoginAttempt {
  email: string;
  address: string;
  /** What `knownDevice` returns for the account. */
  device: string | undefined;
}

/** Counts wrong passwords. A device that logged in before has a counter of its own, which nobody else can use up. */
export type LoginLimiter = ReturnType<typeof createLoginLimiter>;

/** Wrong ones: a person who has the password guesses a code of six digits, of which three are right, in 18 years. */
const CODES_A_DAY = 50;

const { login, changePassword } = api.accounts;
const { finishLogin } = api.factors;

/** The counter is named by a digest, so that the table of counters lists no email address. */
const accountCounter = (email: string): string => `login account ${secretDigest(email)}`;
const codeCounter = (userId: string): string => `code ${userId}`;
const codesADay = (userId: string): string => `code ${userId} in a day`;

export const createLoginLimiter = (limits: RateLimits) => ({
  /** Unknown devices are counted by network and by account, whether there is such an account or not. */
  atLogin: ({ email, address, device }: LoginAttempt): GuessGuard => {
    const { perAddress, perAccount, perDevice } = login.passwordLimit;
    const allowances =
      device === undefined
        ? [
            { name: `login address ${networkOf(address)}`, max: perAddress },
            { name: accountCounter(email), max: perAccount },
          ]
        : [{ name: `login device ${device}`, max: perDevice }];
    return (isRight) => limits.attempt(allowances, isRight);
  },
  /** Limits guesses of the old password in an open session. */
  atChange:
    (userId: string): GuessGuard =>
    (isRight) =>
      limits.attempt([{ name: `change-password ${userId}`, max: changePassword.passwordLimit.perAccount }], isRight),
  /** Limits guesses of codes. */
  atCode:
    (userId: string): GuessGuard =>
    (isRight) =>
      limits.attempt(
        [
          { name: codeCounter(userId), max: finishLogin.passwordLimit.perAccount },
          { name: codesADay(userId), max: CODES_A_DAY, windowMs: DAY_WINDOW_MS },
        ],
        isRight,
      ),
  /** Resets the counters of an account whose password was changed. */
  forget: async ({ id, email }: { id: string; email: string }): Promise<void> => {
    for (const name of [accountCounter(email), codeCounter(id), codesADay(id)]) await limits.forget(name);
  },
});
