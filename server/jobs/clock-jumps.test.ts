import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#test/fake-clock.ts';
import { Named, openApp, openJobs, type Place, storedJob } from '#test/open-jobs.ts';
import { defineJob } from './jobs.ts';

const sweep = defineJob({
  name: 'test.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: HOUR_MS,
  waitsAfterJump: true,
});
const refresh = defineJob({ name: 'test.refresh', lane: 'upkeep', payload: z.object({}), everyMs: HOUR_MS });

/** How often both run for a process that starts and stops now: first what adds the jobs, then what runs them. */
const runsAt = async (place: Place): Promise<{ sweep: number; refresh: number }> => {
  const ran = { sweep: 0, refresh: 0 };
  const [starting, running] = [openJobs(place), openJobs(place)];
  for (const jobs of [starting, running]) {
    jobs.handle(sweep, async () => void (ran.sweep += 1));
    jobs.handle(refresh, async () => void (ran.refresh += 1));
  }
  starting.start();
  await starting.stop();
  await running.runDue();
  return ran;
};

const BOTH = { sweep: 1, refresh: 1 };
const HELD = { sweep: 0, refresh: 1 };

test('after a jump of the clock what deletes and reminds waits for a day, and other jobs run', async () => {
  const app = await openApp();
  expect(await runsAt(app)).toEqual(BOTH);
  app.clock.advance(HOUR_MS);
  expect(await runsAt(app)).toEqual(BOTH);
  app.clock.advance(400 * DAY_MS);
  expect(await runsAt(app)).toEqual(HELD);
  app.clock.advance(23 * HOUR_MS);
  expect(await runsAt(app)).toEqual(HELD);
  app.clock.advance(HOUR_MS);
  expect(await runsAt(app)).toEqual(BOTH);
});

test('a clock that is right again ends the wait at once', async () => {
  const app = await openApp();
  expect(await runsAt(app)).toEqual(BOTH);
  app.clock.advance(400 * DAY_MS);
  expect(await runsAt(app)).toEqual(HELD);
  app.clock.advance(-400 * DAY_MS + HOUR_MS);
  expect(await runsAt(app)).toEqual(BOTH);
});

test('of two processes the one whose clock is ahead deletes nothing', async () => {
  const app = await openApp();
  const ahead = { database: app.database, clock: { now: () => app.clock.now() + 400 * DAY_MS } };
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await runsAt(app)).toEqual(BOTH);
    expect(await runsAt(ahead)).toEqual(HELD);
    app.clock.advance(25 * HOUR_MS);
  }
});

test('the job of a process whose clock was ahead, and which died, is taken over', async () => {
  const app = await openApp();
  const once = defineJob({ name: 'test.once', lane: 'money', payload: Named });
  const jobs = openJobs(app);
  jobs.handle(once, async () => undefined);
  await jobs.enqueue(app.database.db, once, { name: 'a' }, { id: 'one' });
  const lease = { state: 'running' as const, leased_by: 'gone', leased_until: app.clock.now() + 400 * DAY_MS };
  await app.database.db.updateTable('jobs').set(lease).where('id', '=', 'one').execute();
  await jobs.runDue();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'done' });
});
