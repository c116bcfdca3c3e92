import type { User } from '#contract/accounts.ts';
import type { Clock } from '#server/clock.ts';
import { type Database, type Db, isUniqueViolation, type Tx } from '#server/database/database.ts';
import { fail, OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { findByEmail, insertUser, isEmailTaken, raiseMediaEpoch, setPasswordHash } from './accounts.queries.ts';
import { hasAdmin, listAdminEmails, lockAdmins, makeAdmin } from './admins.queries.ts';
import type { Passwords } from './passwords.ts';
import { deleteResetsOf } from './resets.queries.ts';
import type { Sessions } from './sessions.ts';
import type { UserAnswer } from './user-answer.ts';

/** How many ADMINs are written to at once. */
const MAX_ADDRESSED = 20;
const CONFIGURED_NAME = 'Administrator';

export interface FirstAdmin {
  fullName: string;
  email: string;
  password: string;
}

/** How someone becomes ADMIN: at setup, by configuration, or by the operator's command. */
export interface Admins {
  exist(): Promise<boolean>;
  emails: (db: Db) => Promise<string[]>;
  /**
   * Makes the first ADMIN and signs them in; `also` joins the transaction. Undefined when there is an ADMIN by now, also
   * when two ask at once.
   */
  createFirst(
    person: FirstAdmin,
    origin: string,
    also: (tx: Tx) => Promise<void>,
  ): Promise<{ user: User; token: string } | undefined>;
  /** Makes the configured ADMIN if absent. An account of that e-mail that is none becomes one, with this password alone. */
  ensure(configured: { email: string; password: string }): Promise<void>;
  /** Makes a registered person an ADMIN; answers what was done, as a line. Throws OperatorError for an unknown one. */
  promote: (email: string) => Promise<string>;
}

export interface AdminsNeeds {
  database: Database;
  clock: Clock;
  passwords: Passwords;
  sessions: Sessions;
  present: UserAnswer;
}

export const createAdmins = ({ database, clock, passwords, sessions, present }: AdminsNeeds): Admins => {
  const { db } = database;

  const insertAdmin = (tx: Tx, person: { email: string; fullName: string; passwordHash: string }) =>
    insertUser(tx, { ...person, id: newId(), role: 'ADMIN', avatarKey: null, now: clock.now() });

  /** The account may be anybody's who typed this e-mail: only the new password opens it from here on. */
  const takeOver = async (tx: Tx, id: string, passwordHash: string): Promise<void> => {
    await setPasswordHash(tx, id, { next: passwordHash, now: clock.now() });
    await makeAdmin(tx, id, clock.now());
    await sessions.endAll(tx, id);
    await raiseMediaEpoch(tx, id);
    await deleteResetsOf(tx, id);
  };

  return {
    exist: () => hasAdmin(db),
    emails: (db) => listAdminEmails(db, MAX_ADDRESSED),

    createFirst: async ({ password, ...person }, origin, also) => {
      if (await isEmailTaken(db, person.email)) throw fail('email_taken');
      const passwordHash = await passwords.hash(password);
      try {
        const made = await database.transaction(async (tx) => {
          await lockAdmins(tx, clock.now());
          if (await hasAdmin(tx)) return undefined;
          const user = await insertAdmin(tx, { ...person, passwordHash });
          await also(tx);
          return { user, token: await sessions.open(tx, user.id) };
        });
        return made && { user: await present(made.user, origin), token: made.token };
      } catch (error) {
        throw isUniqueViolation(error) ? fail('email_taken') : error;
      }
    },

    ensure: async ({ email, password }) => {
      if ((await findByEmail(db, email))?.role === 'ADMIN') return;
      const passwordHash = await passwords.hash(password);
      await database.transaction(async (tx) => {
        await lockAdmins(tx, clock.now());
        const known = await findByEmail(tx, email);
        if (!known) await insertAdmin(tx, { email, fullName: CONFIGURED_NAME, passwordHash });
        else if (known.role !== 'ADMIN') await takeOver(tx, known.id, passwordHash);
      });
    },

    promote: async (typed) => {
      const email = typed.trim().toLowerCase();
      const user = await findByEmail(db, email);
      if (!user) throw new OperatorError(`Nobody is registered with the email ${email}`);
      if (user.role === 'ADMIN') return `${email} is an ADMIN already`;
      await makeAdmin(db, user.id, clock.now());
      return `${email} is an ADMIN now`;
    },
  };
};
