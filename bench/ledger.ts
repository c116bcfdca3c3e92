import { join } from 'node:path';
import { DAY_MS } from '#server/clock.ts';
import { type Database, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { entitlement, prepareAccessHistory } from '#server/features/billing/entitlement/entitlement.ts';
import { countAccessAfter } from '#server/features/billing/entitlement/entitlement.queries.ts';
import { dayAfter, recomputeDay } from '#server/features/billing/reports/reports.ts';
import { newestPayments } from '#server/features/billing/admin/payment-list.queries.ts';
import { createTrends } from '#server/features/billing/reports/trends.ts';
import { sumDays, sumPeriods } from '#server/features/billing/reports/trends.queries.ts';
import { createCalendar } from '#server/calendar.ts';
import { inTurns } from './compare.ts';
import { insertLearners } from './fill.ts';
import { load } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { temporaryFolder } from './processes.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const QUESTIONS = 3000;
const DASHBOARDS = 50;

/** Payments of the last three years, one for each user. */
const fill = (database: Database, count: number, now: number): Promise<void> =>
  database.transaction(async (tx) => {
    await insertLearners(tx, { prefix: 'u', count, mode: 'live', at: `${now} - (i % 1095) * ${DAY_MS}` });
    const calendar = createCalendar('UTC');
    let day = await dayAfter(tx, 'live', '', calendar);
    for (; day !== undefined; day = await dayAfter(tx, 'live', day, calendar))
      await recomputeDay(tx, day, { mode: 'live', calendar });
  });

/** Computes the entitlement of one user after another, spread over all of them; returns how long it took. */
const asker = ({ database, count, now }: Filled): (() => Promise<number>) => {
  const historyOf = prepareAccessHistory(database);
  let index = 0;
  return async () => {
    const userId = `u${1 + ((index++ * 7919) % count)}`;
    const startedAt = performance.now();
    entitlement(await historyOf(userId, 'live'), now);
    return performance.now() - startedAt;
  };
};

/** The queries of the dashboard: sums, months, the newest hundred payments, how many users have access, and the reports. */
const dashboardTimes = ({ database, now }: Filled): Promise<number[]> => {
  const { db } = database;
  const year = new Date(now).getUTCFullYear();
  const trends = createTrends({
    database,
    clock: { now: () => now },
    settings: { calendar: async () => createCalendar('UTC'), purchaseMode: async () => 'live' },
  });
  return load({ turns: DASHBOARDS }, async () => {
    await sumDays(db, 'live', { from: '0', to: '9' });
    await sumPeriods(db, 'live', { from: `${year}-01-01`, to: `${year}-12-31` }, 7);
    await newestPayments(db, 'live', 100);
    await countAccessAfter(db, 'live', now);
    await trends.revenue({ per: 'day', year, compareWith: year - 1 });
    await trends.members();
    await trends.refunds({ year });
    await trends.checkout();
  });
};

interface Filled extends AsyncDisposable {
  database: Database;
  count: number;
  now: number;
}

const openFilled = async (count: number): Promise<Filled> => {
  const folder = temporaryFolder();
  const database = openSqlite(join(folder.path, 'lectern.db'));
  const now = Date.now();
  await migrate(database, now);
  await fill(database, count, now);
  return {
    database,
    count,
    now,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      folder.remove();
    },
  };
};

export const ledgerFigures = async (): Promise<Figure[]> => {
  await using few = await openFilled(FEW);
  await using many = await openFilled(MANY);
  const times = await inTurns(QUESTIONS, [few, many].map(asker));
  // The first are slower.
  const [ofFew = Number.NaN, ofMany = Number.NaN] = times.map((all) => median(all.slice(QUESTIONS / 10)));
  const dashboards = [await dashboardTimes(few), await dashboardTimes(many)];
  const [fewMs = Number.NaN, manyMs = Number.NaN] = dashboards.map((all) => percentile(all, 0.95));
  return [
    figure('entitlement of a user, with 1,000,000 payments, median', { atMost: 1 }, round(ofMany, 3), 'ms', 'SQLite'),
    figure(
      'the same against 10,000 payments',
      { atMost: 1.5 },
      round(ofMany / ofFew),
      '×',
      `measured in turns: ${round(ofMany, 3)} ms against ${round(ofFew, 3)} ms`,
    ),
    figure(
      'the dashboard’s figures and reports over 1,000,000 payments, p95',
      { atMost: 100 },
      round(manyMs),
      'ms',
      `${round(fewMs)} ms over 10,000`,
    ),
  ];
};
