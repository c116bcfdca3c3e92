import { hash } from 'node:crypto';
import { z } from 'zod';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { accessHistoryOf, entitlement, EVERYTHING, scopesIn } from '../entitlement/entitlement.ts';
import { keptPromises } from '../ledger/ledger.ts';
import { MODES } from '../provider/provider.ts';
import { findComputedBy, type Position, RULES, storeComputedBy } from './computed-by.ts';
import { describeDifferences } from './differences.ts';
import { type At, FIRST, inBothModes, recomputePiece, recomputeUsers, USERS_BATCH } from './pieces.ts';
import { holdersAfter, renewingPlansOf, usersAfter } from './projections.queries.ts';
import { atOnceAndLater, createRecomputation } from './recomputation.ts';

export { areOutdated } from './computed-by.ts';
export { listMoneyFaults } from './money-faults.ts';

const BATCH = 200;

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

/**
 * Recomputes every key, each in a short transaction. Returns the first that differed, a line each; days that wait to be
 * recomputed, after a purchase, an upgrade or with another time zone, differ from nothing.
 */
export const recomputeAll = async (
  database: Database,
  { now, calendar }: { now: number; calendar: SchoolCalendar },
): Promise<string[]> => {
  const { note, lines } = describeDifferences();
  const computed = await findComputedBy(database.db);
  const areDaysCurrent = computed?.rules === RULES && computed.timeZone === calendar.timeZone;
  const at: At = { now, calendar };
  for (let position: Position | undefined = FIRST; position !== undefined;) {
    const from: Position = position;
    const { differences, next } = await database.transaction((tx) => recomputePiece(tx, from, at));
    if (areDaysCurrent || from.step === 'users' || from.step === 'payments') differences.forEach(note);
    position = next;
  }
  await storeComputedBy(database.db, calendar.timeZone, now);
  return lines;
};

/** Everyone who began to buy, redeemed a gift, or whose access an admin changed. */
const buyers = async function* (db: Db): AsyncGenerator<string> {
  let users = await usersAfter(db, '', BATCH);
  for (; users.length > 0; users = await usersAfter(db, users.at(-1)?.id ?? '', BATCH))
    for (const { id, modes } of users) if (modes.length > 0) yield id;
};

/** For the owner: the first promises of earlier versions that the rules of today would make differently. They are kept. */
const listPromises = async (db: Db, calendar: SchoolCalendar): Promise<string[]> => {
  const { note, lines } = describeDifferences('by today’s rules');
  for await (const userId of buyers(db))
    for (const mode of MODES) (await keptPromises(db, userId, { mode, calendar })).forEach(note);
  return lines;
};

/**
 * How many users have or had access, and a digest of until when, computed from payments and changes of access. Databases in
 * which all users have the same access give the same digest, on either engine.
 */
export const digestEntitlements = async (db: Db): Promise<{ users: number; digest: string }> => {
  const lines: string[] = [];
  for await (const userId of buyers(db))
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
export const createProjections = (platform: BillingPlatform) => {
  const { database, jobs, clock, settings } = platform;
  const { db } = database;
  const recomputation = createRecomputation(platform);

  const run = async (): Promise<string[]> =>
    recomputeAll(database, { now: clock.now(), calendar: await settings.calendar() });
  const holders = (planId: string): { payload: { planId: string }; runAtMs: number }[] =>
    atOnceAndLater(clock.now()).map((runAtMs) => ({ payload: { planId }, runAtMs }));

  jobs.handle(recomputeHolders, async ({ planId }) => {
    const at = { now: clock.now(), calendar: await settings.calendar(), source: { kind: 'rules' } as const };
    for await (const userIds of batches((last) => holdersAfter(db, planId, last, USERS_BATCH)))
      await database.transaction((tx) => recomputeUsers(tx, inBothModes(userIds), at));
  });

  return {
    /** Queues a recomputation of the access of everyone who bought a plan. */
    recomputeHolders: (tx: Tx, planId: string): Promise<void> => jobs.enqueueAll(tx, recomputeHolders, holders(planId)),
    /** The same for every plan that has this course and renews. */
    recomputeSellersOf: async (tx: Tx, courseId: string): Promise<void> => {
      for (const planId of await renewingPlansOf(tx, courseId))
        await jobs.enqueueAll(tx, recomputeHolders, holders(planId));
    },
    prepare: recomputation.prepare,
    recomputeLater: recomputation.later,
    progress: recomputation.progress,
    /** Recomputes every key while buying continues. Returns the first that differed, a line each. */
    recompute: run,
    /** For an operator: recomputes, and returns the differences. */
    repair: async (): Promise<string> => {
      const differences = await run();
      const promises = await listPromises(db, await settings.calendar());
      return [
        ...(differences.length === 0
          ? ['Terms, standings, daily sales and access agree with the ledger']
          : ['Terms, standings, daily sales and access are recomputed. They differed:', ...differences]),
        ...(promises.length === 0 ? [] : ['Dates that an earlier version promised are kept:', ...promises]),
      ].join('\n');
    },
  };
};
