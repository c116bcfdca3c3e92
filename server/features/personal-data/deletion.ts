import { z } from 'zod';
import type { DeletionRecord, PlannedDeletion, ReasonedDeletion } from '#contract/personal-data/personal-data.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { DAY_MS, HOUR_MS, toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { AccountDeletionRow } from '#server/database/tables/people.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { fail, Failure } from '#server/errors.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { deletedEmail, plannedEmail } from './emails.ts';
import {
  deletePlanned,
  chooseAgain,
  findDeletion,
  findSubject,
  finishDeletion,
  insertDeletion,
  listDeletions,
  listDue,
  startDeletion,
} from './personal-data.queries.ts';
import { createSteps, type StepsNeeds } from './steps.ts';

/** In which a deletion can be taken back. */
const DELAY_MS = 14 * DAY_MS;
const MAX_LISTED = 200;

const deleteAccounts = defineJob({
  name: 'personal-data.delete',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
  waitsAfterJump: true,
});

export interface DeletionChoices {
  keepsPosts: boolean;
  keepsCertificates: boolean;
}

const present = (row: AccountDeletionRow): PlannedDeletion => ({
  requestedAt: toInstant(row.requested_at),
  deletesAt: toInstant(row.deletes_at),
  isByAdmin: row.requested_by !== row.user_id,
  keepsPosts: row.keeps_posts === 1,
  keepsCertificates: row.keeps_certificates === 1,
});

export const Removed = z.record(z.string(), z.int());

export interface DeletionNeeds extends StepsNeeds {
  /** Throws `last_admin`, and `person_not_found` for an account that is gone. */
  assertMayLeave(tx: Tx, userId: string): Promise<void>;
  /** Turns every renewal off, so that nobody pays for a deleted account. */
  stopRenewals(userId: string): Promise<void>;
}

/** Deletion of accounts: planned for two weeks later, taken back until then, and recorded. */
export const createDeletion = (platform: Platform, needs: DeletionNeeds) => {
  const { database, jobs, clock, mailer, settings } = platform;
  const { db } = database;
  const steps = createSteps(platform, needs);
  const example = { to: '', school: EXAMPLE_SCHOOL };
  mailer.texts.define(plannedEmail({ ...example, deletesAt: '2027-06-15T04:30:00.000Z' }));
  mailer.texts.define(deletedEmail({ ...example, userId: '' }));

  const findPlanned = async (userId: string): Promise<AccountDeletionRow | undefined> => {
    const row = await findDeletion(db, userId);
    return row?.done_at === null ? row : undefined;
  };

  const takeBack = (userId: string): Promise<boolean> => database.transaction((tx) => deletePlanned(tx, userId));

  /** The last admin stays as they are: their plan is dropped before any step of it. */
  const start = (userId: string): Promise<AccountDeletionRow | undefined> =>
    database
      .transaction(async (tx) => {
        await needs.assertMayLeave(tx, userId);
        return startDeletion(tx, userId, clock.now());
      })
      .catch(async (error: unknown) => {
        if (!(error instanceof Failure) || error.code !== 'last_admin') throw error;
        await takeBack(userId);
        return undefined;
      });

  const runOne = async (userId: string): Promise<void> => {
    const started = await start(userId);
    const subject = started && (await findSubject(db, userId));
    if (!started || !subject) return;
    await needs.stopRenewals(userId);
    await steps.before(started);
    await mailer.forget(subject.email);
    const { brandName: school } = await settings.school();
    await database.transaction(async (tx) => {
      await needs.assertMayLeave(tx, userId);
      const rows = await steps.together(tx, subject);
      const now = clock.now();
      await finishDeletion(tx, userId, { done_at: now, removed: JSON.stringify(rows) });
      const { requested_by: id } = started;
      const source = { kind: id === userId ? 'user' : 'admin', id } as const;
      await recordAudit(tx, { at: now, source, userId, kind: 'account_deleted', detail: { rows } });
      // The last row with the address: the job of this email, which is removed a week after it was sent.
      await mailer.enqueue(tx, deletedEmail({ to: subject.email, school, userId }));
    });
  };

  jobs.handle(deleteAccounts, async () => {
    const failures: unknown[] = [];
    // One that fails keeps no other from being deleted.
    for (const userId of await listDue(db, clock.now()))
      await runOne(userId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'some accounts were not deleted');
  });

  return {
    planned: async (userId: string): Promise<PlannedDeletion | null> => {
      const row = await findPlanned(userId);
      return row ? present(row) : null;
    },
    /** For admins, who see why. */
    plannedWithReason: async (userId: string): Promise<ReasonedDeletion | null> => {
      const row = await findPlanned(userId);
      return row ? { ...present(row), reason: row.reason } : null;
    },

    /**
     * Throws `last_admin`, `person_not_found` and `deletion_began`. While one is planned, its day stays; the person may
     * choose again what is kept, and an admin may not.
     */
    request: async (userId: string, source: { id: string; reason: string }, choices: DeletionChoices) => {
      await database.transaction((tx) => needs.assertMayLeave(tx, userId));
      await needs.stopRenewals(userId);
      return database.transaction(async (tx) => {
        const now = clock.now();
        const row = {
          user_id: userId,
          requested_at: now,
          requested_by: source.id,
          reason: source.reason,
          keeps_posts: choices.keepsPosts ? 1 : 0,
          keeps_certificates: choices.keepsCertificates ? 1 : 0,
          deletes_at: now + DELAY_MS,
          started_at: null,
          done_at: null,
          removed: '{}',
        };
        if (!(await insertDeletion(tx, row))) {
          const { keeps_posts, keeps_certificates } = row;
          if (source.id === userId && !(await chooseAgain(tx, userId, { keeps_posts, keeps_certificates })))
            throw fail('deletion_began');
          const before = await findDeletion(tx, userId);
          return before ? present(before) : present(row);
        }
        const email = (await findSubject(tx, userId))?.email;
        const { brandName: school } = await settings.school(tx);
        const deletesAt = toInstant(row.deletes_at);
        if (email !== undefined) await mailer.enqueue(tx, plannedEmail({ to: email, school, deletesAt }));
        return present(row);
      });
    },

    /** Does nothing when none is planned. Throws `deletion_began`. */
    takeBack: async (userId: string): Promise<void> => {
      if ((await takeBack(userId)) || (await findDeletion(db, userId)) === undefined) return;
      throw fail('deletion_began');
    },

    list: async (): Promise<DeletionRecord[]> =>
      (await listDeletions(db, MAX_LISTED)).map((row) => ({
        ...present(row),
        userId: row.user_id,
        person: row.done_at === null ? { fullName: row.full_name, email: row.email } : null,
        reason: row.reason,
        doneAt: row.done_at === null ? null : toInstant(row.done_at),
        rows: Object.values(Removed.parse(JSON.parse(row.removed))).reduce((sum, count) => sum + count, 0),
      })),

    /** Throws `person_not_found`. */
    assertExists: async (userId: string): Promise<void> => {
      if (!(await findSubject(db, userId))) throw fail('person_not_found');
    },
  };
};
