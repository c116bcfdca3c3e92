import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { accessHistoryOf, entitlement, lockUsers, recomputeAccess } from '../entitlement/entitlement.ts';
import { recomputeStanding } from '../ledger/ledger.ts';
import type { BillingParts } from '../parts.ts';
import type { Mode } from '../provider/provider.ts';
import { allDays, recomputeDay } from '../reports/reports.ts';
import { paymentIdsAfter, storedTimeZone, storeTimeZone, usersAfter } from './projections.queries.ts';

const BATCH = 200;
const MODES: readonly Mode[] = ['test', 'live'];
const MAX_LISTED = 100;
/** Until then a process may have recorded a sale on a day of the previous time zone: the days are recomputed once more. */
const UNTIL_ALL_KNOW_MS = 60_000;

const recomputeProjections = defineJob({
  name: 'billing.recompute',
  lane: 'upkeep',
  payload: z.object({}),
  maxAttempts: 5,
});

/** The rows that are computed from payments, refunds and disputes: standings, the end of each user's access, daily sales. */
export interface Projections {
  /** Queues a recomputation when the days are those of another time zone, or were never computed. */
  prepare(): Promise<void>;
  /** Queues a recomputation after a change of the time zone, in its transaction. */
  recomputeLater(tx: Tx): Promise<void>;
  /** Recomputes every key, each in a short transaction, while buying continues. Returns the first that differed, a line each. */
  recompute(): Promise<string[]>;
  /** For an operator: recomputes, and says what differed. */
  repair(): Promise<string>;
}

type Value = string | number | null | undefined;

/** Reads ids in batches, in their order. */
const batches = async function* (next: (last: string) => Promise<string[]>): AsyncGenerator<string[]> {
  for (let batch = await next(''); batch.length > 0; batch = await next(batch.at(-1) ?? '')) yield batch;
};

/**
 * Recomputes every key, each in a short transaction. Returns the first that differed, a line each; days that wait to be
 * recomputed, after an upgrade or with another time zone, differ from nothing.
 */
export const recomputeAll = async (
  database: Database,
  { now, calendar }: { now: number; calendar: SchoolCalendar },
): Promise<string[]> => {
  const { db } = database;
  const differences: string[] = [];
  const note = (what: string, row: { stored: Value; computed: Value } | undefined): void => {
    if (row && row.stored !== row.computed && differences.length < MAX_LISTED)
      differences.push(`${what}: stored ${row.stored ?? 'none'}; computed ${row.computed ?? 'none'}`);
  };
  for await (const paymentIds of batches((last) => paymentIdsAfter(db, last, BATCH)))
    await database.transaction(async (tx) => {
      for (const id of paymentIds) note(`standing of ${id}`, await recomputeStanding(tx, id, now));
    });
  for await (const userIds of batches((last) => usersAfter(db, last, BATCH)))
    await database.transaction(async (tx) => {
      await lockUsers(tx, userIds);
      for (const id of userIds) {
        for (const mode of MODES) note(`${mode} access of ${id}`, await recomputeAccess(tx, id, { mode, now }));
      }
    });
  const areDaysCurrent = (await storedTimeZone(db)) === calendar.timeZone;
  for (const mode of MODES)
    for (const day of await allDays(db, mode, calendar)) {
      const row = await database.transaction((tx) => recomputeDay(tx, day, { mode, calendar }));
      if (areDaysCurrent) note(`${mode} ${day}`, row);
    }
  await storeTimeZone(db, calendar.timeZone, now);
  return differences;
};

/**
 * How many users have or had access, and a digest of until when, computed from payments and changes of access. Databases in
 * which everybody has the same access give the same digest, on either engine.
 */
export const digestEntitlements = async (db: Db): Promise<{ users: number; digest: string }> => {
  const lines: string[] = [];
  for await (const userIds of batches((last) => usersAfter(db, last, BATCH)))
    for (const userId of userIds)
      for (const mode of MODES) {
        const { terms, changes } = await accessHistoryOf(db, userId, mode);
        // The moment decides who has access, not when it ends.
        const { endsAt } = entitlement(terms, 0, changes);
        if (endsAt !== undefined) lines.push(`${userId} ${mode} ${endsAt}\n`);
      }
  return { users: lines.length, digest: hash('sha256', lines.toSorted().join('')) };
};

export const createProjections = ({ database, jobs, clock, settings }: BillingParts): Projections => {
  const { db } = database;

  const recompute = async (): Promise<string[]> =>
    recomputeAll(database, { now: clock.now(), calendar: await settings.calendar() });
  jobs.handle(recomputeProjections, async () => {
    await recompute();
  });

  return {
    prepare: async () => {
      const { timeZone } = await settings.calendar();
      if ((await storedTimeZone(db)) !== timeZone) await jobs.enqueue(db, recomputeProjections, {});
    },
    recomputeLater: async (tx) => {
      await jobs.enqueueAll(
        tx,
        recomputeProjections,
        [0, UNTIL_ALL_KNOW_MS].map((delayMs) => ({ payload: {}, runAtMs: clock.now() + delayMs })),
      );
    },
    recompute,
    repair: async () => {
      const differences = await recompute();
      return differences.length === 0
        ? 'Standings, daily sales and access agree with the ledger'
        : ['Standings, daily sales and access are recomputed. They differed:', ...differences].join('\n');
    },
  };
};
