import { z } from 'zod';
import type { ChangePasswordBody } from '#contract/accounts.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { findByEmail, findById, raiseMediaEpoch, replacePasswordHash, setPasswordHash } from './accounts.queries.ts';
import type { Guesses } from './guesses.ts';
import { resetMail } from './mails.ts';
import type { Passwords } from './passwords.ts';
import {
  countOpenResets,
  deleteExpiredResets,
  deleteResetsOf,
  insertReset,
  isOpenReset,
  useReset,
} from './resets.queries.ts';
import type { Sessions } from './sessions.ts';

const RESET_MS = 15 * 60_000;
/** Whoever asks on and on fills nobody's mailbox. */
const MAX_OPEN_RESETS = 5;

const sendReset = defineJob({ name: 'accounts.send-reset', payload: z.object({ email: z.string() }) });

/** How a password becomes another one: by the old one, or by a link that was mailed. Either ends other sessions. */
export interface PasswordChanges {
  change(actor: Actor, body: z.output<typeof ChangePasswordBody>): Promise<void>;
  /** Does the same work for every address; only the job that it leaves looks whether there is an account. */
  requestReset(email: string): Promise<void>;
  reset(token: string, password: string): Promise<void>;
  sweep(): Promise<void>;
}

export interface PasswordChangesNeeds {
  database: Database;
  clock: Clock;
  jobs: Jobs;
  passwords: Passwords;
  guesses: Guesses;
  sessions: Sessions;
  mailer: Mailer;
  brandName: string;
}

export const createPasswordChanges = (needs: PasswordChangesNeeds): PasswordChanges => {
  const { database, clock, jobs, passwords, guesses, sessions, mailer, brandName } = needs;
  const { db } = database;

  /** What was opened or asked for under the old password is worth nothing under the new one. */
  const endOldAccess = async (tx: Tx, userId: string): Promise<void> => {
    await deleteResetsOf(tx, userId);
    await raiseMediaEpoch(tx, userId);
  };

  // The token is made here and not with the request: it stands in the mail alone, never in a job's payload.
  jobs.handle(sendReset, async ({ email }, { id }) => {
    const user = await findByEmail(db, email);
    const now = clock.now();
    if (!user || (await countOpenResets(db, user.id, now)) >= MAX_OPEN_RESETS) return;
    const token = newSecret();
    await insertReset(db, {
      token_hash: secretDigest(token),
      user_id: user.id,
      created_at: now,
      expires_at: now + RESET_MS,
      used_at: null,
    });
    await mailer.deliver(id, resetMail(user.email, brandName, token));
  });

  return {
    change: async (actor, { oldPassword, newPassword }) => {
      const user = await findById(db, actor.id);
      if (!user) throw fail('unauthenticated');
      const guard = guesses.at(user.email);
      await guard.enter();
      const checked = user.password_hash;
      if (!(await passwords.verify(oldPassword, checked, guard))) throw fail('wrong_old_password');
      const next = await passwords.hash(newPassword);
      const isChanged = await database.transaction(async (tx) => {
        if (!(await replacePasswordHash(tx, user.id, { checked, next, now: clock.now() }))) return false;
        await sessions.endOthers(tx, user.id, actor.sessionHash);
        await endOldAccess(tx, user.id);
        return true;
      });
      if (!isChanged) throw fail('wrong_old_password');
      await guesses.forget(user.email);
    },

    requestReset: (email) => jobs.enqueue(db, sendReset, { email }),

    reset: async (token, password) => {
      const tokenHash = secretDigest(token);
      if (!(await isOpenReset(db, tokenHash, clock.now()))) throw fail('invalid_reset_link');
      const next = await passwords.hash(password);
      const email = await database.transaction(async (tx) => {
        const now = clock.now();
        const userId = await useReset(tx, tokenHash, now);
        if (userId === undefined) return undefined;
        const changed = await setPasswordHash(tx, userId, { next, now });
        await sessions.endAll(tx, userId);
        await endOldAccess(tx, userId);
        return changed;
      });
      if (email === undefined) throw fail('invalid_reset_link');
      await guesses.forget(email);
    },

    sweep: () => deleteExpiredResets(db, clock.now()),
  };
};
