import { z } from 'zod';
import { isUniqueViolation, type Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { createAccountAudit } from '../account-audit.ts';
import { findById, isEmailTaken } from '../accounts.queries.ts';
import { welcomeEmail } from '../emails.ts';
import { deleteStepsOfKind, listStepsOf, renewStep } from '../factors/factors.queries.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { deleteResetsOf } from '../resets.queries.ts';
import type { SecurityEmails, SecurityEvent } from '../security-emails.ts';
import { confirmEmail } from './address-emails.ts';
import { changeAddress, confirmAddress, findAddress } from './address.queries.ts';

const LINK_MS = 24 * 60 * 60_000;
/** Of the link in the welcome. */
const WELCOME_MS = 14 * LINK_MS;

const OfUser = z.object({ userId: z.string() });
const sendLink = defineJob({
  name: 'accounts.confirm-email',
  lane: 'email',
  payload: OfUser.extend({ email: z.string() }),
});
const sendWelcome = defineJob({ name: 'accounts.welcome', lane: 'email', payload: OfUser });

type Where = Pick<SecurityEvent, 'userAgent' | 'network'>;

/** The address of an account: whether its user reads its mail, and how it is changed. */
export interface Address {
  /** Emails a new user, with a link that confirms the address. */
  welcome(tx: Tx, userId: string): Promise<void>;
  ofUser(userId: string): Promise<{
    address: { isConfirmed: boolean; pending: string | null };
    password: { isSet: boolean; changedAt: number | null };
  }>;
  /** Throws `email_is_confirmed`. */
  requestConfirmation(userId: string): Promise<void>;
  /** Throws `email_is_yours` and `email_taken`. */
  requestChange(userId: string, email: string, where: Where): Promise<void>;
  cancelChange(userId: string): Promise<void>;
  /** Returns the confirmed address. Throws `invalid_link` and `email_taken`. */
  confirm(token: string): Promise<string>;
}

export const createAddress = (
  platform: Platform,
  { steps, securityEmails }: { steps: LoginSteps; securityEmails: SecurityEmails },
): Address => {
  const { database, clock, jobs, mailer, settings } = platform;
  const { db } = database;
  const record = createAccountAudit(platform);
  const openSteps = (userId: string) => listStepsOf(db, { userId, kind: 'confirm-email', now: clock.now() });

  // The token is created here, so that only the email has it, never a job's payload.
  jobs.handle(sendLink, async ({ userId, email }, { id }) => {
    const step = (await openSteps(userId)).find(({ detail }) => detail === email);
    if (!step) return;
    const token = newSecret();
    if (!(await renewStep(db, step, secretDigest(token)))) return;
    const { brandName } = await settings.school();
    await mailer.deliver(id, confirmEmail({ to: email, brandName, token }));
  });

  jobs.handle(sendWelcome, async ({ userId }, { id }) => {
    const user = await findById(db, userId);
    if (!user) return;
    const token = await steps.begin('confirm-email', userId, { detail: user.email, lastsMs: WELCOME_MS });
    const { brandName } = await settings.school();
    await mailer.deliver(id, welcomeEmail(user.email, brandName, token));
  });

  /** A later link ends the earlier ones. */
  const beginLink = async (tx: Tx, userId: string, email: string): Promise<void> => {
    await deleteStepsOfKind(tx, userId, 'confirm-email');
    await steps.begin('confirm-email', userId, { detail: email, lastsMs: LINK_MS, within: tx });
    await jobs.enqueue(tx, sendLink, { userId, email });
  };

  const replace = async (tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<void> => {
    if (!(await changeAddress(tx, userId, { from, to, now: clock.now() }))) throw fail('invalid_link');
    await deleteResetsOf(tx, userId);
    await steps.endOpen(tx, userId);
    await securityEmails.enqueue(tx, {
      event: 'email_changed',
      userId,
      userAgent: null,
      network: null,
      name: to,
      formerEmail: from,
    });
    await record(tx, userId, { kind: 'email_changed', detail: {} });
  };

  return {
    welcome: (tx, userId) => jobs.enqueue(tx, sendWelcome, { userId }),

    ofUser: async (userId) => {
      const state = await findAddress(db, userId);
      if (!state) throw fail('unauthenticated');
      const next = (await openSteps(userId)).find(({ detail }) => detail !== state.email)?.detail ?? null;
      return {
        address: { isConfirmed: state.confirmedAt !== null, pending: next },
        password: { isSet: state.passwordHash.startsWith('$'), changedAt: state.passwordChangedAt },
      };
    },

    requestConfirmation: async (userId) => {
      const state = await findAddress(db, userId);
      if (!state) throw fail('unauthenticated');
      if (state.confirmedAt !== null) throw fail('email_is_confirmed');
      await database.transaction((tx) => beginLink(tx, userId, state.email));
    },

    requestChange: async (userId, email, where) => {
      const state = await findAddress(db, userId);
      if (state?.email === email) throw fail('email_is_yours');
      if (!state || (await isEmailTaken(db, email))) throw fail('email_taken');
      await database.transaction(async (tx) => {
        await beginLink(tx, userId, email);
        const notice = { event: 'email_change_requested', userId, name: email, formerEmail: state.email } as const;
        await securityEmails.enqueue(tx, { ...notice, ...where });
      });
    },

    cancelChange: async (userId) => {
      await deleteStepsOfKind(db, userId, 'confirm-email');
    },

    confirm: async (token) => {
      const step = await steps.find('confirm-email', token);
      const user = step?.user_id ? await findById(db, step.user_id) : undefined;
      const email = step?.detail;
      if (!step || !user || !email || user.blocked_at !== null) throw fail('invalid_link');
      try {
        await database.transaction(async (tx) => {
          if (!(await steps.use(tx, step))) throw fail('invalid_link');
          if (email === user.email) await confirmAddress(tx, user.id, { email, now: clock.now() });
          else await replace(tx, user.id, { from: user.email, to: email });
        });
      } catch (error) {
        throw isUniqueViolation(error) ? fail('email_taken') : error;
      }
      return email;
    },
  };
};
