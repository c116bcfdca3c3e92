import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Source } from '#server/audit/audit.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { accessHistoryOf, entitlement, EVERYTHING, lockUsers, scopesIn } from '../entitlement/entitlement.ts';
import { type Difference, recompute, recomputeStanding } from '../ledger/ledger.ts';
import { MODES } from '../provider/provider.ts';
import { allDays, recomputeDay, waitingDays } from '../reports/reports.ts';
import {
  holdersAfter,
  paymentIdsAfter,
  renewingPlansOf,
  storedTimeZone,
  storeTimeZone,
  usersAfter,
} from './projections.queries.ts';

export { listMoneyFaults } from './money-faults.ts';

const BATCH = 200;
/** So many users wait for one transaction. */
const USERS_BATCH = 20;
const MAX_LISTED = 100;
/**
 * Until then a process may record a sale on a day of the previous time zone, or of a plan as it was before a course was added:
 * what follows is recomputed once more.
 */
const UNTIL_ALL_KNOW_MS = 60_000;

const recomputeProjections = defineJob({
  name: 'billing.recompute',
  lane: 'upkeep',
  payload: z.object({}),
  maxAttempts: 5,
});

/** Recomputes the access and the renewals of everyone who bought a plan, of which a course was added or deleted. */
const recomputeHolders = defineJob({
  name: 'billing.recompute-holders',
  lane: 'upkeep',
  payload: z.object({ planId: z.string() }),
  maxAttempts: 5,
});

/** Reads ids in batches, in their order. */
const batches = async function* (next: (last: string) => Promise<string[]>): AsyncGenerator<string[]> {
  for (let batch = await next(''); batch.length > 0; batch = await next(batch.at(-1) ?? '')) yield batch;
};

/** Recomputes the terms and the access of some users, in one transaction. */
const recomputeUsers = (
  database: Database,
  userIds: readonly string[],
  at: { now: number; calendar: SchoolCalendar; source: Source },
): Promise<Difference[]> =>
  database.transaction(async (tx) => {
    await lockUsers(tx, userIds);
    const found: Difference[] = [];
    for (const mode of MODES) found.push(...(await recompute(tx, { userIds }, { ...at, mode })).differences);
    return found;
  });

/**
 * Recomputes every key, each in a short transaction. Returns the first that differed, a line each; days that wait to be
 * recomputed, after a purchase, an upgrade or with another time zone, differ from nothing.
 */
export const recomputeAll = async (
  database: Database,
  { now, calendar }: { now: number; calendar: SchoolCalendar },
): Promise<string[]> => {
  const { db } = database;
  const differences: string[] = [];
  const note = (what: string, row: Omit<Difference, 'what'> | undefined): void => {
    if (row && row.stored !== row.computed && differences.length < MAX_LISTED)
      differences.push(`${what}: stored ${row.stored ?? 'none'}; computed ${row.computed ?? 'none'}`);
  };
  for await (const userIds of batches((last) => usersAfter(db, last, USERS_BATCH)))
    for (const difference of await recomputeUsers(database, userIds, { now, calendar, source: { kind: 'ledger' } }))
      note(difference.what, difference);
  for await (const paymentIds of batches((last) => paymentIdsAfter(db, last, BATCH)))
    await database.transaction(async (tx) => {
      for (const id of paymentIds) note(`standing of ${id}`, await recomputeStanding(tx, id, now));
    });
  const areDaysCurrent = (await storedTimeZone(db)) === calendar.timeZone;
  for (const mode of MODES)
    for (const day of await allDays(db, mode, calendar)) {
      const row = await database.transaction(async (tx) => {
        const recomputed = await recomputeDay(tx, day, { mode, calendar });
        return (await waitingDays(tx, mode)).has(day) ? undefined : recomputed;
      });
      if (areDaysCurrent) note(`${mode} ${day}`, row);
    }
  await storeTimeZone(db, calendar.timeZone, now);
  return differences;
};

/** Whether an upgrade has changed a rule since the projections were computed: then they differ without being damaged. */
export const areOutdated = async (db: Db): Promise<boolean> => (await storedTimeZone(db)) === '';

/**
 * How many users have or had access, and a digest of until when, computed from payments and changes of access. Databases in
 * which all users have the same access give the same digest, on either engine.
 */
export const digestEntitlements = async (db: Db): Promise<{ users: number; digest: string }> => {
  const lines: string[] = [];
  for await (const userIds of batches((last) => usersAfter(db, last, BATCH)))
    for (const userId of userIds)
      for (const mode of MODES) {
        const history = await accessHistoryOf(db, userId, mode);
        for (const scope of scopesIn(history)) {
          // The moment decides who has access, not when it ends.
          const { endsAt } = entitlement(history, 0, scope);
          const whose = scope === EVERYTHING ? userId : `${userId} ${scope}`;
          if (endsAt !== undefined) lines.push(`${whose} ${mode} ${endsAt}\n`);
        }
      }
  return { users: lines.length, digest: hash('sha256', lines.toSorted().join('')) };
};

/** The projections: terms, standings, the end of each user's access, daily sales. */
export const createProjections = ({ database, jobs, clock, settings, log }: BillingPlatform) => {
  const { db } = database;

  const run = async (): Promise<string[]> =>
    recomputeAll(database, { now: clock.now(), calendar: await settings.calendar() });
  const atOnceAndLater = <T>(payload: T): { payload: T; runAtMs: number }[] =>
    [0, UNTIL_ALL_KNOW_MS].map((delayMs) => ({ payload, runAtMs: clock.now() + delayMs }));

  jobs.handle(recomputeProjections, async () => {
    const differences = await run();
    if (differences.length > 0) log.warn({ differences }, 'projections are recomputed, and differed');
  });

  jobs.handle(recomputeHolders, async ({ planId }) => {
    const at = { now: clock.now(), calendar: await settings.calendar(), source: { kind: 'rules' } as const };
    for await (const userIds of batches((last) => holdersAfter(db, planId, last, USERS_BATCH)))
      await recomputeUsers(database, userIds, at);
  });

  return {
    /** Queues a recomputation of the access of everyone who bought a plan. */
    recomputeHolders: (tx: Tx, planId: string): Promise<void> =>
      jobs.enqueueAll(tx, recomputeHolders, atOnceAndLater({ planId })),
    /** The same for every plan that has this course and renews. */
    recomputeSellersOf: async (tx: Tx, courseId: string): Promise<void> => {
      for (const planId of await renewingPlansOf(tx, courseId))
        await jobs.enqueueAll(tx, recomputeHolders, atOnceAndLater({ planId }));
    },
    /** Queues a recomputation when the days are those of another time zone, or were never computed. */
    prepare: async (): Promise<void> => {
      const { timeZone } = await settings.calendar();
      if ((await storedTimeZone(db)) !== timeZone) await jobs.enqueue(db, recomputeProjections, {});
    },
    /** Queues a recomputation after a change of the time zone, in its transaction. */
    recomputeLater: async (tx: Tx): Promise<void> => {
      await jobs.enqueueAll(tx, recomputeProjections, atOnceAndLater({}));
    },
    /** Recomputes every key while buying continues. Returns the first that differed, a line each. */
    recompute: run,
    /** For an operator: recomputes, and returns the differences. */
    repair: async (): Promise<string> => {
      const differences = await run();
      return differences.length === 0
        ? 'Terms, standings, daily sales and access agree with the ledger'
        : ['Terms, standings, daily sales and access are recomputed. They differed:', ...differences].join('\n');
    },
  };
};
