import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import type { Database, Db } from '#server/database/database.ts';
import type { DailyTotalRow } from '#server/database/payment-tables.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import { entitlement } from './entitlement.ts';
import { accessFactsOfAll, presentOf } from './entitlement.queries.ts';
import { lockPurchasesOf } from './facts.queries.ts';
import type { Mode } from './provider.ts';
import { postAccess } from './running-access.ts';
import { countedOf, postSales } from './sales-book.ts';
import { disputesOf, refundsOf } from './sales-book.queries.ts';
import type { SchoolCalendar } from './school-calendar.ts';
import {
  allDays,
  countEndsAnew,
  countPeople,
  endsOf,
  paymentsAfter,
  peopleAfter,
  setTotalsZone,
  sumDaysAnew,
  totalsZone,
} from './totals.queries.ts';

const BATCH = 200;
const MODES: readonly Mode[] = ['test', 'live'];
const MOST_DIFFERENCES = 100;

const rebuildTotals = defineJob({ name: 'payments.rebuild-totals', payload: z.object({}), maxAttempts: 5 });

/** What is kept beside the facts so that nobody has to add them up: it can always be made again from them. */
export interface Totals {
  /** Has everything counted in the background when the days are counted in another time zone, or never were. */
  prepare(): Promise<void>;
  /** Counts everything anew, a few rows at a time; buying goes on meanwhile. */
  rebuild(): Promise<void>;
  /** Where the totals differ from the ledger, a line each; none when they agree. Reads everything. */
  compare(): Promise<string[]>;
  /** Both, for an operator: what differed, a line each, and that it was mended. */
  countAnew: () => Promise<string>;
}

export interface TotalsNeeds {
  database: Database;
  jobs: Jobs;
  clock: Clock;
  calendar: SchoolCalendar;
  timeZone: string;
}

const inBatches = async <T>(next: (last: T | undefined) => Promise<T[]>, work: (batch: T[]) => Promise<void>) => {
  for (let last: T | undefined; ;) {
    const batch = await next(last);
    if (batch.length > 0) await work(batch);
    last = batch.at(-1);
    if (batch.length < BATCH) return;
  }
};

const nextPayments = (db: Db) => (last: { id: string } | undefined) => paymentsAfter(db, last?.id ?? '', BATCH);
const nextPeople = (db: Db) => (last: string | undefined) => peopleAfter(db, last ?? '', BATCH);

type Sums = Pick<DailyTotalRow, 'sold' | 'gross_in_paise' | 'refunded_in_paise' | 'lost_in_paise'>;

const lineOf = (sums: Sums | undefined): string =>
  `${sums?.sold ?? 0} sold, ${sums?.gross_in_paise ?? 0} gross, ${sums?.refunded_in_paise ?? 0} refunded, ${sums?.lost_in_paise ?? 0} lost`;

/** What the totals of each day must be, by the facts alone. */
const sumFacts = async (db: Db, calendar: SchoolCalendar): Promise<Map<string, Sums>> => {
  const days = new Map<string, Sums>();
  await inBatches(nextPayments(db), async (batch) => {
    const ids = batch.map((payment) => payment.provider_payment_id);
    const [refunds, disputes] = [await refundsOf(db, ids), await disputesOf(db, ids)];
    for (const payment of batch) {
      const isOfIt = (row: { provider_payment_id: string }): boolean =>
        row.provider_payment_id === payment.provider_payment_id;
      const counted = countedOf(payment, refunds.filter(isOfIt), disputes.filter(isOfIt), calendar);
      if (counted.day === null) continue;
      const key = `${payment.mode} ${counted.day}`;
      const sums = days.get(key) ?? { sold: 0, gross_in_paise: 0, refunded_in_paise: 0, lost_in_paise: 0 };
      sums.sold += counted.sold;
      sums.gross_in_paise += counted.grossInPaise;
      sums.refunded_in_paise += counted.refundedInPaise;
      sums.lost_in_paise += counted.lostInPaise;
      days.set(key, sums);
    }
  });
  return days;
};

const compareDays = async (db: Db, calendar: SchoolCalendar): Promise<string[]> => {
  const facts = await sumFacts(db, calendar);
  const kept = new Map((await allDays(db)).map((row) => [`${row.mode} ${row.day}`, row]));
  return [...new Set([...facts.keys(), ...kept.keys()])].toSorted().flatMap((key) => {
    const [is, should] = [lineOf(kept.get(key)), lineOf(facts.get(key))];
    return is === should ? [] : [`${key}: the total says ${is}; the ledger says ${should}`];
  });
};

const comparePeople = async (db: Db, now: number): Promise<string[]> => {
  const differences: string[] = [];
  await inBatches(nextPeople(db), async (userIds) => {
    const kept = await endsOf(db, userIds);
    const present = await presentOf(db, userIds);
    for (const mode of MODES) {
      for (const [userId, { terms, changes }] of await accessFactsOfAll(db, userIds, mode)) {
        const should = present.has(userId) ? entitlement(terms, now, changes).endsAt : undefined;
        const is = kept.find((row) => row.user_id === userId && row.mode === mode)?.ends_at;
        if (is !== should && differences.length < MOST_DIFFERENCES)
          differences.push(`${mode} access of ${userId}: kept ${is ?? 'none'}, by the facts ${should ?? 'none'}`);
      }
    }
  });
  for (const mode of MODES) {
    const { counted, listed } = await countPeople(db, mode);
    if (counted !== listed) differences.push(`${mode} people: ${counted} counted, ${listed} listed`);
  }
  return differences;
};

export const createTotals = ({ database, jobs, clock, calendar, timeZone }: TotalsNeeds): Totals => {
  const { db } = database;

  const rebuild = async (): Promise<void> => {
    const now = clock.now();
    await inBatches(nextPayments(db), async (batch) => {
      const ids = batch.map((payment) => payment.provider_payment_id);
      await database.transaction((tx) => postSales(tx, ids, { calendar, now }));
    });
    await database.transaction(sumDaysAnew);
    await inBatches(nextPeople(db), (userIds) =>
      database.transaction(async (tx) => {
        await lockPurchasesOf(tx, userIds, now);
        for (const mode of MODES) await postAccess(tx, userIds, { mode, now });
      }),
    );
    await database.transaction(countEndsAnew);
    await setTotalsZone(db, timeZone, now);
  };
  jobs.handle(rebuildTotals, rebuild);

  const compare = async (): Promise<string[]> => [
    ...(await compareDays(db, calendar)),
    ...(await comparePeople(db, clock.now())),
  ];

  return {
    prepare: async () => {
      if ((await totalsZone(db)) !== timeZone) await jobs.enqueue(db, rebuildTotals, {});
    },
    rebuild,
    compare,
    countAnew: async () => {
      const differences = await compare();
      await rebuild();
      const left = await compare();
      if (left.length > 0) return ['The totals still differ from the ledger:', ...left].join('\n');
      return differences.length === 0
        ? 'The totals agree with the ledger'
        : ['The totals are counted anew. They differed:', ...differences].join('\n');
    },
  };
};
