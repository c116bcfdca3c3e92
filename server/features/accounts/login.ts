import type { z } from 'zod';
import { normalEmail } from '#contract/email-address.ts';
import type { LoginBody, RegisterFields } from '#contract/accounts/accounts.ts';
import type { UsedPasskey } from '#contract/accounts/factors.ts';
import { isUniqueViolation, type Tx } from '#server/database/database.ts';
import { isReadOnly, unlessReadOnly } from '#server/database/failures.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { chosenAmong } from '#server/languages.ts';
import {
  findByEmail,
  findById,
  insertUser,
  isEmailTaken,
  type UserWithPassword,
  replacePasswordHash,
  setPasswordHash,
  type UserSummary,
} from './accounts.queries.ts';
import { createAccountAudit, orRecordFailedLogin, recordFailedLogin } from './account-audit.ts';
import { drawAvatar } from './avatar.ts';
import type { Address } from './address/address.ts';
import { findAddress } from './address/address.queries.ts';
import type { EndWaysIn } from './address/taking-over.ts';
import type { Confirming } from './address/waiting-rights.ts';
import type { EmailCodes } from './address/email-codes.ts';
import { accountOf, knownDevice, rememberDevice } from './devices.ts';
import type { LoginSteps } from './factors/login-steps.ts';
import type { Passkeys } from './factors/passkeys.ts';
import type { SecondStep } from './factors/second-step.ts';
import type { LoginLimiter } from './login-limiter.ts';
import type { PasswordRules } from './password-rules/password-rules.ts';
import { type Passwords, unusableHash } from './passwords.ts';
import { type Caller, factsOf } from './caller.ts';
import type { SecurityEmails } from './security-emails.ts';
import type { Sessions } from './sessions.ts';

export interface LoggedIn {
  user: UserSummary;
  token: string;
  /** The device cookie for the browser, see `devices.ts`. */
  device: string;
}

/** How an account and a session begin. */
export interface Login {
  register(fields: z.output<typeof RegisterFields>, avatar: ReceivedFile, caller: Caller): Promise<LoggedIn>;
  /** Throws `second_step_needed` with a ticket for `finish`, except on a device that took both steps before. */
  login(body: z.output<typeof LoginBody>, caller: Caller): Promise<LoggedIn>;
  finish(step: { ticket: string; code: string }, caller: Caller): Promise<LoggedIn>;
  /** Emails a code, and returns the ticket for it. */
  beginCode(email: string): Promise<string>;
  /** The code replaces the password: the second step follows. */
  withCode(step: { ticket: string; code: string }, caller: Caller): Promise<LoggedIn>;
  /** Opens a session of a user whose first step was taken elsewhere. Throws `second_step_needed`. */
  enter(userId: string, opening: Opening): Promise<LoggedIn>;
  /** A passkey is a whole login: the device has verified its user. */
  withPasskey(passkey: UsedPasskey, origin: string, caller: Caller): Promise<LoggedIn>;
}

interface LoginNeeds {
  rules: PasswordRules;
  passwords: Passwords;
  limiter: LoginLimiter;
  sessions: Sessions;
  securityEmails: SecurityEmails;
  address: Address;
  codes: EmailCodes;
  waiting: Confirming;
  endWaysIn: EndWaysIn;
  factors: { steps: LoginSteps; secondStep: SecondStep; passkeys: Passkeys };
}

interface Opening {
  caller: Caller;
  /** The password hash from now on. */
  next?: string;
  /** Consumes what only one request may use, such as a ticket. False if another request already has. */
  use?: (tx: Tx) => Promise<boolean>;
  how: 'password' | 'second_step' | 'passkey' | 'email_code' | 'provider';
}

export const createLogin = (platform: Platform, needs: LoginNeeds): Login => {
  const { database, clock, files, images, settings } = platform;
  const { rules, passwords, limiter, sessions, securityEmails, address, codes, factors, waiting, endWaysIn } = needs;
  const { steps, secondStep, passkeys } = factors;
  const { db } = database;
  const record = createAccountAudit(platform);

  /** Opens a session of a verified user. */
  const open = (user: UserWithPassword, { caller, next, use, how }: Opening, isFrozen: boolean): Promise<LoggedIn> =>
    database.transaction(async (tx) => {
      const { password_hash: checked, ...shown } = user;
      const hash = isFrozen ? checked : (next ?? checked);
      // The hash is compared once more under the row's lock: a session never opens with a password just replaced.
      const isStillRight = await replacePasswordHash(tx, user.id, { checked, next: hash, now: clock.now() });
      if (!isStillRight) throw fail('wrong_credentials');
      if (use && !(await use(tx))) throw fail('login_expired');
      const since = await secondStep.since(tx, user.id);
      const { device } = caller;
      if (!isFrozen && knownDevice(device, accountOf(user.id, checked, since)) === undefined)
        await securityEmails.enqueue(tx, { ...factsOf(caller), event: 'new_device', userId: user.id });
      if (!isFrozen) await record(tx, user.id, { kind: 'login_done', detail: { how } });
      const token = await sessions.open(tx, user.id, caller);
      return { user: shown, token, device: rememberDevice(device, accountOf(user.id, hash, since)) };
    });

  /** While the school is read-only, the hash stays as it is until a later login, and nothing is emailed. */
  const openFor = (user: UserWithPassword, opening: Opening): Promise<LoggedIn> =>
    open(user, opening, false).catch((error: unknown) => {
      if (isReadOnly(error)) return open(user, opening, true);
      throw error;
    });

  const findOpen = async (userId: string | null): Promise<UserWithPassword> => {
    const user = userId === null ? undefined : await findById(db, userId);
    if (!user) throw fail('login_expired');
    if (user.blocked_at !== null) throw fail('account_blocked');
    return user;
  };

  /** Whether the second step is on, and was not yet taken on this device. */
  const needsSecondStep = async (
    { id, password_hash: hash }: UserWithPassword,
    { device }: Caller,
  ): Promise<boolean> => {
    const since = await secondStep.since(db, id);
    return since !== undefined && knownDevice(device, accountOf(id, hash, since)) === undefined;
  };

  /** Completes a login after its first step: a password, an emailed code or a provider. */
  const enter = async (userId: string | null, opening: Opening): Promise<LoggedIn> => {
    const user = await findOpen(userId);
    if (!(await needsSecondStep(user, opening.caller))) return openFor(user, opening);
    if (opening.use && !(await database.transaction(opening.use))) throw fail('login_expired');
    throw fail('second_step_needed', { ticket: await steps.begin('second-step', user.id) });
  };

  /**
   * Who reads the mail of an address gets what waits for it, alone: the password may be that of another person, unless it was
   * used on this device before.
   */
  const proveAddress = async (tx: Tx, userId: string, { device }: Caller): Promise<void> => {
    const user = await findById(tx, userId);
    if (!user) return;
    const { id, email, password_hash: hash } = user;
    const isTheirs = knownDevice(device, accountOf(id, hash, await secondStep.since(tx, id))) !== undefined;
    const isNew = (await findAddress(tx, id))?.confirmedAt === null;
    if (isNew && !isTheirs && (await waiting.hasWaiting(tx, email))) {
      await setPasswordHash(tx, id, { next: unusableHash(), now: clock.now() });
      await endWaysIn(tx, id);
    }
    await waiting.confirm(tx, id, email);
  };

  return {
    register: async ({ email, fullName, password, checkPassword, language }, avatar, caller) => {
      if (checkPassword) await rules.assertGood('password', password, { fullName, email });
      if (await isEmailTaken(db, email)) throw fail('email_taken');
      const newAvatar = await drawAvatar(images, avatar);
      const passwordHash = await passwords.hash(password);
      try {
        return await files.keepWith([newAvatar], async (tx) => {
          const now = clock.now();
          const own = chosenAmong(await settings.languages(tx), language);
          const person = { id: newId(), email, fullName, role: 'USER' as const, language: own };
          const user = await insertUser(tx, { ...person, passwordHash, avatarKey: newAvatar.key, now });
          await record(tx, user.id, { kind: 'account_registered', detail: {} });
          await address.welcome(tx, user.id);
          const device = rememberDevice(caller.device, { id: user.id, passwordHash });
          return { user, token: await sessions.open(tx, user.id, caller), device };
        });
      } catch (error) {
        throw isUniqueViolation(error) ? fail('email_taken') : error;
      }
    },

    login: async ({ email, password }, caller) => {
      const user = await findByEmail(db, email);
      const since = user && (await secondStep.since(db, user.id));
      const device = user && knownDevice(caller.device, accountOf(user.id, user.password_hash, since));
      const guard = limiter.atLogin({ email: normalEmail(email), address: caller.address, device });
      const isRight = await passwords.verify(password, user?.password_hash, guard);
      if (!user || !isRight) {
        await recordFailedLogin(platform, user?.id, caller.address).catch(unlessReadOnly);
        throw fail('wrong_credentials');
      }
      if (user.blocked_at !== null) throw fail('account_blocked');
      if (since !== undefined && device === undefined)
        throw fail('second_step_needed', { ticket: await steps.begin('second-step', user.id) });
      if (passwords.isCurrent(user.password_hash)) return openFor(user, { caller, how: 'password' });
      return openFor(user, { caller, how: 'password', next: await passwords.hash(password) });
    },

    finish: async ({ ticket, code }, caller) => {
      const step = await steps.find('second-step', ticket);
      if (!step) throw fail('login_expired');
      const user = await findOpen(step.user_id);
      await orRecordFailedLogin(platform, secondStep.check(user.id, code), {
        userId: user.id,
        address: caller.address,
      });
      return openFor(user, { caller, how: 'second_step', use: (tx) => steps.use(tx, step) });
    },

    beginCode: codes.begin,

    withCode: async ({ ticket, code }, caller) => {
      const step = await orRecordFailedLogin(platform, codes.check(ticket, code), caller);
      const use = async (tx: Tx): Promise<boolean> => {
        const isUsed = await steps.use(tx, step);
        if (isUsed && step.user_id !== null) await proveAddress(tx, step.user_id, caller);
        return isUsed;
      };
      return enter(step.user_id, { caller, how: 'email_code', use });
    },

    enter,

    withPasskey: async (passkey, origin, caller) => {
      const use = passkeys.verifyUse(null, passkey, origin);
      const { user_id: userId } = await orRecordFailedLogin(platform, use, caller);
      return openFor(await findOpen(userId), { caller, how: 'passkey' });
    },
  };
};
