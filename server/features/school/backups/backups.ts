import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { say } from '#contract/languages/say.ts';
import { backupMessages } from '#contract/school/backup-messages.ts';
import type { SaidNotice } from '#contract/school/setup.ts';
import { OLD_BACKUP_MS, withFieldNames } from '#server/backup/settings.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { BackupRunRow } from '#server/database/tables/server.ts';
import type { Email } from '#server/email/mailer.ts';
import { fail, OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob, type JobFacts } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { BackupAccess } from '#server/settings/backup-access.ts';
import {
  beginRun,
  claimWarning,
  deleteRunsExcept,
  endRun,
  isQueued,
  isRunning,
  lastVerifiedAt,
  listRuns,
} from './backups.queries.ts';

const scheduleJob = defineJob({ name: 'backups.schedule', lane: 'upkeep', payload: z.object({}), everyMs: HOUR_MS });
const runJob = defineJob({ name: 'backups.run', lane: 'upkeep', payload: z.object({}) });

/** Writes a backup, verifies it, and removes those past their retention, outside of the process that serves requests. */
export type RunBackup = (
  input: { environment: Record<string, string | undefined>; place: string; run: string; nowMs: number },
  signal: AbortSignal,
) => Promise<{ id: string; kept: string[]; files: number; sizeBytes: number; addedBytes: number }>;

export interface BackupsNeeds {
  adminEmails: (db: Db) => Promise<string[]>;
  runBackup: RunBackup;
}

export interface BackupsState {
  place: string | undefined;
  isEncrypted: boolean;
  nextAtMs: number | undefined;
  lastVerifiedAtMs: number | undefined;
  /** The newest first. */
  runs: BackupRunRow[];
}

const stateOf = (days: number | undefined) =>
  days === undefined
    ? say('No backup of your school has been verified yet')
    : say('The last backup of your school is {days} days old', { days });

const warningEmail = (to: string[], days: number | undefined, problem: string | undefined): Email => {
  const state = stateOf(days);
  const failed = problem === undefined ? '' : say('The last one failed: {problem}', { problem });
  return {
    to,
    wording: { id: 'backups', values: { state, problem: failed } },
    subject: state,
    heading: say('Backups need attention'),
    parts: [
      {
        kind: 'text',
        text: say(
          'Backups are scheduled, but none was written and verified in the last two days. If the server is lost now, so is what happened since then.',
        ),
      },
      ...(failed === '' ? [] : [{ kind: 'text' as const, text: failed }]),
      { kind: 'button', label: say('Open Backups'), path: '/admin/backups' },
    ],
  };
};

export type Backups = ReturnType<typeof createBackups>;

/** The backups of each day, and those that an admin starts. */
export const createBackups = (
  { settings, database, jobs, clock, log, mailer }: Platform,
  { adminEmails, runBackup }: BackupsNeeds,
) => {
  const { db } = database;
  mailer.texts.define(warningEmail([], 3, 'The disk is full'), ['state']);

  /** The moment of the day of `at` from which on its backup is due. */
  const dueOn = async (at: number, hour: number): Promise<number> => {
    const calendar = await settings.calendar();
    return calendar.nextHour(calendar.startOf(calendar.dayOf(at)) - 1, hour);
  };

  const jobOf = async (at: number): Promise<string> => `${runJob.name}:${(await settings.calendar()).dayOf(at)}`;

  /** When the newest verified backup was begun, if there is one; undefined while no backups are set up. */
  const verified = async (): Promise<{ verifiedAtMs: number | undefined } | undefined> =>
    (await settings.backups()).place === undefined ? undefined : { verifiedAtMs: await lastVerifiedAt(db) };

  /** Whole days since the last verified backup, when that is too long; undefined when all is well. */
  const ageProblem = async (): Promise<{ days: number | undefined } | undefined> => {
    const newest = await verified();
    if (!newest) return undefined;
    if (newest.verifiedAtMs === undefined) return { days: undefined };
    const ageMs = clock.now() - newest.verifiedAtMs;
    return ageMs >= OLD_BACKUP_MS ? { days: Math.floor(ageMs / DAY_MS) } : undefined;
  };

  const warnAdmins = async (): Promise<void> => {
    const old = await ageProblem();
    const [last] = await listRuns(db);
    // Before the first night there is nothing to warn of.
    if (!old || !last || (old.days === undefined && last.state !== 'failed')) return;
    const now = clock.now();
    await database.transaction(async (tx) => {
      if (!(await claimWarning(tx, now, now - DAY_MS))) return;
      const to = await adminEmails(tx);
      if (to.length > 0) await mailer.enqueue(tx, warningEmail(to, old.days, last.problem ?? undefined));
    });
  };

  jobs.handle(scheduleJob, async () => {
    const { place, hour } = await settings.backups();
    if (place === undefined) return;
    const now = clock.now();
    if (now >= (await dueOn(now, hour))) await jobs.enqueue(db, runJob, {}, { id: await jobOf(now) });
    await warnAdmins();
  });

  const run = async (access: BackupAccess & { place: string }, { id, signal }: JobFacts): Promise<void> => {
    const { place, isFixed } = access;
    const nowMs = clock.now();
    await beginRun(db, { id, place, started_at: nowMs });
    try {
      const { kept, ...made } = await runBackup({ environment: access.environment(), place, run: id, nowMs }, signal);
      await endRun(db, id, {
        state: 'verified',
        finished_at: clock.now(),
        backup_id: made.id,
        files: made.files,
        size_bytes: made.sizeBytes,
        added_bytes: made.addedBytes,
      });
      await deleteRunsExcept(db, place, kept);
    } catch (error) {
      log.error({ err: error }, 'backup failed');
      const message = error instanceof OperatorError ? error.message : backupMessages.interrupted;
      const problem = isFixed ? message : withFieldNames(message);
      await endRun(db, id, { state: 'failed', finished_at: clock.now(), problem });
      throw error;
    }
  };
  jobs.handle(runJob, async (_payload, facts) => {
    const { place, ...access } = await settings.backups();
    if (place !== undefined) await run({ ...access, place }, facts);
  });

  const begin = async (tx: Tx, id: string, place: string): Promise<void> => {
    await beginRun(tx, { id, place, started_at: clock.now() });
    await jobs.enqueue(tx, runJob, {}, { id });
  };

  return {
    state: async (): Promise<BackupsState> => {
      const now = clock.now();
      const { place, hour, isEncrypted } = await settings.backups();
      const runs = await listRuns(db);
      const isDone = await isQueued(db, await jobOf(now));
      const due = await dueOn(isDone ? now + DAY_MS : now, hour);
      return {
        place,
        isEncrypted,
        nextAtMs: place === undefined ? undefined : Math.max(due, now),
        lastVerifiedAtMs: await lastVerifiedAt(db),
        runs,
      };
    },
    verified,
    /** Throws `backup_off` and `backup_running`. */
    start: async (): Promise<void> => {
      const { place } = await settings.backups();
      if (place === undefined) throw fail('backup_off');
      if (await isRunning(db)) throw fail('backup_running');
      await database.transaction((tx) => begin(tx, newId(), place));
    },
    /** The first backup of a new place, which is that of the day if one is due. */
    startFirst: async (tx: Tx, { place, hour }: { place: string; hour: number }): Promise<void> => {
      if (await isRunning(tx)) return;
      const now = clock.now();
      const today = await jobOf(now);
      const isDue = now >= (await dueOn(now, hour)) && !(await isQueued(tx, today));
      await begin(tx, isDue ? today : newId(), place);
    },
    notices: async (): Promise<SaidNotice[]> => {
      const old = await ageProblem();
      if (!old || (old.days === undefined && (await isRunning(db)))) return [];
      const text = old.days === undefined ? backupMessages.none : backupMessages.old(old.days);
      return [{ code: 'backup_old', level: 'warning', text }];
    },
  };
};
