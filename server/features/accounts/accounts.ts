import type { z } from 'zod';
import type { LoginBody, RegisterFields, UpdateFields } from '#contract/accounts.ts';
import type { Clock } from '#server/clock.ts';
import { type Database, isUniqueViolation } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { FileKeeper, NewFile } from '#server/storage/file-keeper.ts';
import {
  findByEmail,
  insertUser,
  isEmailTaken,
  prepareFindShown,
  renameUser,
  replacePasswordHash,
  type ShownUser,
  setAvatar,
} from './accounts.queries.ts';
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
  files: FileKeeper;
  /** A square WebP; throws `not_an_image`. */
  toAvatar: (path: string) => Promise<Uint8Array>;
  mailer: Mailer;
  brandName: string;
}

export const createAccounts = (needs: AccountsNeeds): Accounts => {
  const { database, clock, passwords, guesses, sessions, files, toAvatar, mailer, brandName } = needs;
  const { db } = database;
  const findShown = prepareFindShown(database);

  const drawAvatar = async ({ path }: ReceivedFile): Promise<NewFile> => ({
    key: `avatars/${newId()}.webp`,
    from: await toAvatar(path),
  });

  return {
    register: async ({ email, fullName, password }, avatar) => {
      if (await isEmailTaken(db, email)) throw fail('email_taken');
      const picture = await drawAvatar(avatar);
      const passwordHash = await passwords.hash(password);
      try {
        return await files.keepWith([picture], async (tx) => {
          const now = clock.now();
          const person = { id: newId(), email, fullName, role: 'USER' as const };
          const user = await insertUser(tx, { ...person, passwordHash, avatarKey: picture.key, now });
          await mailer.enqueue(tx, welcomeMail(email, brandName));
          return { user, token: await sessions.open(tx, user.id) };
        });
      } catch (error) {
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
      const [user] = await findShown(actor.id);
      if (!user) throw fail('unauthenticated');
      return user;
    },

    update: async (actor, { fullName }, avatar) => {
      const picture = await drawAvatar(avatar);
      return files.keepWith([picture], async (tx) => {
        const before = await renameUser(tx, actor.id, { fullName, now: clock.now() });
        if (!before) throw fail('unauthenticated');
        await files.removeLater(tx, [before.avatar_key]);
        return setAvatar(tx, actor.id, picture.key);
      });
    },
  };
};
