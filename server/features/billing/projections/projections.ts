import { z } from 'zod';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import type { PaymentRow } from '#server/database/payment-tables.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import { compareAccess, lockPurchases, recomputeAccess } from '../entitlement/entitlement.ts';
import { compareStanding, recomputeStanding } from '../ledger/ledger.ts';
import type { Mode } from '../provider/provider.ts';
import { allDays, compareDay, recomputeDays } from '../reports/reports.ts';
import { paymentsAfter, storedTimeZone, storeTimeZone, usersAfter } from './projections.queries.ts';

const BATCH = 200;
const MODES: readonly Mode[] = ['test', 'live'];
const MAX_DIFFERENCES = 100;

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
  /** Recomputes every key, each in a short transaction, while buying continues. */
  recompute(): Promise<void>;
  /** Each difference between stored and computed rows as a line. Reads everything. */
  compare(): Promise<string[]>;
  /** For an operator: compares, recomputes, and returns what differed, a line each. */
  repair(): Promise<string>;
}

export interface ProjectionsNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  timeZone: string;
}

const batches = async function* <T>(next: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  for (let last: T | undefined; ;) {
    const batch = await next(last);
    if (batch.length > 0) yield batch;
    last = batch.at(-1);
    if (batch.length < BATCH) return;
  }
};

const batchesOfUsers = (db: Db) => batches<string>((last) => usersAfter(db, last ?? '', BATCH));
const batchesOfPayments = (db: Db) => batches<PaymentRow>((last) => paymentsAfter(db, last?.id ?? '', BATCH));

export const createProjections = ({ database, jobs, clock, calendar, timeZone }: ProjectionsNeeds): Projections => {
  const { db } = database;

  const recompute = async (): Promise<void> => {
    const now = clock.now();
    for await (const payments of batchesOfPayments(db))
      await database.transaction(async (tx) => {
        for (const { provider_payment_id: paymentId } of payments) await recomputeStanding(tx, paymentId, now);
      });
    for await (const userIds of batchesOfUsers(db))
      await database.transaction(async (tx) => {
        for (const userId of userIds) {
          await lockPurchases(tx, userId, now);
          for (const mode of MODES) await recomputeAccess(tx, userId, { mode, now });
        }
      });
    for (const mode of MODES)
      for (const day of await allDays(db, mode, calendar))
        await database.transaction((tx) => recomputeDays(tx, [day], { mode, calendar }));
    await storeTimeZone(db, timeZone, now);
  };
  jobs.handle(recomputeProjections, recompute);

  const compareMode = async (mode: Mode): Promise<string[]> => {
    const differences: string[] = [];
    for (const day of await allDays(db, mode, calendar)) {
      const difference = await compareDay(db, day, { mode, calendar });
      if (difference !== undefined) differences.push(difference);
    }
    for await (const userIds of batchesOfUsers(db))
      for (const userId of userIds) {
        const difference = await compareAccess(db, userId, { mode, now: clock.now() });
        if (difference)
          differences.push(
            `${mode} access of ${userId}: stored ${difference.stored ?? 'none'}; computed ${difference.computed ?? 'none'}`,
          );
      }
    return differences;
  };

  const compareStandings = async (): Promise<string[]> => {
    const differences: string[] = [];
    for await (const payments of batchesOfPayments(db))
      for (const payment of payments) {
        const difference = await compareStanding(db, payment);
        if (difference)
          differences.push(
            `standing of ${payment.provider_payment_id}: stored ${difference.stored ?? 'none'}; computed ${difference.computed}`,
          );
      }
    return differences;
  };

  const compare = async (): Promise<string[]> => {
    const differences = await compareStandings();
    for (const mode of MODES) differences.push(...(await compareMode(mode)));
    return differences.slice(0, MAX_DIFFERENCES);
  };

  return {
    prepare: async () => {
      if ((await storedTimeZone(db)) !== timeZone) await jobs.enqueue(db, recomputeProjections, {});
    },
    recompute,
    compare,
    repair: async () => {
      const differences = await compare();
      await recompute();
      const left = await compare();
      if (left.length > 0)
        return ['Standings, daily sales or access still differ from the ledger:', ...left].join('\n');
      return differences.length === 0
        ? 'Standings, daily sales and access agree with the ledger'
        : ['Standings, daily sales and access are recomputed. They differed:', ...differences].join('\n');
    },
  };
};
