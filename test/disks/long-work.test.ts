// @module-tag long
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { runBackupCommand } from '#server/backup-commands.ts';
import { readConfig } from '#server/config.ts';
import { anArchive } from '#test/archives.ts';
import { aFolder } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { hasFfmpeg } from '#test/clips.ts';
import { anAdmin } from '#test/factories.ts';
import { publishCourse, publishLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';
import { canMount, mountSmallDisk } from './small-disk.ts';

const KIB = 1024;
const DISK_MIB = 160;
/** More than a video that fails has. */
const TRIES = 5;
const WAIT_MS = 31_000;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const Listed = z.object({ lectures: z.tuple([z.object({ state: z.string(), failure: z.string().nullable() })]) });

describe.runIf(canMount)('on a full disk', () => {
  test('an upload keeps what arrived, and continues there once there is space', async () => {
    await using disk = await mountSmallDisk(DISK_MIB);
    await using app = await startApp({ DATA_DIR: disk.dataDir });
    const admin = await anAdmin(app);
    const courseId = await publishCourse(app, admin);
    const head = await mediaPart('three-seconds.mp4');
    const bytes = Buffer.concat([head.bytes, Buffer.alloc(2048 * KIB)]);
    const headers = { authorization: `Bearer ${admin.token}`, 'tus-resumable': '1.0.0' };
    const metadata = `courseId ${base64(courseId)},filename ${base64('talk.mp4')}`;
    const origin = await app.listen();
    const ask = (method: string, path: string, more: Record<string, string> = {}, body?: Buffer) =>
      fetch(new URL(path, origin), {
        method,
        headers: { ...headers, ...more },
        ...(body && { body: new Uint8Array(body) }),
      });
    const created = await ask('POST', `${API_PREFIX}/uploads`, {
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
    });
    const path = created.headers.get('location') ?? '';
    const receivedBytes = async (): Promise<number> => Number((await ask('HEAD', path)).headers.get('upload-offset'));
    const send = async (from: number): Promise<number> => {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) };
      const response = await ask('PATCH', path, type, bytes.subarray(from));
      await response.text();
      return response.status;
    };
    await disk.leaveFree(1024 * KIB);
    expect(await send(0)).toBe(507);
    await disk.empty();
    const kept = await receivedBytes();
    expect(kept).toBeLessThan(bytes.length);
    expect(await send(kept)).toBe(204);
    expect(await receivedBytes()).toBe(bytes.length);
  });

  test.runIf(hasFfmpeg)('the conversion of a video waits for space, and leaves no folder of its work', async () => {
    await using disk = await mountSmallDisk(DISK_MIB);
    await using app = await startApp({ DATA_DIR: disk.dataDir, FFMPEG_PATH: 'ffmpeg' });
    const admin = await anAdmin(app);
    const courseId = await publishCourse(app, admin);
    await publishLecture(app, { admin, courseId, video: 'two-minutes.mp4' });
    const lecture = async () => {
      const { body } = await call(app, 'GET', `/courses/${courseId}`, { token: admin.token });
      return Listed.parse(body).lectures[0];
    };
    await disk.leaveFree(512 * KIB);
    for (let tries = 0; tries < TRIES; tries += 1) {
      await app.jobs.runDue('media').catch(() => undefined);
      app.clock.advance(WAIT_MS);
    }
    expect(await lecture()).toEqual({ state: 'processing', failure: null });
    expect(await readdir(join(disk.dataDir, 'arriving'))).toEqual([]);
    await disk.empty();
    await app.jobs.runDue('media');
    expect(await lecture()).toEqual({ state: 'ready', failure: null });
  });

  test('a backup and an export end with an error, and leave no file that looks whole', async () => {
    await using disk = await mountSmallDisk(4);
    await using app = await startApp();
    const admin = await anAdmin(app);
    await publishLecture(app, { admin, courseId: await publishCourse(app, admin) });
    await disk.leaveFree(64 * KIB);
    const backup = runBackupCommand(app.config, ['backup', join(disk.dataDir, 'school.backup')]);
    await expect(backup).rejects.toThrow('school.backup cannot be written: ENOSPC: no space left on device');
    const moved = app.archives.exportTo(join(disk.dataDir, 'school.zip'), { hasSecrets: false });
    await expect(moved).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(disk.dataDir)).toEqual([]);
  });

  test('a restore and an import end with an error, and succeed once there is space', async () => {
    await using disk = await mountSmallDisk(DISK_MIB);
    await using app = await startApp();
    const admin = await anAdmin(app);
    await publishLecture(app, { admin, courseId: await publishCourse(app, admin) });
    const backup = join(await aFolder(), 'school.backup');
    await runBackupCommand(app.config, ['backup', backup]);
    const archive = await anArchive(app);
    const restored = readConfig({ DATA_DIR: join(disk.dataDir, 'restored') });
    await disk.leaveFree(64 * KIB);
    await expect(runBackupCommand(restored, ['restore', backup])).rejects.toThrow(/full|no space/);
    await disk.empty();
    expect(await runBackupCommand(restored, ['restore', backup])).toMatch(/^Restored \d+ rows and \d+ files/);
    await using empty = await startApp({ DATA_DIR: disk.dataDir });
    await disk.leaveFree(16 * KIB);
    await expect(empty.archives.importFrom(archive)).rejects.toThrow(/full|no space/);
    await disk.empty();
    expect(await empty.archives.importFrom(archive)).toContain('Verified');
  });
});

const startOn = (dataDir: string): { status: number | null; stderr: string } =>
  spawnSync(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
    encoding: 'utf8',
    timeout: 600_000,
  });

test.runIf(canMount)('a start on a full and on a read-only disk ends with the reason', async () => {
  await using disk = await mountSmallDisk(4);
  await disk.leaveFree(0);
  const full = startOn(disk.dataDir);
  expect(full).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The data folder cannot be written.*\(ENOSPC\).*\n$/),
  });
  expect(await readdir(disk.dataDir)).toEqual([]);
  await disk.setReadOnly(true);
  const readOnly = startOn(disk.dataDir);
  expect(readOnly).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The data folder .* cannot be written: .*\n$/),
  });
});
