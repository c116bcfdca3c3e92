// @module-tag long
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { listed, notices } from '#test/backup/listed.ts';
import { aFolder } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

/** A look of the scheduler, which comes every hour. */
const scheduled = (turn: number, now: number) => ({
  id: `backups.schedule:${turn}`,
  name: 'backups.schedule',
  payload: '{}',
  state: 'waiting' as const,
  run_at: now,
  attempts: 0,
  leased_by: null,
  leased_until: null,
  last_error: null,
  created_at: now,
  finished_at: null,
});

test('a day has one backup, from the configured hour on, and the kept ones stay', async () => {
  const folder = await aFolder();
  // The clock of tests begins at ten in the morning.
  await using app = await startApp({ BACKUP_TO: `${folder}/`, BACKUP_HOUR: '12', BACKUP_KEEP: '1,0,0' });
  const { token } = await anAdmin(app);
  expect((await listed(app, token)).nextAt).toBe('2026-06-15T06:30:00.000Z');
  for (const day of [15, 16]) {
    app.clock.advance(2 * HOUR_MS);
    await app.database.db.insertInto('jobs').values(scheduled(day, app.clock.now())).execute();
    await app.jobs.runDue();
    await app.database.db
      .insertInto('jobs')
      .values(scheduled(day + 100, app.clock.now()))
      .execute();
    await app.jobs.runDue();
    expect((await listed(app, token)).nextAt).toBe(`2026-06-${day + 1}T06:30:00.000Z`);
    app.clock.advance(22 * HOUR_MS);
  }
  const { runs } = await listed(app, token);
  expect(runs.map(({ state, startedAt }) => [state, startedAt])).toEqual([['verified', '2026-06-16T06:30:00.000Z']]);
  expect(await readdir(`${folder}/files/snapshots`)).toHaveLength(1);
});

test('a backup of the day that was given up is tried again at the next look', async () => {
  const folder = `${await aFolder()}/place`;
  await using app = await startApp({ BACKUP_TO: `${folder}/`, BACKUP_HOUR: '1' });
  const { token } = await anAdmin(app);
  await writeFile(folder, 'no folder');
  const look = async (turn: number): Promise<string | undefined> => {
    await app.database.db.insertInto('jobs').values(scheduled(turn, app.clock.now())).execute();
    await app.jobs.runDue();
    return (await listed(app, token)).runs[0]?.state;
  };
  expect(await look(1)).toBe('failed');
  await app.database.db.updateTable('jobs').set({ state: 'failed' }).where('name', '=', 'backups.run').execute();
  await rm(folder);
  expect(await look(2)).toBe('verified');
  app.clock.advance(HOUR_MS);
  await look(3);
  expect((await listed(app, token)).runs).toHaveLength(1);
});

test('admins are warned when the last verified backup is older than two days', async () => {
  const folder = await aFolder();
  await using app = await startApp({ BACKUP_TO: `${folder}/` });
  const { token, email } = await anAdmin(app);
  await call(app, 'POST', '/admin/backups', { token });
  await app.jobs.runDue();
  await rm(folder, { recursive: true });
  app.clock.advance(3 * DAY_MS);
  expect(await notices(app, token)).toEqual([
    'The last verified backup is 3 days old. Open Backups to see why, and to start one.',
  ]);
  await writeFile(folder, 'no folder any more');
  for (const turn of [1, 2]) {
    await app.database.db.insertInto('jobs').values(scheduled(turn, app.clock.now())).execute();
    await app.jobs.runDue();
    app.clock.advance(4 * HOUR_MS);
  }
  const sent = api.outbox.list.response.parse((await call(app, 'GET', '/admin/outbox', { token })).body).mails;
  expect(sent.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'The last backup of your school is 3 days old',
  ]);
  const [last] = (await listed(app, token)).runs;
  expect(last?.state).toBe('failed');
  await rm(folder);
});

test('what keeps a backup from being written is listed', async () => {
  const folder = await aFolder();
  await using app = await startApp({ BACKUP_TO: `${folder}/` });
  const { token } = await anAdmin(app);
  await mkdir(`${folder}/files`);
  await writeFile(`${folder}/files/locks`, 'no folder');
  await call(app, 'POST', '/admin/backups', { token });
  await app.jobs.runDue();
  const [run] = (await listed(app, token)).runs;
  expect(run?.state).toBe('failed');
  expect(run?.problem).toContain(`${folder}/ cannot be written: `);
});

test('a bucket for backups that cannot be used stops the start', async () => {
  await expect(startApp({ BACKUP_TO: 's3://School/backups' })).rejects.toThrow('must be s3://bucket/prefix');
  await expect(startApp({ BACKUP_TO: 's3://school/backups' })).rejects.toThrow(
    's3://school/backups needs BACKUP_S3_ENDPOINT or S3_ENDPOINT',
  );
});
