import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { isUniqueViolation, type Tx } from '#server/database/database.ts';
import type { LoginStepRow } from '#server/database/tables/accounts.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { createAccountAudit } from '../account-audit.ts';
import { findById, isEmailTaken, type UserSummary } from '../accounts.queries.ts';
import { welcomeEmail } from '../emails.ts';
import { countTry, deleteStepsOfKind, listStepsOf } from '../factors/factors.queries.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { deleteResetsOf } from '../resets.queries.ts';
import type { SecurityEmails, SecurityEvent } from '../security-emails.ts';
import { confirmEmail, defineAddressTexts } from './address-emails.ts';
import { changeAddress, findAddress } from './address.queries.ts';
import type { Confirming } from './waiting-rights.ts';

const LINK_MS = DAY_MS;
/** Of the link in the welcome, and of the one to a new address. */
const LONG_LINK_MS = 14 * LINK_MS;
/** So long a change waits for the old address. After that the new one is enough: its mailbox may be lost. */
const OLD_LINK_MS = 7 * LINK_MS;

/** What the link to the old address confirms. An address has no space. */
const bothOf = (from: string, to: string): string => `${from} ${to}`;

const OfUser = z.object({ userId: z.string() });
const sendLink = defineJob({
  name: 'accounts.confirm-email',
  lane: 'email',
  payload: OfUser.extend({ email: z.string() }),
});
const sendWelcome = defineJob({ name: 'accounts.welcome', lane: 'email', payload: OfUser });

type Mailbox = 'old' | 'new';

/** The address, and those whose links are still to be opened before it changes. */
interface Confirmed {
  email: string;
  waitsFor: Mailbox[];
  /** When the link to the new address is enough; null if it is, or there is no such link. */
  newAloneAt: number | null;
}

type Where = Pick<SecurityEvent, 'userAgent' | 'network'>;

/** The address of an account: whether its user reads its mail, and how it is changed. */
export type Address = ReturnType<typeof createAddress>;

export const createAddress = (
  platform: Platform,
  { steps, securityEmails, waiting }: { steps: LoginSteps; securityEmails: SecurityEmails; waiting: Confirming },
) => {
  const { database, clock, jobs, mailer, settings } = platform;
  const { db } = database;
  const record = createAccountAudit(platform);
  defineAddressTexts(mailer.texts);
  const openSteps = (userId: string) => listStepsOf(db, { userId, kind: 'confirm-email', now: clock.now() });

  // The token is created here, so that only the email has it, never a job's payload.
  jobs.handle(sendLink, async ({ userId, email }, { id }) => {
    const token = await steps.renew('confirm-email', userId, email);
    if (token === undefined) return;
    const { brandName: school } = await settings.school();
    await mailer.deliver(id, { ...confirmEmail({ to: email, school, token }), reader: { userId } });
  });

  jobs.handle(sendWelcome, async ({ userId }, { id }) => {
    const user = await findById(db, userId);
    if (!user) return;
    const token = await steps.begin('confirm-email', userId, { detail: user.email, lastsMs: LONG_LINK_MS });
    const { brandName } = await settings.school();
    await mailer.deliver(id, welcomeEmail(user.email, brandName, token));
  });

  /** A later link ends the earlier ones. */
  const beginLink = async (tx: Tx, userId: string, { email, lastsMs }: { email: string; lastsMs: number }) => {
    await deleteStepsOfKind(tx, userId, 'confirm-email');
    await steps.begin('confirm-email', userId, { detail: email, lastsMs, within: tx });
    await jobs.enqueue(tx, sendLink, { userId, email });
  };

  const replace = async (tx: Tx, userId: string, { from, to }: { from: string; to: string }): Promise<void> => {
    if (await isEmailTaken(tx, to, userId)) throw fail('email_taken');
    if (!(await changeAddress(tx, userId, { from, to, now: clock.now() }))) throw fail('invalid_link');
    await waiting.giveTo(tx, userId, to);
    await deleteResetsOf(tx, userId);
    await steps.endOpen(tx, userId);
    // It reserves the old address until the email below has such a link.
    await steps.begin('not-me', userId, { detail: from, lastsMs: OLD_LINK_MS, within: tx });
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

  /** One link of a change: of both at once, the second finds the first. */
  const confirmChange = async (tx: Tx, id: string, step: LoginStepRow): Promise<Confirmed> => {
    const now = clock.now();
    const from = (await lockUser(tx, id))?.email ?? '';
    const open = await listStepsOf(tx, { userId: id, kind: 'confirm-email', now });
    const to = step.detail?.split(' ').at(-1) ?? '';
    const oldStep = open.find(({ detail }) => detail === bothOf(from, to));
    const newStep = open.find(({ detail }) => detail === to);
    const isNew = step.id_hash === newStep?.id_hash;
    if (!newStep || (!isNew && step.id_hash !== oldStep?.id_hash)) throw fail('invalid_link');
    if (isNew && oldStep) {
      await countTry(tx, { idHash: newStep.id_hash, max: Number.MAX_SAFE_INTEGER, now });
      return { email: to, waitsFor: ['old'], newAloneAt: oldStep.expires_at };
    }
    if (!(await steps.use(tx, step))) throw fail('invalid_link');
    if (!isNew && newStep.tries === 0) return { email: to, waitsFor: ['new'], newAloneAt: null };
    await replace(tx, id, { from, to });
    return { email: to, waitsFor: [], newAloneAt: null };
  };

  const confirmWithin = async (tx: Tx, user: UserSummary, step: LoginStepRow): Promise<Confirmed> => {
    const { id, email } = user;
    if (step.detail !== email) return confirmChange(tx, id, step);
    if (!(await steps.use(tx, step))) throw fail('invalid_link');
    await waiting.confirm(tx, id, email);
    return { email, waitsFor: [], newAloneAt: null };
  };

  return {
    /** Emails a new user, with a link that confirms the address. */
    welcome: (tx: Tx, userId: string): Promise<void> => jobs.enqueue(tx, sendWelcome, { userId }),

    ofUser: async (
      userId: string,
    ): Promise<{
      address: { isConfirmed: boolean; pending: string | null; waitsFor: Mailbox[] };
      password: { isSet: boolean; changedAt: number | null };
    }> => {
      const state = await findAddress(db, userId);
      if (!state) throw fail('unauthenticated');
      const open = await openSteps(userId);
      const next = open.find(({ detail }) => detail !== state.email && !detail?.includes(' '));
      const pending = next?.detail ?? null;
      const isOldOpen = open.some(({ detail }) => pending !== null && detail === bothOf(state.email, pending));
      const waitsFor: Mailbox[] = [
        ...(isOldOpen ? ['old' as const] : []),
        ...(next?.tries === 0 ? ['new' as const] : []),
      ];
      return {
        address: { isConfirmed: state.confirmedAt !== null, pending, waitsFor },
        password: { isSet: state.passwordHash.startsWith('$'), changedAt: state.passwordChangedAt },
      };
    },

    /** Throws `email_is_confirmed`. */
    requestConfirmation: async (userId: string): Promise<void> => {
      const state = await findAddress(db, userId);
      if (!state) throw fail('unauthenticated');
      if (state.confirmedAt !== null) throw fail('email_is_confirmed');
      await database.transaction((tx) => beginLink(tx, userId, { email: state.email, lastsMs: LINK_MS }));
    },

    /** Throws `email_is_yours` and `email_taken`. */
    requestChange: async (userId: string, email: string, where: Where): Promise<void> => {
      await database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const state = await findAddress(tx, userId);
        if (state?.email === email) throw fail('email_is_yours');
        if (!state || (await isEmailTaken(tx, email, userId))) throw fail('email_taken');
        await beginLink(tx, userId, { email, lastsMs: LONG_LINK_MS });
        const notice = { userId, name: email, formerEmail: state.email, ...where };
        // One with a typing error is changed by the new one alone.
        if (state.confirmedAt === null) {
          await securityEmails.enqueue(tx, { ...notice, event: 'email_change_requested' });
          return;
        }
        const confirms = bothOf(state.email, email);
        await steps.begin('confirm-email', userId, { detail: confirms, lastsMs: OLD_LINK_MS, within: tx });
        await securityEmails.enqueue(tx, { ...notice, event: 'email_change_to_confirm', confirms });
      });
    },

    cancelChange: async (userId: string): Promise<void> => {
      await deleteStepsOfKind(db, userId, 'confirm-email');
    },

    /**
     * Confirms an address, or one link of a change. The change happens with the second link, or without the old address
     * once it was asked a week ago, or was never confirmed. Throws `invalid_link` and `email_taken`.
     */
    confirm: async (token: string): Promise<Confirmed> => {
      const step = await steps.find('confirm-email', token);
      const user = step?.user_id ? await findById(db, step.user_id) : undefined;
      if (!step || !user || user.blocked_at !== null) throw fail('invalid_link');
      try {
        return await database.transaction((tx) => confirmWithin(tx, user, step));
      } catch (error) {
        throw isUniqueViolation(error) ? fail('email_taken') : error;
      }
    },
  };
};
