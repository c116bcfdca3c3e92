// @module-tag both
import { expect, onTestFinished, test, vi } from 'vitest';
import { Named, openApp, openJobs, storedJob } from '#test/open-jobs.ts';
import { defineJob } from './jobs.ts';

const emailJob = defineJob({ name: 'test.mail', lane: 'email', payload: Named, maxAttempts: 1 });

test('a due job starts when its transaction has committed, and not with the next look for jobs', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const ran: string[] = [];
  jobs.handle(emailJob, async ({ name }) => void ran.push(name));
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  jobs.start();
  await app.database.transaction(async (tx) => {
    await jobs.enqueue(tx, emailJob, { name: 'a' });
    // Every look meanwhile finds nothing, and from the commit on no timer runs.
    await vi.advanceTimersByTimeAsync(5000);
  });
  await expect.poll(() => ran).toEqual(['a']);
});

test('a failed job is queued again when a job with its id is added; a done one is not', async () => {
  const app = await openApp();
  const jobs = openJobs(app);
  const { db } = app.database;
  let isBroken = true;
  const ran: string[] = [];
  jobs.handle(emailJob, async ({ name }) => {
    ran.push(name);
    if (isBroken) throw new Error('no such mailbox');
  });
  await jobs.enqueue(db, emailJob, { name: 'first' }, { id: 'one' });
  await jobs.runDue();
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'failed', attempts: 1, last_error: 'no such mailbox' });

  isBroken = false;
  await jobs.enqueueAll(db, emailJob, [
    { id: 'one', payload: { name: 'second' } },
    { id: 'one', payload: { name: 'second' } },
  ]);
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'waiting', attempts: 0, last_error: null });
  expect(await jobs.failed()).toEqual([]);
  await jobs.runDue();
  await jobs.enqueue(db, emailJob, { name: 'third' }, { id: 'one' });
  expect(await jobs.runDue()).toBe(0);
  expect(ran).toEqual(['first', 'second']);
  expect(await storedJob(app, 'one')).toMatchObject({ state: 'done', attempts: 1 });
});
