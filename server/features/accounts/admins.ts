import type { User } from '#contract/accounts/accounts.ts';
import { normalEmail } from '#contract/email-address.ts';
import { type Db, isUniqueViolation, type Tx } from '#server/database/database.ts';
import { fail, OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { findByEmail, insertUser, isEmailTaken, type UserWithPassword, setPasswordHash } from './accounts.queries.ts';
import type { EndWaysIn } from './address/taking-over.ts';
import { findAddress } from './address/address.queries.ts';
import type { Confirming } from './address/waiting-rights.ts';
import type { AccountChanged } from './account-changes.ts';
import { hasAdmin, listAdminEmails, lockAdmins, makeAdmin } from './admins.queries.ts';
import { rememberDevice } from './devices.ts';
import type { PasswordRules } from './password-rules/password-rules.ts';
import type { Passwords } from './passwords.ts';
import type { PresentUser } from './present-user.ts';
import type { Sessions } from './sessions.ts';

/** How many admins get the same email. */
const MAX_ADDRESSED = 20;
const CONFIGURED_NAME = 'School admin';
const NOT_CONFIRMED = 'Nobody has confirmed this address: make sure that the account belongs to the person you mean.';

export interface FirstAdmin {
  fullName: string;
  email: string;
  password: string;
  /** The name that the school is given with it. */
  school?: string | undefined;
}

export interface FirstLogin {
  user: User;
  token: string;
  /** The device cookie for the browser, see `devices.ts`. */
  device: string;
}

/** Creation of admins: at setup, by configuration, or by the operator's command. */
export interface Admins {
  exist(): Promise<boolean>;
  emails: (db: Db) => Promise<string[]>;
  /**
   * Creates the first admin and logs them in; `also` joins the transaction. Undefined when there is an admin by now, also
   * when two requests come at once.
   */
  createFirst(
    person: FirstAdmin,
    origin: string,
    also: (tx: Tx, adminId: string) => Promise<void>,
  ): Promise<FirstLogin | undefined>;
  /** Creates the configured admin if absent. Another account with that email becomes an admin, with this password alone. */
  ensure(configured: { email: string; password: string }): Promise<void>;
  /** Makes a registered person an admin; returns the result as a line. Throws OperatorError for an unknown email. */
  promote: (email: string) => Promise<string>;
}

interface AdminsNeeds {
  rules: PasswordRules;
  passwords: Passwords;
  sessions: Sessions;
  present: PresentUser;
  waiting: Confirming;
  endWaysIn: EndWaysIn;
  accountChanged: AccountChanged;
}

export const createAdmins = (
  { database, clock }: Platform,
  { rules, passwords, sessions, present, waiting, endWaysIn, accountChanged }: AdminsNeeds,
): Admins => {
  const { db } = database;

  const insertAdmin = (tx: Tx, person: { email: string; fullName: string; passwordHash: string }) =>
    insertUser(tx, { ...person, id: newId(), role: 'ADMIN', avatarKey: null, now: clock.now() });

  /** Another person may have registered with this email: from now on, only the new password opens the account. */
  const takeOver = async (tx: Tx, { id, email }: UserWithPassword, passwordHash: string): Promise<void> => {
    await setPasswordHash(tx, id, { next: passwordHash, now: clock.now() });
    await makeAdmin(tx, id, clock.now());
    await endWaysIn(tx, id);
    await waiting.confirm(tx, id, email);
    await accountChanged(tx, id, { kind: 'rules' });
  };

  return {
    exist: () => hasAdmin(db),
    emails: (db) => listAdminEmails(db, MAX_ADDRESSED),

    createFirst: async ({ password, school, ...person }, origin, also) => {
      await rules.assertGood('password', password, { ...person, school });
      if (await isEmailTaken(db, person.email)) throw fail('email_taken');
      const passwordHash = await passwords.hash(password);
      try {
        const made = await database.transaction(async (tx) => {
          await lockAdmins(tx, clock.now());
          if (await hasAdmin(tx)) return undefined;
          const user = await insertAdmin(tx, { ...person, passwordHash });
          await also(tx, user.id);
          return { user, token: await sessions.open(tx, user.id) };
        });
        if (!made) return undefined;
        const device = rememberDevice(undefined, { id: made.user.id, passwordHash });
        return { user: await present(made.user, origin), token: made.token, device };
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
        else if (known.role !== 'ADMIN') await takeOver(tx, known, passwordHash);
      });
    },

    promote: async (typed) => {
      const email = normalEmail(typed);
      const user = await findByEmail(db, email);
      if (!user) throw new OperatorError(`Nobody is registered with the email ${email}`);
      if (user.role === 'ADMIN') return `${email} is an ADMIN already`;
      await database.transaction(async (tx) => {
        await makeAdmin(tx, user.id, clock.now());
        await accountChanged(tx, user.id, { kind: 'rules' });
      });
      const isConfirmed = typeof (await findAddress(db, user.id))?.confirmedAt === 'number';
      return isConfirmed ? `${email} is an ADMIN now` : `${email} is an ADMIN now. ${NOT_CONFIRMED}`;
    },
  };
};
