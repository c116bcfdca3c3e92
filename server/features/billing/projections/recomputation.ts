import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Difference } from '../ledger/ledger.ts';
import { MODES } from '../provider/provider.ts';
import { recomputeDay } from '../reports/reports.ts';
import {
  areOutdated,
  findComputedBy,
  findRecomputing,
  lockRecomputing,
  type Recomputing,
  RULES,
  storeComputedBy,
  storeRecomputing,
} from './computed-by.ts';
import { describeDifferences } from './differences.ts';
import { FIRST, inBothModes, recomputePiece, recomputeUsers, USERS_BATCH } from './pieces.ts';
import { changedSince, countUsers } from './projections.queries.ts';

const LOG_EVERY_MS = 10_000;
/**
 * Until then a process may record a sale on a day of the previous time zone, or of a plan as it was before a course was added:
 * what follows is recomputed once more.
 */
const UNTIL_ALL_KNOW_MS = MINUTE_MS;
/** A change is committed, and its own jobs have run, within this time. */
const UNTIL_SETTLED_MS = 5 * MINUTE_MS;

const Asked = z.object({ askedAtMs: z.int() });

const recomputeJob = defineJob({
  name: `billing.recompute.${RULES}`,
  lane: 'upkeep',
  payload: Asked,
  maxAttempts: 5,
});

/** As versions before rules had numbers called it. */
const UNNUMBERED = defineJob({ name: 'billing.recompute', lane: 'upkeep', payload: z.object({}), maxAttempts: 5 });

/** What a version with other rules wrote beside this one is recomputed, for a day after an upgrade. */
const followJob = defineJob({
  name: `billing.recompute-changed.${RULES}`,
  lane: 'upkeep',
  payload: z.object({ sinceMs: z.int(), untilMs: z.int() }),
});

/** Runs, at once and later, what a change of the calendar or of a plan asks for. */
export const atOnceAndLater = (now: number): number[] => [now, now + UNTIL_ALL_KNOW_MS];

const hasRunElsewhere = (db: Db, sinceMs: number): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', UNNUMBERED.name)
      .where('finished_at', '>=', sinceMs)
      .where('state', '=', 'done')
      .limit(1),
  );

/** Recomputes everything in pieces, each a short transaction, after an upgrade and after a change of the time zone. */
export const createRecomputation = ({ database, jobs, clock, settings, log }: BillingPlatform) => {
  const { db } = database;

  const ask = (tx: Db, askedAtMs: number, id?: string): Promise<void> =>
    jobs.enqueue(tx, recomputeJob, { askedAtMs }, { runAtMs: askedAtMs, ...(id !== undefined && { id }) });

  const follow = (tx: Tx, sinceMs: number, untilMs: number): Promise<void> =>
    jobs.enqueue(tx, followJob, { sinceMs, untilMs }, { runAtMs: clock.now() + MINUTE_MS });

  /** Begins, unless this or a later one has begun. */
  const begin = (askedAtMs: number): Promise<void> =>
    database.transaction(async (tx) => {
      const under = await lockRecomputing(tx);
      if (under && under.askedAtMs >= askedAtMs) return;
      const begun = { rules: RULES, position: FIRST, done: 0, total: await countUsers(tx), askedAtMs };
      await storeRecomputing(tx, begun, clock.now());
    });

  const finish = async (tx: Tx, { askedAtMs }: Recomputing, timeZone: string): Promise<void> => {
    if (database.engine === 'postgres' && (await areOutdated(tx))) await follow(tx, askedAtMs, askedAtMs + DAY_MS);
    await storeRecomputing(tx, undefined, clock.now());
    await storeComputedBy(tx, timeZone, clock.now());
  };

  /** Returns the position after it; undefined when nothing is left, or a later recomputation has begun. */
  const doPiece = (askedAtMs: number): Promise<(Recomputing & { found: Difference[] }) | undefined> =>
    database.transaction(async (tx) => {
      const under = await lockRecomputing(tx);
      if (under?.askedAtMs !== askedAtMs) return undefined;
      const calendar = await settings.calendar(tx);
      const {
        next,
        users,
        differences: found,
      } = await recomputePiece(tx, under.position, { now: clock.now(), calendar });
      if (!next) {
        await finish(tx, under, calendar.timeZone);
        return { ...under, found };
      }
      const after = { ...under, position: next, done: under.done + users };
      await storeRecomputing(tx, after, clock.now());
      return { ...after, found };
    });

  const run = async (askedAtMs: number, signal: AbortSignal): Promise<void> => {
    await begin(askedAtMs);
    const { note, lines } = describeDifferences();
    let loggedAt = performance.now();
    for (;;) {
      signal.throwIfAborted();
      const before = process.threadCpuUsage();
      const piece = await doPiece(askedAtMs);
      if (!piece) break;
      piece.found.forEach(note);
      const { done, total } = piece;
      if (performance.now() - loggedAt > LOG_EVERY_MS) {
        log.info({ done, total }, 'access and sales are being recomputed');
        loggedAt = performance.now();
      }
      // At least half of the thread is left to requests.
      const { user, system } = process.threadCpuUsage(before);
      await sleep((user + system) / 1000, undefined, { signal });
    }
    log.info({}, 'access and sales are recomputed');
    if (lines.length > 0) log.warn({ differences: lines }, 'projections are recomputed, and differed');
  };

  const recomputeChanged = async (sinceMs: number): Promise<void> => {
    const at = { now: clock.now(), calendar: await settings.calendar() };
    const { payments, userIds } = await changedSince(db, sinceMs);
    for (let index = 0; index < userIds.length; index += USERS_BATCH)
      await database.transaction((tx) =>
        recomputeUsers(tx, inBothModes(userIds.slice(index, index + USERS_BATCH)), {
          ...at,
          source: { kind: 'ledger' },
        }),
      );
    for (const mode of MODES) {
      const captures = payments.flatMap((row) => (row.mode === mode ? (row.captured_at ?? []) : []));
      for (const day of new Set(captures.map(at.calendar.dayOf)))
        await database.transaction((tx) => recomputeDay(tx, day, { ...at, mode }));
    }
  };

  jobs.handle(recomputeJob, ({ askedAtMs }, { signal }) => run(askedAtMs, signal));
  jobs.handle(UNNUMBERED, () => ask(db, clock.now()));
  jobs.handle(followJob, async ({ sinceMs, untilMs }) => {
    const now = clock.now();
    await recomputeChanged(sinceMs);
    if (await hasRunElsewhere(db, sinceMs)) await ask(db, now);
    if (now < untilMs) await database.transaction((tx) => follow(tx, now - UNTIL_SETTLED_MS, untilMs));
  });

  return {
    /** Queues it when other rules or another time zone computed what is stored, and resumes one that was stopped. */
    prepare: async (): Promise<void> => {
      const { timeZone } = await settings.calendar();
      const [computed, under] = [await findComputedBy(db), await findRecomputing(db)];
      if (computed?.rules === RULES && computed.timeZone === timeZone && !under) return;
      const askedAtMs = under?.askedAtMs ?? clock.now();
      await ask(db, askedAtMs, `${recomputeJob.name}:${askedAtMs}`);
    },
    /** Queues it after a change of the time zone, in its transaction. */
    later: async (tx: Tx): Promise<void> => {
      for (const askedAtMs of atOnceAndLater(clock.now())) await ask(tx, askedAtMs);
    },
    /** How many users are done, by the name of the job. */
    progress: async (): Promise<Map<string, { done: number; total: number }>> => {
      const under = await findRecomputing(db);
      return new Map(under ? [[recomputeJob.name, { done: under.done, total: under.total }]] : []);
    },
  };
};
