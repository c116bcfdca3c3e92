import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startObjectStore } from '#test/object-store.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const work = defineJob({ name: 'test.work', lane: 'upkeep', payload: z.object({}), maxAttempts: 1 });

const overview = async (app: TestApp, token: string) =>
  api.system.overview.response.parse((await call(app, 'GET', '/admin/system', { token })).body);

test('admins see which jobs wait, run and failed, and run a failed one again', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  let isBroken = true;
  app.jobs.handle(work, async () => {
    if (isBroken) throw new Error('the disk is gone');
  });
  await app.jobs.enqueue(app.database.db, work, {}, { id: 'one' });
  await app.jobs.runDue();
  const failedAt = new Date(app.clock.now()).toISOString();
  await app.jobs.enqueueAll(app.database.db, work, [
    { payload: {} },
    { payload: {} },
    { payload: {}, runAtMs: app.clock.now() + DAY_MS },
  ]);
  app.clock.advance(HOUR_MS);
  const { jobs, periodicJobs, failedJobs } = await overview(app, token);
  expect(jobs).toEqual([
    { name: 'test.work', waiting: 2, scheduled: 1, running: 0, failed: 1, oldestDueAt: failedAt, progress: null },
  ]);
  expect(periodicJobs.find(({ name }) => name === 'payments.reconcile')).toEqual({
    name: 'payments.reconcile',
    everyMs: 300_000,
    state: null,
    lastEndedAt: null,
    error: null,
    nextAt: '2026-06-15T05:35:00.000Z',
  });
  expect(failedJobs).toEqual([{ _id: 'one', name: 'test.work', attempts: 1, error: 'the disk is gone', failedAt }]);

  isBroken = false;
  expect((await call(app, 'POST', '/admin/jobs/one/retry', { token })).status).toBe(200);
  expect(await app.jobs.runDue()).toBe(3);
  const after = await overview(app, token);
  expect([after.jobs.map(({ scheduled, failed }) => [scheduled, failed]), after.failedJobs]).toEqual([[[1, 0]], []]);
  const again = await call(app, 'POST', '/admin/jobs/one/retry', { token });
  expect([again.status, again.body['code']]).toEqual([404, 'job_not_found']);
});

const sweep = async (app: TestApp): Promise<void> => {
  const sweepJob = defineJob({ name: 'storage.sweep', lane: 'upkeep', payload: z.object({}) });
  await app.jobs.enqueue(app.database.db, sweepJob, {});
  await app.jobs.runDue();
};

test('the use of the disk is measured once a day', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const { dataDir } = app.config;
  expect((await overview(app, token)).storage).toMatchObject({
    kind: 'disk',
    place: dataDir,
    freeBytes: expect.any(Number),
    totalBytes: expect.any(Number),
    folders: [],
    measuredAt: null,
  });
  for (const [folder, sizeBytes] of [
    ['posters', 10],
    ['videos', 3000],
  ] as const) {
    await mkdir(join(dataDir, 'files', folder), { recursive: true });
    for (const name of ['a', 'b'])
      await writeFile(join(dataDir, 'files', folder, `${name}.jpg`), Buffer.alloc(sizeBytes));
  }
  await sweep(app);
  expect((await overview(app, token)).storage).toMatchObject({
    folders: [
      { name: 'videos', sizeBytes: 6000 },
      { name: 'posters', sizeBytes: 20 },
    ],
    measuredAt: '2026-06-15T04:30:00.000Z',
  });
});

test('of a bucket only the used space is known', async () => {
  await using store = await startObjectStore();
  await using app = await startApp(store.settings);
  const { token } = await anAdmin(app);
  expect((await overview(app, token)).storage).toMatchObject({
    kind: 'bucket',
    place: 'lectern',
    freeBytes: null,
    totalBytes: null,
  });
});
