// @module-tag long
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { startAppIn, type TestApp } from '#test/start-app.ts';
import { openDiskScene } from './disk-scene.ts';
import { canMount, mountBreakingDisk, mountSmallDisk } from './small-disk.ts';

const KIB = 1024;
/** From nothing to enough, also for the space that uploads leave to others. */
const FREE_KIB = [0, 4, 8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 256, 320, 384, 512, 768, 1024, 2048, 100_000];
const DISK_MIB = 160;

if (!canMount)
  process.stdout.write('This user may not mount disks, so nothing is proven about full and read-only ones\n');

/** A write-ahead log of before has space for changes that a full disk would refuse. */
const emptyLog = async ({ database: { engine, db } }: TestApp): Promise<void> => {
  if (engine === 'sqlite') await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
};

const onSqlite = process.env['TEST_ENGINE'] !== 'postgres';

describe.runIf(canMount)('a real disk', () => {
  test('that is full refuses every write as a whole, however much is missing, and takes it once there is space', async () => {
    await using disk = await mountSmallDisk(DISK_MIB);
    const { app, paths, sendTo, strayFiles } = await openDiskScene(disk.dataDir);
    onTestFinished(() => app.close());
    const faults: string[] = [];
    const tally = { refused: 0, stored: 0 };
    for (const path of paths)
      for (const kib of FREE_KIB) {
        await emptyLog(app);
        const { outcome, leftovers } = await sendTo(path, () => disk.leaveFree(kib * KIB));
        const { status, body } = outcome;
        await disk.empty();
        if (status < 300) {
          tally.stored += 1;
          // Less may have sufficed because a file of the database had space.
          if (kib > 0) break;
          continue;
        }
        tally.refused += 1;
        const isNamed = status === 507 && ['disk_full', 'database_full'].includes(String(body['code']));
        if (!isNamed) faults.push(`${path.name} with ${kib} KiB: ${status} ${JSON.stringify(body)}`);
        for (const left of await leftovers()) faults.push(`${path.name} with ${kib} KiB left ${left}`);
      }
    process.stdout.write(`${paths.length} write paths on a disk that fills: ${JSON.stringify(tally)}\n`);
    expect(faults).toEqual([]);
    expect(await strayFiles()).toEqual({ orphanFiles: 0, missingFiles: 0 });
    expect(tally.stored).toBeGreaterThanOrEqual(paths.length);
  });

  test('that is full still lets people read and watch, says so, and work waits for space without a loss', async () => {
    await using disk = await mountSmallDisk(DISK_MIB);
    const { app, paths, read, notices, later, strayFiles, admin } = await openDiskScene(disk.dataDir);
    onTestFinished(() => app.close());
    const toExport = paths.find(({ name }) => name.includes('export'));
    await toExport?.send();
    expect((await call(app, 'POST', '/admin/school-exports', { token: admin.token })).status).toBe(200);
    await call(app, 'POST', '/contact', { body: { name: 'R', email: 'r@home.example', message: 'In Hindi?' } });
    await emptyLog(app);
    await disk.leaveFree(0);
    later();
    // On SQLite no job can begin, on PostgreSQL each waits for its file.
    for (let turn = 0; turn < 20; turn += 1) {
      await app.jobs.runDue().catch(() => undefined);
      app.clock.advance(31_000);
    }
    expect(await read()).toEqual({ course: 200, me: 200, video: 206, ready: onSqlite ? 503 : 200 });
    expect(await notices()).toEqual([onSqlite ? 'database_full' : 'disk_low']);
    await disk.empty();
    app.clock.advance(31_000);
    await app.jobs.runDue();
    expect(await app.jobs.failed()).toEqual([]);
    const { body } = await call(app, 'GET', '/admin/school-exports', { token: admin.token });
    expect(body['exports']).toMatchObject([{ ready: { sizeBytes: expect.any(Number) } }]);
    expect(await read()).toEqual({ course: 200, me: 200, video: 206, ready: 200 });
    expect(await notices()).toEqual([]);
    expect(await strayFiles()).toEqual({ orphanFiles: 0, missingFiles: 0 });
  });

  test.runIf(!onSqlite)(
    'with the files that is read-only refuses those, and takes them once it is writable',
    async () => {
      await using disk = await mountSmallDisk(DISK_MIB);
      const { app, paths, sendTo, read, notices, later, strayFiles } = await openDiskScene(disk.dataDir);
      onTestFinished(() => app.close());
      const faults: string[] = [];
      const tally = { refused: 0, stored: 0 };
      await disk.setReadOnly(true);
      for (const path of paths) {
        const { outcome, leftovers } = await sendTo(path, async () => undefined);
        tally[outcome.status < 300 ? 'stored' : 'refused'] += 1;
        if (outcome.status < 300) continue;
        if (outcome.status !== 507 || outcome.body['code'] !== 'disk_read_only')
          faults.push(`${path.name}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
        for (const left of await leftovers()) faults.push(`${path.name} left ${left}`);
      }
      expect(faults).toEqual([]);
      later();
      expect(await read()).toEqual({ course: 200, me: 200, video: 206, ready: 200 });
      expect(await notices()).toEqual(['disk_read_only']);
      await disk.setReadOnly(false);
      app.clock.advance(-2 * HOUR_MS);
      for (const { name, send } of paths) expect([name, (await send()).status < 300]).toEqual([name, true]);
      process.stdout.write(`${paths.length} write paths on a read-only disk: ${JSON.stringify(tally)}\n`);
      expect(await notices()).toEqual([]);
      expect(await strayFiles()).toEqual({ orphanFiles: 0, missingFiles: 0 });
    },
  );

  test.runIf(onSqlite)('that breaks under an open database refuses every write, and people still read', async () => {
    await using disk = await mountBreakingDisk(DISK_MIB);
    const dataDir = join(disk.path, 'data');
    await mkdir(dataDir);
    const { app, paths, sendTo, read, notices, later } = await openDiskScene(dataDir);
    const faults: string[] = [];
    try {
      await emptyLog(app);
      await disk.breakDown();
      for (const path of paths) {
        const { outcome, leftovers } = await sendTo(path, async () => undefined);
        if (outcome.status !== 507 || outcome.body['code'] !== 'disk_read_only')
          faults.push(`${path.name}: ${outcome.status} ${JSON.stringify(outcome.body)}`);
        for (const left of await leftovers()) faults.push(`${path.name} left ${left}`);
      }
      expect(faults).toEqual([]);
      later();
      expect(await read()).toEqual({ course: 200, me: 200, video: 206, ready: 503 });
      expect(await notices()).toEqual(['disk_read_only']);
    } finally {
      await app.close().catch(() => undefined);
    }
    await disk.repair();
    const data = { dataDir, databaseUrl: undefined, remove: async () => undefined };
    await using repaired = await startAppIn(data, app.clock.now());
    expect((await repaired.http.inject('/readyz')).statusCode).toBe(200);
    const body = { name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' };
    expect((await call(repaired, 'POST', '/contact', { body })).status).toBe(200);
  });
});
