import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { StoredSaid } from '#server/email/stored-said.ts';
import type { Platform } from '#server/platform.ts';
import { type GiveRight, Right, type WaitingRights } from '#server/database/waiting-rights.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { findById } from '../accounts.queries.ts';
import type { LoginSteps } from '../factors/login-steps.ts';
import { isWithoutPassword } from '../invitations.ts';
import { rightsEmail } from './address-emails.ts';
import { confirmAddress, findAddress } from './address.queries.ts';
import {
  deleteWaiting,
  findWaiting,
  hasWaiting,
  listUnconfirmed,
  listWaitingRoles,
  putWaiting,
  takeWaiting,
} from './waiting-rights.queries.ts';

const LINK_MS = 14 * DAY_MS;
const EVERYTHING = '*';

const askForConfirmation = defineJob({
  name: 'accounts.ask-for-confirmation',
  lane: 'email',
  payload: z.object({ userId: z.string(), email: z.string(), reason: StoredSaid }),
});

const scopeOf = ({ courseId = EVERYTHING }: Right): string => courseId;

const parse = (detail: string): Right => Right.parse(JSON.parse(detail));

/** Longer access is not made shorter. */
const later = (right: Right, before: Right | undefined): Right =>
  right.kind === 'access' && before?.kind === 'access' && before.untilDay > right.untilDay ? before : right;

export interface Confirming extends WaitingRights {
  /** Records that a user reads the mail of this address, if it is theirs, and gives what waited for that. */
  confirm(tx: Tx, userId: string, email: string): Promise<void>;
  /** Gives what waited for an address that the account has confirmed. */
  giveTo(tx: Tx, userId: string, email: string): Promise<void>;
}

export const createWaitingRights = (
  { database: { db }, clock, jobs, mailer, settings }: Platform,
  { steps, giveRight }: { steps: LoginSteps; giveRight: GiveRight },
): Confirming => {
  // The token is created here, so that only the email has it, never a job's payload.
  jobs.handle(askForConfirmation, async ({ userId, email, reason }, { id }) => {
    const state = await findAddress(db, userId);
    if (state?.email !== email || state.confirmedAt !== null) return;
    const token = await steps.begin('confirm-email', userId, { detail: email, lastsMs: LINK_MS });
    const { brandName: school } = await settings.school();
    await mailer.deliver(id, rightsEmail({ to: email, school, token, reason }));
  });

  const unconfirmedAmong = async (tx: Parameters<typeof listUnconfirmed>[0], ids: readonly string[]) =>
    (await listUnconfirmed(tx, ids)).filter((user) => !isWithoutPassword(user.password_hash));

  const giveTo: Confirming['giveTo'] = async (tx, userId, email) => {
    for (const { detail, given_by: givenBy } of await takeWaiting(tx, email))
      await giveRight(tx, { userId, givenBy }, parse(detail));
  };

  return {
    giveTo,
    hasWaiting,

    confirm: async (tx, userId, email) => {
      if (await confirmAddress(tx, userId, { email, now: clock.now() })) await giveTo(tx, userId, email);
    },

    put: async (tx, { userId, givenBy }, right) => {
      await lockUser(tx, userId);
      const [user] = await unconfirmedAmong(tx, [userId]);
      if (!user) return false;
      const key = { address: user.email, kind: right.kind, scope: scopeOf(right) };
      const before = await findWaiting(tx, key);
      const detail = JSON.stringify(later(right, before && parse(before.detail)));
      await putWaiting(tx, { id: newId(), ...key, detail, given_by: givenBy, created_at: clock.now() });
      return true;
    },

    ask: async (tx, userId, { reason, id }) => {
      const user = await findById(tx, userId);
      if (!user) return;
      const options = id === undefined ? {} : { id };
      await jobs.enqueue(tx, askForConfirmation, { userId, email: user.email, reason }, options);
    },

    waitingAmong: async (userIds) => new Set((await unconfirmedAmong(db, userIds)).map(({ id }) => id)),

    rolesIn: async (courseId) =>
      (await listWaitingRoles(db, courseId)).flatMap(({ detail, ...person }) => {
        const right = parse(detail);
        return right.kind === 'course_role' ? [{ ...person, role: right.role }] : [];
      }),

    withdrawRole: async (tx, { userId, courseId }) => {
      const user = await findById(tx, userId);
      const row = user && (await deleteWaiting(tx, { address: user.email, kind: 'course_role', scope: courseId }));
      const right = row && parse(row.detail);
      return right?.kind === 'course_role' ? right.role : undefined;
    },
  };
};
