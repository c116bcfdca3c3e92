import { z } from 'zod';
import type { Said } from '#contract/languages/say.ts';
import { DAY_MS } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { StoredSaid } from '#server/email/stored-said.ts';
import { newId, newSecret, secretDigest } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { findById, insertIfAbsent, listWithHash } from './accounts.queries.ts';
import { invitationEmail } from './emails.ts';
import { deleteResetsSince, insertReset } from './resets.queries.ts';

const INVITATION_DAYS = 14;
const INVITATION_MS = INVITATION_DAYS * DAY_MS;
/** No password has such a hash, and nobody can guess it as the key of a device's proof. */
const NO_PASSWORD = 'invited ';

/** What an account has until its owner chooses a password. */
export const noPassword = (): string => `${NO_PASSWORD}${newSecret()}`;

/** Whether only a link in an email opens the account. */
export const isWithoutPassword = (hash: string): boolean => hash.startsWith(NO_PASSWORD);

const sendInvitation = defineJob({
  name: 'accounts.invite',
  lane: 'email',
  payload: z.object({
    userId: z.string(),
    /** What they are invited to, as a sentence. */
    reason: StoredSaid.optional(),
  }),
});

/** Accounts that are created for people, who set the password by the link in an email. */
export interface Invitations {
  /**
   * Creates an account and queues its invitation, in the caller's transaction. Undefined when the email has an account by
   * now, which is left as it is.
   */
  invite(tx: Tx, person: { email: string; fullName: string; reason?: Said }): Promise<string | undefined>;
  /** Emails another link to a person who has not chosen a password yet. */
  inviteAgain(tx: Tx, userId: string, reason: Said): Promise<void>;
  /** Those of some users who have not chosen a password yet. */
  invitedAmong(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** The links emailed to an invited user since a moment stop working. */
  revokeInvitations(tx: Tx, userId: string, sinceMs: number): Promise<void>;
}

export const createInvitations = ({ database, settings, clock, jobs, mailer }: Platform): Invitations => {
  const { db } = database;

  // As with reset links, only the email has the token.
  jobs.handle(sendInvitation, async ({ userId, reason }, { id }) => {
    const user = await findById(db, userId);
    if (!user || user.blocked_at !== null || !isWithoutPassword(user.password_hash)) return;
    const now = clock.now();
    const token = newSecret();
    await insertReset(db, {
      token_hash: secretDigest(token),
      user_id: userId,
      created_at: now,
      expires_at: now + INVITATION_MS,
      used_at: null,
    });
    const { brandName } = await settings.school();
    await mailer.deliver(id, invitationEmail(user.email, brandName, { token, days: INVITATION_DAYS, reason }));
  });

  const invitedAmong: Invitations['invitedAmong'] = async (source, userIds) =>
    new Set(await listWithHash(source, userIds, `${NO_PASSWORD}%`));

  return {
    invitedAmong,

    inviteAgain: async (tx, userId, reason) => {
      await jobs.enqueue(tx, sendInvitation, { userId, reason });
    },

    revokeInvitations: async (tx, userId, sinceMs) => {
      if ((await invitedAmong(tx, [userId])).has(userId)) await deleteResetsSince(tx, userId, sinceMs);
    },

    invite: async (tx, { email, fullName, reason }) => {
      const person = { id: newId(), email, fullName, role: 'USER' as const, avatarKey: null, now: clock.now() };
      const id = await insertIfAbsent(tx, { ...person, passwordHash: noPassword() });
      if (id !== undefined) await jobs.enqueue(tx, sendInvitation, { userId: id, reason }, { id: `invite-${id}` });
      return id;
    },
  };
};
