import { HOUR_MS } from '#server/clock.ts';
import type { Role } from '#contract/fields.ts';
import { type Authenticate, KEY_PREFIX } from '#server/http/endpoint/actor.ts';
import type { RateLimits } from '#server/http/endpoint/rate-limit.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import type { GiveRight, WaitingRights } from '#server/database/waiting-rights.ts';
import { z } from 'zod';
import { countUsers, findByEmail, findById } from './accounts.queries.ts';
import {
  type AccountChanged,
  type AccountChanges,
  createAccountChanges,
  type RecordAccountChange,
} from './account-changes.ts';
import { type Admins, createAdmins } from './admins.ts';
import { type Address, createAddress } from './address/address.ts';
import { createEndWaysIn } from './address/taking-over.ts';
import { countSameAddresses, normalizeStoredAddresses } from './address/stored-forms.ts';
import { createWaitingRights } from './address/waiting-rights.ts';
import { createEmailCodes } from './address/email-codes.ts';
import { defineAccountTexts } from './emails.ts';
import { createErasing } from './account-erasure.ts';
import { type ApiKeys, createApiKeys } from './api-keys/api-keys.ts';
import { createFactors, type Factors } from './factors/factors.ts';
import { createLoginSteps } from './factors/login-steps.ts';
import { createPasskeys, type Passkeys } from './factors/passkeys.ts';
import { createSecondStep, type SecondStep } from './factors/second-step.ts';
import { createProviders, type Providers } from './providers/providers.ts';
import { createRequiredFactor, type RequiredFactor } from './factors/required-factor.ts';
import { createForumLogin, type ForumLogin } from './forum-login.ts';
import { createInvitations, type Invitations } from './invitations.ts';
import { createLogin, type Login } from './login.ts';
import { createLoginLimiter } from './login-limiter.ts';
import { createPasswordChanges, type PasswordChanges } from './password-changes.ts';
import { createPasswordRules } from './password-rules/password-rules.ts';
import { type Cost, createPasswords } from './passwords.ts';
import { createPresentUser, type PresentUser, type UserFacts } from './present-user.ts';
import { createProfile, type Profile } from './profile.ts';
import { createSecurityEmails } from './security-emails.ts';
import { createSessions, type OnSessionsEnded, type Sessions } from './sessions.ts';

/** Removes what has expired: sessions, reset links, rate counters, records of emails. */
export const sweepAccountsJob = defineJob({
  name: 'accounts.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
});

export const avatarFiles = filesInColumn('avatars', { table: 'users', column: 'avatar_key', isDeletable: true });

/** Accounts and logins. */
export interface Accounts {
  sessions: Sessions;
  login: Login;
  factors: Factors;
  secondStep: SecondStep;
  providers: Providers;
  requiredFactor: RequiredFactor;
  address: Address;
  passkeys: Passkeys;
  profile: Profile;
  passwordChanges: PasswordChanges;
  admins: Admins;
  accountChanges: AccountChanges;
  invitations: Invitations;
  present: PresentUser;
  forumLogin: ForumLogin;
  erasing: ReturnType<typeof createErasing>;
  apiKeys: ApiKeys;
  waiting: WaitingRights;
  /** By the token of a session, or the secret of an API key. */
  authenticate: Authenticate;
  countUsers(): Promise<number>;
  /** Accounts from before addresses had one form, whose address another account has. */
  countSameAddresses(): Promise<number>;
  emailOf(userId: string): Promise<string | undefined>;
  findByEmail(email: string): Promise<{ id: string; role: Role } | undefined>;
}

export interface AccountsNeeds extends UserFacts {
  limits: RateLimits;
  passwordCost: Cost | undefined;
  /** Adds the audit entry of an admin's change of an account. */
  recordAccountChange: RecordAccountChange;
  accountChanged: AccountChanged;
  onSessionsEnded: OnSessionsEnded;
  giveRight: GiveRight;
}

export const createAccounts = (platform: Platform, needs: AccountsNeeds): Accounts => {
  const { limits, passwordCost, recordAccountChange: record, accountChanged } = needs;
  const { database, jobs } = platform;
  const sessions = createSessions(platform, needs.onSessionsEnded);
  const passwords = createPasswords({ cost: passwordCost });
  const rules = createPasswordRules(platform);
  const limiter = createLoginLimiter(limits);
  const present = createPresentUser(needs);
  const steps = createLoginSteps(platform);
  const securityEmails = createSecurityEmails(platform, steps);
  const apiKeys = createApiKeys(platform, securityEmails);
  const secondStep = createSecondStep(platform, limiter);
  const passkeys = createPasskeys(platform, steps);
  const waiting = createWaitingRights(platform, { steps, giveRight: needs.giveRight });
  const address = createAddress(platform, { steps, securityEmails, waiting });
  const codes = createEmailCodes(platform, { steps, limits });
  const endWaysIn = createEndWaysIn(platform, { sessions, steps });
  const logins = { rules, passwords, limiter, sessions, securityEmails, waiting, endWaysIn, record, accountChanged };
  const passwordChanges = createPasswordChanges(platform, { ...logins, steps, secondStep });

  const login = createLogin(platform, { ...logins, address, codes, factors: { steps, secondStep, passkeys } });
  const providers = createProviders(platform, { steps, login, address, waiting, securityEmails });
  const requiredFactor = createRequiredFactor(platform, needs);

  jobs.handle(sweepAccountsJob, async () => {
    for (const part of [sessions, passwordChanges, steps, limits, platform.mailer]) await part.sweep();
  });

  normalizeStoredAddresses(platform);
  defineAccountTexts(platform.mailer.texts);

  return {
    sessions,
    present,
    passwordChanges,
    login,
    providers,
    requiredFactor,
    factors: createFactors(platform, { ...logins, providers, required: requiredFactor, address, secondStep, passkeys }),
    secondStep,
    address,
    passkeys,
    profile: createProfile(platform),
    admins: createAdmins(platform, { ...logins, present }),
    accountChanges: createAccountChanges(platform, { ...logins, passwordChanges, secondStep }),
    invitations: createInvitations(platform),
    forumLogin: createForumLogin(platform),
    erasing: createErasing(platform, sessions),
    apiKeys,
    waiting,
    authenticate: (token) => (token.startsWith(KEY_PREFIX) ? apiKeys : sessions).authenticate(token),
    countUsers: () => countUsers(database.db),
    countSameAddresses: () => countSameAddresses(database.db),
    emailOf: async (userId) => (await findById(database.db, userId))?.email,
    findByEmail: (email) => findByEmail(database.db, email),
  };
};
