import type { z } from 'zod';
import type { LoginBody, RegisterFields } from '#contract/accounts.ts';
import { isUniqueViolation } from '#server/database/database.ts';
import { isReadOnly } from '#server/database/failures.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { findByEmail, insertUser, isEmailTaken, replacePasswordHash, type ShownUser } from './accounts.queries.ts';
import { drawAvatar } from './avatar.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { welcomeEmail } from './emails.ts';
import type { LoginLimiter } from './login-limiter.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface LoggedIn {
  user: ShownUser;
  token: string;
  /** The device cookie for the browser, see `devices.ts`. */
  device: string;
}

/** Where a call comes from. */
export interface Caller {
  address: string;
  /** The cookie that its browser keeps of its logins. */
  device: string | undefined;
  /** The User-Agent. */
  userAgent: string | undefined;
}

/** How an account and a session begin. */
export interface Login {
  register(fields: z.output<typeof RegisterFields>, avatar: ReceivedFile, caller: Caller): Promise<LoggedIn>;
  login(body: z.output<typeof LoginBody>, caller: Caller): Promise<LoggedIn>;
}

export const createLogin = (
  platform: Platform,
  { passwords, limiter, sessions }: { passwords: Passwords; limiter: LoginLimiter; sessions: Sessions },
): Login => {
  const { settings, database, clock, files, images, mailer } = platform;
  const { db } = database;

  return {
    register: async ({ email, fullName, password }, avatar, caller) => {
      if (await isEmailTaken(db, email)) throw fail('email_taken');
      const newAvatar = await drawAvatar(images, avatar);
      const passwordHash = await passwords.hash(password);
      const { brandName } = await settings.school();
      try {
        return await files.keepWith([newAvatar], async (tx) => {
          const now = clock.now();
          const person = { id: newId(), email, fullName, role: 'USER' as const };
          const user = await insertUser(tx, { ...person, passwordHash, avatarKey: newAvatar.key, now });
          await mailer.enqueue(tx, welcomeEmail(email, brandName));
          const device = rememberDevice(caller.device, { id: user.id, passwordHash });
          return { user, token: await sessions.open(tx, user.id, caller.userAgent), device };
        });
      } catch (error) {
        throw isUniqueViolation(error) ? fail('email_taken') : error;
      }
    },

    login: async ({ email, password }, { address, device: cookie, userAgent }) => {
      const user = await findByEmail(db, email);
      const device = user && knownDevice(cookie, { id: user.id, passwordHash: user.password_hash });
      const guard = limiter.atLogin({ email, address, device });
      const isRight = await passwords.verify(password, user?.password_hash, guard);
      if (!user || !isRight) throw fail('wrong_credentials');
      if (user.blocked_at !== null) throw fail('account_blocked');
      const { password_hash: checked, ...shown } = user;
      const openWith = (next: string) =>
        database.transaction(async (tx) => {
          // The hash is compared once more under the row's lock: a session never opens with a password just replaced.
          const isStillRight = await replacePasswordHash(tx, user.id, { checked, next, now: clock.now() });
          if (!isStillRight) throw fail('wrong_credentials');
          const token = await sessions.open(tx, user.id, userAgent);
          return { user: shown, token, device: rememberDevice(cookie, { id: user.id, passwordHash: next }) };
        });
      if (passwords.isCurrent(checked)) return openWith(checked);
      // While the school is read-only, the hash stays as it is until a later login.
      return openWith(await passwords.hash(password)).catch((error: unknown) => {
        if (isReadOnly(error)) return openWith(checked);
        throw error;
      });
    },
  };
};
