import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { normalEmail } from '#contract/email-address.ts';
import { foldText } from '#contract/fold-text.ts';
import type { LoginStepRow } from '#server/database/tables/accounts.ts';
import { fail } from '#server/errors.ts';
import { type Allowance, DAY_WINDOW_MS, type RateLimits } from '#server/http/endpoint/rate-limit.ts';
import { secretDigest } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { createSecretSealing } from '#server/settings/sealed-secret.ts';
import { findByEmail, findById } from '../accounts.queries.ts';
import { countTry, setStepDetail } from '../factors/factors.queries.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { codeEmail } from './address-emails.ts';

const CODE_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** In fifteen minutes, whether there is such an account or not. */
const MAX_PER_EMAIL = 5;
/** Without a login by one of them: 50 guesses of a million a day. */
const MAX_A_DAY = 10;

const sendCode = defineJob({
  name: 'accounts.send-code',
  lane: 'email',
  payload: z.object({ email: z.string(), stepHash: z.string() }),
});

const dayAllowance = (email: string): Allowance => ({
  name: `login code ${secretDigest(email)} in a day`,
  max: MAX_A_DAY,
  windowMs: DAY_WINDOW_MS,
});

const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0').replace(/^.{3}/, '$&-');

/** Six digits in an email, in the place of a password: for ten minutes and five tries. */
export type EmailCodes = ReturnType<typeof createEmailCodes>;

export const createEmailCodes = (
  { database: { db }, clock, jobs, mailer, settings, secretKey }: Platform,
  { steps, limits }: { steps: LoginSteps; limits: RateLimits },
) => {
  const sealing = createSecretSealing(secretKey);
  const purposeOf = (stepHash: string): string => `login code ${stepHash}`;

  // The code is created here, so that only the email has it. It is sealed, because six digits are quickly tried.
  jobs.handle(sendCode, async ({ email, stepHash }, { id }) => {
    const user = await findByEmail(db, email);
    if (!user || user.blocked_at !== null) return;
    const code = newCode();
    await setStepDetail(db, stepHash, { userId: user.id, detail: sealing.seal(purposeOf(stepHash), code) });
    const { brandName: school } = await settings.school();
    await mailer.deliver(id, codeEmail({ to: user.email, school, code }));
  });

  return {
    /** Returns the ticket. It does the same work for every address; only the job that it leaves looks whether there is an account. */
    begin: async (email: string): Promise<string> => {
      const normal = normalEmail(email);
      await limits.count({ name: `login code ${secretDigest(normal)}`, max: MAX_PER_EMAIL });
      await limits.count(dayAllowance(normal));
      const ticket = await steps.begin('email-code', null, { lastsMs: CODE_MS });
      await jobs.enqueue(db, sendCode, { email, stepHash: secretDigest(ticket) });
      return ticket;
    },

    /** Counts a try; returns the step, which the login uses up. Throws `wrong_code` and `login_expired`. */
    check: async (ticket: string, code: string): Promise<LoginStepRow> => {
      const known = await steps.find('email-code', ticket);
      const tried = known && (await countTry(db, { idHash: known.id_hash, max: MAX_TRIES, now: clock.now() }));
      if (!tried) throw fail('login_expired');
      const right = tried.detail === null ? undefined : sealing.open(purposeOf(tried.id_hash), tried.detail);
      const digits = (text: string): string => foldText(text).replaceAll(/\D/g, '');
      if (right === undefined || digits(code) !== digits(right)) throw fail('wrong_code');
      const user = tried.user_id === null ? undefined : await findById(db, tried.user_id);
      if (user) await limits.forget(dayAllowance(normalEmail(user.email)).name);
      return tried;
    },
  };
};
