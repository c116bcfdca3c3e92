// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { UnavailableError } from '#server/errors.ts';
import { gate, Named, openApp, openJobs, type Place, storedJob } from '#test/open-jobs.ts';
import { claimDue } from './jobs.queries.ts';
import { createJobs, defineJob } from './jobs.ts';
import { LANES } from './lanes.ts';

const refund = defineJob({ name: 'test.refund', lane: 'money', payload: Named });
const emailJob = defineJob({ name: 'test.mail', lane: 'email', payload: Named });
const encoding = defineJob({ name: 'test.encode', lane: 'media', payload: Named });
const sweep = defineJob({ name: 'test.sweep', lane: 'upkeep', payload: z.object({}), everyMs: HOUR_MS });
const KINDS = [refund, emailJob, encoding];

test('a job that is added in a transaction runs once it has committed, and never when it has not', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const ran: string[] = [];
  jobs.handle(emailJob, async ({ name }) => void ran.push(name));
  await app.database.transaction((tx) => jobs.enqueue(tx, emailJob, { name: 'kept' }));
  const undone = app.database.transaction(async (tx) => {
    await jobs.enqueue(tx, emailJob, { name: 'undone' });
    throw new Error('changed its mind');
  });
  await expect(undone).rejects.toThrow('changed its mind');
  expect(await jobs.runDue()).toBe(1);
  expect(ran).toEqual(['kept']);
  // It may have named a person, who is deleted later.
  expect(await app.database.db.selectFrom('jobs').select(['state', 'payload']).execute()).toEqual([
    { state: 'done', payload: '{}' },
  ]);
});

test('of a periodic job the last run and its result are known, and the next', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const startedAt = Math.floor(app.clock.now() / HOUR_MS) * HOUR_MS;
  const nextHour = startedAt + HOUR_MS;
  const nothingYet = { name: 'test.sweep', everyMs: HOUR_MS, state: null, lastEndedAtMs: null, error: null };
  let isBroken = false;
  jobs.handle(emailJob, async () => undefined);
  jobs.handle({ ...sweep, maxAttempts: 2 }, async () => {
    if (isBroken) throw new Error('the disk is gone');
  });
  expect(await jobs.periodic()).toEqual([{ ...nothingYet, nextAtMs: nextHour }]);
  const addSlot = (runAt: number) =>
    jobs.enqueue(app.database.db, sweep, {}, { id: `test.sweep:${runAt / HOUR_MS}`, runAtMs: runAt });
  await addSlot(startedAt);
  await jobs.runDue();
  const firstEndedAtMs = app.clock.now();
  const [done] = await jobs.periodic();
  expect(done).toEqual({ ...nothingYet, state: 'done', lastEndedAtMs: firstEndedAtMs, nextAtMs: nextHour });

  isBroken = true;
  app.clock.advance(HOUR_MS);
  await addSlot(nextHour);
  await jobs.runDue();
  const [retrying] = await jobs.periodic();
  expect(retrying).toMatchObject({ state: 'retrying', lastEndedAtMs: firstEndedAtMs, error: 'the disk is gone' });
  expect(retrying?.nextAtMs).toBeLessThan(app.clock.now() + MINUTE_MS);
  app.clock.advance(MINUTE_MS);
  await jobs.runDue();
  const [failed] = await jobs.periodic();
  expect(failed).toMatchObject({ state: 'failed', lastEndedAtMs: app.clock.now(), error: 'the disk is gone' });
  expect(failed?.nextAtMs).toBe(nextHour + HOUR_MS);
});

test('a job with a known id is added once, waits for its time, and can be cancelled until it starts', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const ran: string[] = [];
  jobs.handle(emailJob, async ({ name }) => void ran.push(name));
  const runAtMs = app.clock.now() + MINUTE_MS;
  const { db } = app.database;
  await jobs.enqueue(db, emailJob, { name: 'first' }, { id: 'one', runAtMs });
  await jobs.enqueue(db, emailJob, { name: 'second' }, { id: 'one' });
  await jobs.enqueue(db, emailJob, { name: 'third' }, { id: 'two', runAtMs });
  expect(await jobs.cancel(db, 'two')).toBe(true);
  expect(await jobs.runDue()).toBe(0);
  app.clock.advance(MINUTE_MS);
  expect(await jobs.runDue()).toBe(1);
  expect(ran).toEqual(['first']);
  expect(await jobs.cancel(db, 'one')).toBe(false);
});

test('a failing job is retried after growing pauses, and fails for good at its last attempt', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const brief = defineJob({ name: 'test.brief', lane: 'money', payload: Named, maxAttempts: 3 });
  const attempts: number[] = [];
  jobs.handle(brief, async (_payload, { attempt }) => {
    attempts.push(attempt);
    throw new Error(`no connection ${attempt}`);
  });
  await jobs.enqueue(app.database.db, brief, { name: 'a' }, { id: 'one' });
  for (const [attempt, leastMs, mostMs] of [
    [1, 1500, 2500],
    [2, 3000, 5000],
  ] as const) {
    expect(await jobs.runDue()).toBe(1);
    const job = await storedJob(app, 'one');
    expect(job).toMatchObject({ state: 'waiting', attempts: attempt, last_error: `no connection ${attempt}` });
    expect(job.run_at - app.clock.now()).toBeGreaterThanOrEqual(leastMs);
    expect(job.run_at - app.clock.now()).toBeLessThanOrEqual(mostMs);
    expect(await jobs.runDue()).toBe(0);
    app.clock.advance(mostMs);
  }
  await jobs.runDue();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'failed', attempts: 3, last_error: 'no connection 3' });
  app.clock.advance(HOUR_MS);
  expect(await jobs.runDue()).toBe(0);
  expect(attempts).toEqual([1, 2, 3]);
});

test('a failed job that is retried has all its attempts again', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const brief = defineJob({ name: 'test.brief', lane: 'money', payload: Named, maxAttempts: 2 });
  const attempts: number[] = [];
  jobs.handle(brief, async (_payload, { attempt }) => {
    attempts.push(attempt);
    throw new Error('no connection');
  });
  await jobs.enqueue(app.database.db, brief, { name: 'a' }, { id: 'one' });
  const runTwice = async (): Promise<void> => {
    await jobs.runDue();
    app.clock.advance(HOUR_MS);
    await jobs.runDue();
  };
  await runTwice();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'failed', attempts: 2 });
  expect(await jobs.retry('one')).toBe(true);
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'waiting', attempts: 0 });
  await runTwice();
  expect(attempts).toEqual([1, 2, 1, 2]);
  expect(await jobs.retry('unknown')).toBe(false);
});

test.each([
  ['store is away', new UnavailableError('the store does not respond')],
  ['disk is full', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['disk is read-only', Object.assign(new Error('read-only file system'), { code: 'EROFS' })],
])('a job whose %s waits without losing an attempt', async (_, reason) => {
  const app = await openApp();
  const jobs = openJobs(app);
  let isAway = true;
  const once = defineJob({ name: 'test.once', lane: 'money', payload: Named, maxAttempts: 1 });
  jobs.handle(once, async () => {
    if (isAway) throw reason;
  });
  await jobs.enqueue(app.database.db, once, { name: 'a' }, { id: 'one' });
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await jobs.runDue()).toBe(1);
    const waiting = { state: 'waiting', attempts: 0, last_error: reason.message };
    expect(await storedJob(app, 'one')).toEqual({ ...waiting, run_at: app.clock.now() + 30_000 });
    app.clock.advance(30_000);
  }
  isAway = false;
  await jobs.runDue();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'done', attempts: 1 });
});

test('a job whose worker died is run by another process after its lease expires, and not before', async () => {
  const app = await openApp();
  await using further = await app.another();
  const [dead, alive] = [openJobs(app), openJobs(further)];
  const began = gate();
  const death = gate();
  const ran: string[] = [];
  dead.handle(emailJob, async (_payload, { attempt }) => {
    ran.push(`dead ${attempt}`);
    began.open();
    await death.opened;
    throw new Error('too late');
  });
  alive.handle(emailJob, async (_payload, { attempt }) => void ran.push(`alive ${attempt}`));
  await dead.enqueue(app.database.db, emailJob, { name: 'a' }, { id: 'one' });
  dead.start();
  await began.opened;
  app.clock.advance(14_000);
  expect(await alive.runDue()).toBe(0);
  app.clock.advance(2000);
  expect(await alive.runDue()).toBe(1);
  expect(ran).toEqual(['dead 1', 'alive 2']);
  // What the first worker reports after its lease changes nothing.
  death.open();
  await dead.stop();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'done', attempts: 2, last_error: null });
});

test('a shutdown stops running jobs without counting a failure', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const began = gate();
  jobs.handle(encoding, async (_payload, { signal }) => {
    began.open();
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  await jobs.enqueue(app.database.db, encoding, { name: 'a' }, { id: 'one' });
  jobs.start();
  await began.opened;
  await jobs.stop();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'waiting', attempts: 0, last_error: null });
});

test('a shutdown leaves a job that hangs to the next process, at once and without counting an attempt', async () => {
  const { database, clock } = await openApp();
  const jobs = createJobs(database, clock, { warn: () => undefined, error: () => undefined }, { stopMs: 200 });
  const [began, hanging] = [gate(), gate()];
  jobs.handle(encoding, async () => {
    began.open();
    await hanging.opened;
  });
  await jobs.enqueue(database.db, encoding, { name: 'a' }, { id: 'one' });
  jobs.start();
  await began.opened;
  await jobs.stop();
  expect(await storedJob({ database, clock }, 'one')).toMatchObject({
    state: 'waiting',
    attempts: 0,
    last_error: null,
  });
  const next = openJobs({ database, clock });
  const ran: string[] = [];
  next.handle(encoding, async ({ name }) => void ran.push(name));
  await next.runDue();
  expect(ran).toEqual(['a']);
  hanging.open();
  await jobs.stop();
  expect(await storedJob({ database, clock }, 'one')).toMatchObject({ state: 'done', attempts: 1 });
});

test('with two processes each job runs once', async () => {
  const app = await openApp();
  await using further = await app.another();
  const workers = [openJobs(app), openJobs(further)];
  const ran: string[] = [];
  for (const jobs of workers) for (const kind of KINDS) jobs.handle(kind, async ({ name }) => void ran.push(name));
  const names = Array.from({ length: 30 }, (_, index) => `job ${String(index).padStart(2, '0')}`);
  for (const [index, kind] of KINDS.entries())
    await workers[0]?.enqueueAll(
      app.database.db,
      kind,
      names.filter((_name, at) => at % KINDS.length === index).map((name) => ({ payload: { name } })),
    );
  for (const jobs of workers) jobs.start();
  await expect.poll(() => ran.length).toBe(30);
  await Promise.all(workers.map((jobs) => jobs.stop()));
  expect(ran.toSorted()).toEqual(names);
});

test('a periodic job runs once per period, in one of the processes, and only for the latest period after a pause', async () => {
  const app = await openApp();
  await using further = await app.another();
  const slots = async (): Promise<number> =>
    (await app.database.db.selectFrom('jobs').select('id').where('name', '=', sweep.name).execute()).length;
  const ran: string[] = [];
  const start = async (expected: number): Promise<void> => {
    const workers = [openJobs(app), openJobs(further)];
    for (const jobs of workers) jobs.handle(sweep, async (_payload, { id }) => void ran.push(id));
    for (const jobs of workers) jobs.start();
    await expect.poll(() => ran.length).toBe(expected);
    await Promise.all(workers.map((jobs) => jobs.stop()));
  };
  await start(1);
  app.clock.advance(5 * HOUR_MS);
  await start(2);
  expect(await slots()).toBe(2);
  expect(new Set(ran).size).toBe(2);
});

test('a periodic job whose process dies runs again in another, and still once per period', async () => {
  const app = await openApp();
  await using further = await app.another();
  const [dead, alive] = [openJobs(app), openJobs(further)];
  const began = gate();
  const death = gate();
  const ran: string[] = [];
  dead.handle(sweep, async (_payload, { id }) => {
    ran.push(`dead ${id}`);
    began.open();
    await death.opened;
  });
  alive.handle(sweep, async (_payload, { id }) => void ran.push(`alive ${id}`));
  dead.start();
  await began.opened;
  app.clock.advance(16_000);
  alive.start();
  await expect.poll(() => ran.length).toBe(2);
  const id = `${sweep.name}:${Math.floor(app.clock.now() / HOUR_MS)}`;
  expect(ran).toEqual([`dead ${id}`, `alive ${id}`]);
  await expect.poll(async () => (await storedJob(app, id)).state).toBe('done');
  death.open();
  await Promise.all([dead.stop(), alive.stop()]);
  expect(await storedJob(app, id)).toMatchObject({ state: 'done', attempts: 2 });
});

test('a claim leases as many jobs as were asked for, those due longest first', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const now = app.clock.now();
  for (const [id, dueMs] of Object.entries({ third: 1000, first: 3000, later: -1000, second: 2000 }))
    await jobs.enqueue(app.database.db, emailJob, { name: id }, { id, runAtMs: now - dueMs });
  const claim = async (limit: number, at = now): Promise<string[]> => {
    const asked = { names: [emailJob.name], worker: 'one', now: at, leasedUntil: at + 15_000, limit, held: undefined };
    return (await claimDue(app.database, asked)).map(({ id }) => id);
  };
  expect(await claim(2)).toEqual(['first', 'second']);
  expect(await claim(2)).toEqual(['third']);
  expect(await claim(2)).toEqual([]);
  const afterTheLease = now + 15_001;
  expect(await claim(9, afterTheLease)).toEqual(['later']);
  expect(await claim(9, afterTheLease)).toEqual(['first', 'second', 'third']);
});

test('a lane runs as many jobs at once as the table says: videos one at a time', async () => {
  const app = await openApp();
  for (const { name: lane, concurrency, together } of LANES) {
    const jobs = openJobs(app);
    const kind = defineJob({ name: `test.${lane}`, lane, payload: Named });
    const isOver = gate();
    const seen = { now: 0, most: 0, done: 0 };
    jobs.handle(kind, async () => {
      seen.most = Math.max(seen.most, (seen.now += 1));
      if (seen.now === concurrency) isOver.open();
      await isOver.opened;
      seen.now -= 1;
      seen.done += 1;
    });
    const count = 6 * together;
    const names = Array.from({ length: count }, (_, index) => ({ payload: { name: `${index}` } }));
    await jobs.enqueueAll(app.database.db, kind, names);
    jobs.start();
    await expect.poll(() => seen.done).toBe(count);
    expect(seen.most, lane).toBe(concurrency);
  }
});

test('hanging jobs of one lane do not delay another lane', async () => {
  const app = await openApp();
  for (const { name: full } of LANES) {
    const jobs = openJobs(app);
    const hanging = gate();
    const others = LANES.filter(({ name }) => name !== full);
    const stuck = defineJob({ name: `test.stuck-${full}`, lane: full, payload: Named });
    jobs.handle(stuck, () => hanging.opened);
    const ran: string[] = [];
    const quick = others.map(({ name: lane }) => defineJob({ name: `test.${full}-${lane}`, lane, payload: Named }));
    for (const kind of quick) jobs.handle(kind, async ({ name }) => void ran.push(name));
    const { db } = app.database;
    await jobs.enqueueAll(
      db,
      stuck,
      Array.from({ length: 24 }, () => ({ payload: { name: 'hangs' } })),
    );
    jobs.start();
    await expect.poll(() => runningOf(app, stuck.name)).toBeGreaterThan(0);
    for (const kind of quick) await jobs.enqueue(db, kind, { name: kind.lane });
    await expect.poll(() => ran.toSorted()).toEqual(others.map(({ name }) => name).toSorted());
    hanging.open();
    await jobs.stop();
  }
});

const runningOf = async ({ database }: Place, name: string): Promise<number> =>
  (await database.db.selectFrom('jobs').select('id').where('name', '=', name).where('state', '=', 'running').execute())
    .length;
