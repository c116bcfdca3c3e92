import type { Role } from '#contract/fields.ts';
import type { Source } from '#server/audit/audit.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { type LockedUser, lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import { changeAccount } from './account-changes.queries.ts';
import { deleteStepsOfKind } from './factors/factors.queries.ts';
import type { SecondStep } from './factors/second-step.ts';
import type { SecurityEmails } from './security-emails.ts';
import { endAddresses } from './accounts.queries.ts';
import { hasOtherAdmin, lockAdmins } from './admins.queries.ts';
import { endKeysOf } from './api-keys/api-keys.queries.ts';
import type { PasswordChanges } from './password-changes.ts';
import { deleteResetsOf } from './resets.queries.ts';
import type { Sessions } from './sessions.ts';

/** Whose account an admin changes. */
export interface AccountOrigin {
  adminId: string;
  userId: string;
}

export type AccountChange =
  | { kind: 'account_blocked'; detail: { reason: string } }
  | { kind: 'account_unblocked'; detail: Record<string, never> }
  | { kind: 'role_changed'; detail: { role: Role } }
  | { kind: 'logged_out_everywhere'; detail: Record<string, never> }
  | { kind: 'reset_link_requested'; detail: Record<string, never> };

/** What a change means for purchases, in its transaction. Returns how many renewals ended with it. */
export type AccountChanged = (tx: Tx, userId: string, source: Source) => Promise<number>;

/** Adds the audit entry of a change, in its transaction. */
export type RecordAccountChange = (tx: Tx, origin: AccountOrigin, change: AccountChange) => Promise<void>;

/**
 * Changes of accounts by admins. Each is recorded once: repeating it changes nothing. Each throws
 * `person_not_found`.
 */
export type AccountChanges = ReturnType<typeof createAccountChanges>;

interface AccountChangesNeeds {
  sessions: Sessions;
  passwordChanges: PasswordChanges;
  secondStep: SecondStep;
  securityEmails: SecurityEmails;
  record: RecordAccountChange;
  accountChanged: AccountChanged;
}

export const createAccountChanges = (
  { database, clock }: Platform,
  { sessions, passwordChanges, secondStep, securityEmails, record, accountChanged }: AccountChangesNeeds,
) => {
  /** Runs `apply` on the locked account, and records the change that it returns. Returns how many renewals ended with it. */
  const change = (
    origin: AccountOrigin,
    apply: (tx: Tx, account: LockedUser) => Promise<AccountChange | undefined>,
  ): Promise<number> =>
    database.transaction(async (tx) => {
      await lockAdmins(tx, clock.now());
      const account = await lockUser(tx, origin.userId);
      if (!account) throw fail('person_not_found');
      const made = await apply(tx, account);
      if (!made) return 0;
      await record(tx, origin, made);
      // An account that cannot use a purchase is not charged for it.
      return accountChanged(tx, origin.userId, { kind: 'admin', id: origin.adminId });
    });

  const endAccess = async (tx: Tx, userId: string): Promise<void> => {
    await sessions.endAll(tx, userId);
    await endAddresses(tx, userId, clock.now());
  };

  const assertOtherAdmin = async (tx: Tx, userId: string): Promise<void> => {
    if (!(await hasOtherAdmin(tx, userId))) throw fail('last_admin');
  };

  return {
    /**
     * Logs the person out in every process, ends their API keys, every address that works without a login, and renewals; purchases stay.
     * Returns how many renewals ended. Throws `own_account`, and `last_admin` when no other admin could manage the school.
     */
    block: (origin: AccountOrigin, reason: string): Promise<number> =>
      change(origin, async (tx, account) => {
        if (origin.adminId === origin.userId) throw fail('own_account');
        if (account.blocked_at !== null) return undefined;
        if (account.role === 'ADMIN') await assertOtherAdmin(tx, origin.userId);
        recordChange({ before: { isBlocked: false }, after: { isBlocked: true } });
        await changeAccount(tx, origin.userId, { blocked_at: clock.now() }, clock.now());
        await endKeysOf(tx, origin.userId, clock.now());
        await endAccess(tx, origin.userId);
        await deleteResetsOf(tx, origin.userId);
        await deleteStepsOfKind(tx, origin.userId, 'confirm-email');
        return { kind: 'account_blocked', detail: { reason } };
      }),

    unblock: (origin: AccountOrigin): Promise<unknown> =>
      change(origin, async (tx, account) => {
        if (account.blocked_at === null) return undefined;
        recordChange({ before: { isBlocked: true }, after: { isBlocked: false } });
        await changeAccount(tx, origin.userId, { blocked_at: null }, clock.now());
        return { kind: 'account_unblocked', detail: {} };
      }),

    /** Their API keys end when they are no admin any more. Throws `last_admin`, also for one of two admins who remove each other at the same time. */
    setRole: (origin: AccountOrigin, role: Role): Promise<unknown> =>
      change(origin, async (tx, account) => {
        if (account.role === role) return undefined;
        if (role === 'USER') await assertOtherAdmin(tx, origin.userId);
        recordChange({ before: { role: account.role }, after: { role } });
        await changeAccount(tx, origin.userId, { role }, clock.now());
        if (role === 'USER') await endKeysOf(tx, origin.userId, clock.now());
        return { kind: 'role_changed', detail: { role } };
      }),

    /** For a person who lost the phone and the recovery codes. They get an email. */
    endSecondStep: (origin: AccountOrigin): Promise<unknown> =>
      change(origin, async (tx) => {
        if (await secondStep.turnOff(tx, origin.userId))
          await securityEmails.enqueue(tx, {
            event: 'second_step_off',
            userId: origin.userId,
            userAgent: null,
            network: null,
            isByAdmin: true,
          });
        return undefined;
      }),

    logOutEverywhere: (origin: AccountOrigin): Promise<unknown> =>
      change(origin, async (tx) => {
        await endAccess(tx, origin.userId);
        return { kind: 'logged_out_everywhere', detail: {} };
      }),

    /** Emails a link to set a new password. Throws `account_blocked`. */
    sendResetLink: (origin: AccountOrigin): Promise<unknown> =>
      change(origin, async (tx, account) => {
        if (account.blocked_at !== null) throw fail('account_blocked');
        await passwordChanges.requestReset(account.email, tx);
        return { kind: 'reset_link_requested', detail: {} };
      }),
  };
};
