// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
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

const gift = defineJob({ name: 'test.gift', lane: 'email', payload: Named, waitsAfterJump: true });
const receipt = defineJob({ name: 'test.receipt', lane: 'email', payload: Named });

/** A process with a running clock, and the jobs that it has run so far. */
const startProcess = (place: Place) => {
  const jobs = openJobs(place);
  const ran: string[] = [];
  const note = async ({ name }: { name: string }): Promise<void> => void ran.push(name);
  jobs.handle(gift, note);
  jobs.handle(receipt, note);
  jobs.start();
  /** Everything that is due has been run before it. */
  const settle = async (name: string): Promise<string[]> => {
    await jobs.enqueue(place.database.db, receipt, { name });
    await expect.poll(() => ran).toContain(name);
    return ran.filter((one) => one !== name);
  };
  return { jobs, settle, ran };
};

test('what a jump of the clock made due, and cannot be taken back, waits for a day, and what is added since does not', async () => {
  const { database, clock } = await openApp();
  const { jobs, settle, ran } = startProcess({ database, clock });
  const { db } = database;
  const now = clock.now();
  await jobs.enqueue(db, gift, { name: 'of next month' }, { runAtMs: now + 30 * DAY_MS });
  await jobs.enqueue(db, gift, { name: 'of next year' }, { runAtMs: now + 401 * DAY_MS });
  await jobs.enqueue(db, receipt, { name: 'a receipt' }, { runAtMs: now + 30 * DAY_MS });
  expect(await settle('before')).toEqual([]);
  clock.advance(400 * DAY_MS);
  expect(await settle('after the jump')).toEqual(['before', 'a receipt']);
  await jobs.enqueue(db, gift, { name: 'at once' });
  await expect.poll(() => ran).toContain('at once');
  clock.advance(23 * HOUR_MS);
  expect(await settle('a day less')).not.toContain('of next month');
  clock.advance(HOUR_MS);
  await expect.poll(() => ran).toEqual(expect.arrayContaining(['of next month', 'of next year']));
});

test('a job that a jump made due keeps its day once the clock is right again', async () => {
  const { database, clock } = await openApp();
  const { jobs, settle, ran } = startProcess({ database, clock });
  await jobs.enqueue(database.db, gift, { name: 'a gift' }, { runAtMs: clock.now() + 5 * DAY_MS });
  expect(await settle('before')).toEqual([]);
  clock.advance(400 * DAY_MS);
  expect(await settle('after the jump')).not.toContain('a gift');
  clock.advance(-400 * DAY_MS + HOUR_MS);
  for (let day = 0; day < 5; day += 1) {
    expect(await settle(`day ${day}`)).not.toContain('a gift');
    clock.advance(DAY_MS);
  }
  await expect.poll(() => ran).toContain('a gift');
});
