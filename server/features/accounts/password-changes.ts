import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import type { ChangePasswordBody, ResetPasswordBody } from '#contract/accounts/accounts.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import {
  endAddresses,
  findByEmail,
  findById,
  isEmailTaken,
  replacePasswordHash,
  setPasswordHash,
  type UserSummary,
} from './accounts.queries.ts';
import { createAccountAudit } from './account-audit.ts';
import { changeAddress, findAddress } from './address/address.queries.ts';
import type { EndWaysIn } from './address/taking-over.ts';
import type { Confirming } from './address/waiting-rights.ts';
import { accountOf, rememberDevice } from './devices.ts';
import { resetEmail } from './emails.ts';
import type { LoginSteps } from './factors/login-steps.ts';
import { isWithoutPassword } from './invitations.ts';
import type { SecondStep } from './factors/second-step.ts';
import { type Caller, factsOf } from './caller.ts';
import { type Passwords, unusableHash } from './passwords.ts';
import type { LoginLimiter } from './login-limiter.ts';
import type { PasswordRules } from './password-rules/password-rules.ts';
import { deleteAddedSince } from './providers/identities.queries.ts';
import {
  countOpenResets,
  deleteExpiredResets,
  deleteResetsOf,
  insertReset,
  findOpenReset,
  useReset,
} from './resets.queries.ts';
import { createReviewEmail } from './review-email.ts';
import type { SecurityEmails } from './security-emails.ts';
import type { Sessions } from './sessions.ts';

/** So long the links in emails about changes last, and so far back they reach. */
const LINK_MS = 30 * DAY_MS;
const RESET_MS = 15 * 60_000;
/** Repeated requests must not fill a mailbox. */
const MAX_OPEN_RESETS = 5;

const ownerOf = ({ full_name: fullName, email }: UserSummary) => ({ fullName, email });

const sendReset = defineJob({ name: 'accounts.send-reset', lane: 'email', payload: z.object({ email: z.string() }) });

/** The device cookie for the browser, and the address of a person who had no password before. */
interface Reset {
  device: string;
  invitedEmail?: string;
}

/** Changes a password: by the old one, or by an emailed link. Either ends other sessions. */
export type PasswordChanges = ReturnType<typeof createPasswordChanges>;

interface PasswordChangesNeeds {
  rules: PasswordRules;
  passwords: Passwords;
  limiter: LoginLimiter;
  sessions: Sessions;
  steps: LoginSteps;
  secondStep: Pick<SecondStep, 'since'>;
  securityEmails: SecurityEmails;
  waiting: Confirming;
  endWaysIn: EndWaysIn;
}

export const createPasswordChanges = (
  platform: Platform,
  { rules, passwords, limiter, sessions, steps, secondStep, securityEmails, waiting, endWaysIn }: PasswordChangesNeeds,
) => {
  const { settings, database, clock, jobs, mailer } = platform;
  const { db } = database;
  const record = createAccountAudit(platform);
  const sendReview = createReviewEmail(platform);

  /** Reset links and addresses without a login that were given out under the old password stop working. */
  const endOldAccess = async (tx: Tx, userId: string): Promise<void> => {
    await deleteResetsOf(tx, userId);
    await endAddresses(tx, userId, clock.now());
    await steps.endOpen(tx, userId);
  };

  const emailChange = (tx: Tx, userId: string, caller: Caller) =>
    securityEmails.enqueue(tx, { ...factsOf(caller), event: 'password_changed', userId });

  // The token is created here and not with the request, so that only the email has it, never a job's payload.
  jobs.handle(sendReset, async ({ email }, { id }) => {
    const user = await findByEmail(db, email);
    const now = clock.now();
    if (!user || user.blocked_at !== null || (await countOpenResets(db, user.id, now)) >= MAX_OPEN_RESETS) return;
    const token = newSecret();
    await insertReset(db, {
      token_hash: secretDigest(token),
      user_id: user.id,
      created_at: now,
      expires_at: now + RESET_MS,
      used_at: null,
    });
    const { brandName } = await settings.school();
    await mailer.deliver(id, resetEmail(user.email, brandName, token));
  });

  /** Brings a changed address back. Undefined when another account has it: nobody but the thief reads the present one. */
  const addressBefore = async (
    tx: Tx,
    { id, email }: UserSummary,
    former: string | null,
  ): Promise<string | undefined> => {
    if (former === null || former === email) return email;
    if (await isEmailTaken(tx, former, id)) return undefined;
    if (await changeAddress(tx, id, { from: email, to: former, now: clock.now() }))
      await waiting.giveTo(tx, id, former);
    return former;
  };

  return {
    /** Returns the device cookie for the browser that changed it, as `reset` does: of all others the old one is worthless. */
    change: async (
      actor: Actor,
      { oldPassword, newPassword, checkPassword }: z.output<typeof ChangePasswordBody>,
      caller: Caller,
    ): Promise<string> => {
      const user = await findById(db, actor.id);
      if (!user) throw fail('unauthenticated');
      const checked = user.password_hash;
      if (!(await passwords.verify(oldPassword, checked, limiter.atChange(user.id)))) throw fail('wrong_old_password');
      if (checkPassword) await rules.assertGood('newPassword', newPassword, ownerOf(user));
      const next = await passwords.hash(newPassword);
      const isChanged = await database.transaction(async (tx) => {
        if (!(await replacePasswordHash(tx, user.id, { checked, next, now: clock.now(), isChosen: true })))
          return false;
        await sessions.endOthers(actor, tx);
        await endOldAccess(tx, user.id);
        await emailChange(tx, user.id, caller);
        return true;
      });
      if (!isChanged) throw fail('wrong_old_password');
      await limiter.forget(user);
      return rememberDevice(caller.device, accountOf(user.id, next, await secondStep.since(db, user.id)));
    },

    /** Does the same work for every address; only the job that it leaves looks whether there is an account. */
    requestReset: (email: string, tx?: Tx): Promise<void> => jobs.enqueue(tx ?? db, sendReset, { email }),

    reset: async (
      token: string,
      { password, checkPassword }: z.output<typeof ResetPasswordBody>,
      caller: Caller,
    ): Promise<Reset> => {
      const tokenHash = secretDigest(token);
      const ownerId = await findOpenReset(db, tokenHash, clock.now());
      const owner = ownerId === undefined ? undefined : await findById(db, ownerId);
      if (!owner) throw fail('invalid_reset_link');
      if (checkPassword) await rules.assertGood('password', password, ownerOf(owner));
      const next = await passwords.hash(password);
      const isInvited = isWithoutPassword(owner.password_hash);
      const changed = await database.transaction(async (tx) => {
        const now = clock.now();
        const userId = await useReset(tx, tokenHash, now);
        if (userId === undefined) return undefined;
        const email = await setPasswordHash(tx, userId, { next, now });
        await sessions.endAll(tx, userId);
        await endOldAccess(tx, userId);
        // Nobody has shown before that the account is theirs: who registered the address may be another person.
        const state = await findAddress(tx, userId);
        if (state?.confirmedAt === null)
          await endWaysIn(tx, userId, { keepsSecondStep: !(await waiting.hasWaiting(tx, state.email)) });
        if (email !== undefined) await waiting.confirm(tx, userId, email);
        await emailChange(tx, userId, caller);
        await record(tx, userId, { kind: isInvited ? 'invitation_accepted' : 'password_reset', detail: {} });
        return email === undefined ? undefined : { id: userId, email };
      });
      if (!changed) throw fail('invalid_reset_link');
      await limiter.forget(changed);
      return {
        device: rememberDevice(caller.device, { id: changed.id, passwordHash: next }),
        ...(isInvited && { invitedEmail: changed.email }),
      };
    },

    /** Logs out everywhere, brings a changed address back, removes passkeys and logins of other services that were added lately, ends the password and emails a link to choose another one. An admin is also emailed what was made since. Throws `invalid_link`. */
    notMe: async (token: string): Promise<void> => {
      const step = await steps.find('not-me', token);
      const user = step?.user_id ? await findById(db, step.user_id) : undefined;
      if (!user) throw fail('invalid_link');
      const { id } = user;
      await database.transaction(async (tx) => {
        const email = await addressBefore(tx, user, step?.detail ?? null);
        await setPasswordHash(tx, id, { next: unusableHash(), now: clock.now() });
        await sessions.endAll(tx, id);
        await endOldAccess(tx, id);
        await steps.endAll(tx, id);
        const now = clock.now();
        await deleteAddedSince(tx, id, { sinceMs: now - LINK_MS, now });
        if (email !== undefined) await jobs.enqueue(tx, sendReset, { email });
        if (email !== undefined && user.role === 'ADMIN') await sendReview(tx, id, now - LINK_MS);
        await record(tx, id, { kind: 'login_disowned', detail: {} });
      });
    },

    sweep: (): Promise<unknown> => deleteExpiredResets(db, clock.now()),
  };
};
