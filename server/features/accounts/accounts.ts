import type { Role } from '#contract/fields.ts';
import type { RateLimits } from '#server/http/rate-limit.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import { z } from 'zod';
import { countUsers, findByEmail, findById } from './accounts.queries.ts';
import { type AccountChanges, createAccountChanges, type RecordAccountChange } from './account-changes.ts';
import { type Admins, createAdmins } from './admins.ts';
import { defineAccountTexts } from './emails.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createLogin, type Login } from './login.ts';
import { createLoginLimiter } from './login-limiter.ts';
import { createPasswordChanges, type PasswordChanges } from './password-changes.ts';
import { type Cost, createPasswords } from './passwords.ts';
import { createPresentUser, type PresentUser, type UserFacts } from './present-user.ts';
import { createProfile, type Profile } from './profile.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Removes what has expired: sessions, reset links, rate counters, records of emails. */
export const sweepAccountsJob = defineJob({
  name: 'accounts.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: 60 * 60_000,
});

export const avatarFiles = filesInColumn('avatars', { table: 'users', column: 'avatar_key', isDeletable: true });

/** Accounts and logins. */
export interface Accounts {
  sessions: Sessions;
  login: Login;
  profile: Profile;
  passwordChanges: PasswordChanges;
  admins: Admins;
  accountChanges: AccountChanges;
  invitations: Invitations;
  present: PresentUser;
  countUsers(): Promise<number>;
  emailOf(userId: string): Promise<string | undefined>;
  findByEmail(email: string): Promise<{ id: string; role: Role } | undefined>;
}

export interface AccountsNeeds extends UserFacts {
  limits: RateLimits;
  passwordCost: Cost | undefined;
  /** Adds the audit entry of an admin's change of an account. */
  recordAccountChange: RecordAccountChange;
}

export const createAccounts = (platform: Platform, needs: AccountsNeeds): Accounts => {
  const { limits, passwordCost, recordAccountChange: record } = needs;
  const { database, jobs } = platform;
  const sessions = createSessions(platform);
  const passwords = createPasswords({ cost: passwordCost });
  const limiter = createLoginLimiter(limits);
  const present = createPresentUser(needs);
  const passwordChanges = createPasswordChanges(platform, { passwords, limiter, sessions });

  jobs.handle(sweepAccountsJob, async () => {
    for (const part of [sessions, passwordChanges, limits, platform.mailer]) await part.sweep();
  });

  defineAccountTexts(platform.mailer.texts);

  return {
    sessions,
    present,
    passwordChanges,
    login: createLogin(platform, { passwords, limiter, sessions }),
    profile: createProfile(platform),
    admins: createAdmins(platform, { passwords, sessions, present }),
    accountChanges: createAccountChanges(platform, { sessions, passwordChanges, record }),
    invitations: createInvitations(platform),
    countUsers: () => countUsers(database.db),
    emailOf: async (userId) => (await findById(database.db, userId))?.email,
    findByEmail: (email) => findByEmail(database.db, email.toLowerCase()),
  };
};
