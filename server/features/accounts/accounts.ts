import type { z } from 'zod';
import type { LoginBody, RegisterFields, UpdateFields } from '#contract/accounts.ts';
import type { Clock } from '#server/clock.ts';
import { type Database, isUniqueViolation } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import {
  findByEmail,
  findById,
  insertUser,
  isEmailTaken,
  prepareFindShown,
  replacePasswordHash,
  type ShownUser,
  updateProfile,
} from './accounts.queries.ts';
import type { Avatars } from './avatars.ts';
import type { Guesses } from './guesses.ts';
import { welcomeMail } from './mails.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface SignedIn {
  user: ShownUser;
  token: string;
}

/** Who is here: register, sign in, and what a person changes of themselves. */
export interface Accounts {
  register(fields: z.output<typeof RegisterFields>, avatar: ReceivedFile): Promise<SignedIn>;
  login(body: z.output<typeof LoginBody>): Promise<SignedIn>;
  me(actor: Actor): Promise<ShownUser>;
  update(actor: Actor, fields: z.output<typeof UpdateFields>, avatar: ReceivedFile): Promise<ShownUser>;
}

export interface AccountsNeeds {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  guesses: Guesses;
  sessions: Sessions;
  avatars: Avatars;
  mailer: Mailer;
  brandName: string;
}

export const createAccounts = (needs: AccountsNeeds): Accounts => {
  const { database, clock, passwords, guesses, sessions, avatars, mailer, brandName } = needs;
  const { db } = database;
  const findShown = prepareFindShown(db);

  return {
    register: async ({ email, fullName, password }, avatar) => {
      if (await isEmailTaken(db, email)) throw fail('email_taken');
      const id = newId();
      const avatarKey = await avatars.store(id, avatar.path);
      try {
        const passwordHash = await passwords.hash(password);
        return await database.transaction(async (tx) => {
          const now = clock.now();
          const user = await insertUser(tx, { id, email, fullName, role: 'USER', passwordHash, avatarKey, now });
          await mailer.enqueue(tx, welcomeMail(email, brandName));
          return { user, token: await sessions.open(tx, id) };
        });
      } catch (error) {
        await avatars.release(db, id, avatarKey);
        throw isUniqueViolation(error) ? fail('email_taken') : error;
      }
    },

    login: async ({ email, password }) => {
      const guard = guesses.at(email);
      await guard.enter();
      const user = await findByEmail(db, email);
      const isRight = await passwords.verify(password, user?.password_hash, guard);
      if (!user || !isRight) throw fail('wrong_credentials');
      const { password_hash: checked, ...shown } = user;
      const next = passwords.isCurrent(checked) ? checked : await passwords.hash(password);
      const token = await database.transaction(async (tx) => {
        // The hash is compared once more under the row's lock: a session never opens with a password just replaced.
        const isStillRight = await replacePasswordHash(tx, user.id, { checked, next, now: clock.now() });
        return isStillRight ? sessions.open(tx, user.id) : undefined;
      });
      if (token === undefined) throw fail('wrong_credentials');
      await guesses.forget(email);
      return { user: shown, token };
    },

    me: async (actor) => {
      const [user] = await findShown(db, actor.id);
      if (!user) throw fail('unauthenticated');
      return user;
    },

    update: async (actor, { fullName }, avatar) => {
      const avatarKey = await avatars.store(actor.id, avatar.path);
      return database.transaction(async (tx) => {
        const before = await findById(tx, actor.id);
        const user = await updateProfile(tx, actor.id, { fullName, avatarKey, now: clock.now() });
        if (!user) throw fail('unauthenticated');
        const replaced = before?.avatar_key ?? null;
        if (replaced !== null) await avatars.release(tx, actor.id, replaced);
        return user;
      });
    },
  };
};
