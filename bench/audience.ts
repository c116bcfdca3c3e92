import { join } from 'node:path';
import { systemClock } from '#server/clock.ts';
import { openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createAudience } from '#server/features/classroom/progress/audience.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { temporaryFolder } from './processes.ts';
import { fill } from './progress-size.ts';

const ROWS = 1_000_000;
const TIMES = 50;

/** How long the event loop stood still at most while `work` ran. */
const longestPause = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
};

/** The reports about watching, and what it costs to compute them for one course that everybody watched. */
export const audienceFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const database = openSqlite(join(folder.path, 'lectern.db'));
  try {
    await migrate(database, Date.now());
    await fill(database, ROWS);
    const log = { warn: () => undefined, error: () => undefined };
    const jobs = createJobs(database, { now: () => systemClock.now() + 60 * 60_000 }, log);
    const audience = createAudience({ database, jobs, clock: systemClock });
    await database.transaction((tx) => audience.schedule(tx, ['c1']));
    const startedAt = performance.now();
    const pauseMs = await longestPause(() => jobs.runDue());
    const seconds = (performance.now() - startedAt) / 1000;
    const times: number[] = [];
    for (let index = 0; index < TIMES; index += 1) {
      const askedAt = performance.now();
      await audience.mostWatched(5, 'https://school.example');
      await audience.ofCourse('c1');
      await audience.ofLecture('l0000001');
      times.push(performance.now() - askedAt);
    }
    return [
      figure(
        'the reports about watching over 1,000,000 rows of progress, p95',
        { atMost: 100 },
        round(percentile(times, 0.95)),
        'ms',
        'SQLite',
      ),
      figure(
        'the longest pause while the audience of a course with 1,000,000 rows is counted',
        { atMost: 200 },
        round(pauseMs),
        'ms',
        `${round(seconds)} s in all, SQLite`,
      ),
    ];
  } finally {
    await database.close();
    folder.remove();
  }
};
