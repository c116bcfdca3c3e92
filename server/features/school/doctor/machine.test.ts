import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#server/clock.ts';
import { inEnglish } from '#server/languages.ts';
import { CLOSED, dataOfTest, examine, NOWHERE, respondWith } from '#test/examine.ts';
import { startObjectStore } from '#test/object-store.ts';
import { written } from './finding.ts';
import { judgeDisk } from './machine.ts';

describe('data folder', () => {
  it('can be written, and has free space', async () => {
    const place = await dataOfTest();
    expect(await examine(place)).toMatchObject({
      folder: { status: 'ok', title: 'The data folder can be written', detail: place.dataDir, setting: 'DATA_DIR' },
      disk: { detail: expect.stringMatching(/^Of [\d.]+ GB/), setting: 'DATA_DIR' },
    });
  });

  it('is missing, or is no folder', async () => {
    const place = await dataOfTest();
    const file = join(place.dataDir, 'file');
    await writeFile(file, '');
    expect(await examine(place, { DATA_DIR: join(place.dataDir, 'none') })).toMatchObject({
      folder: { status: 'warning', title: 'The data folder does not exist yet' },
    });
    expect(await examine(place, { DATA_DIR: join(file, 'below') })).toMatchObject({
      folder: {
        status: 'failing',
        title: 'The data folder cannot be written',
        detail: `Writing to ${join(file, 'below')} fails (ENOTDIR), so nothing can be saved.`,
        fix: { text: 'Change its owner, or choose another folder:', code: 'DATA_DIR' },
      },
    });
  });
});

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

describe('disk', () => {
  it.each([
    [5 * GIB, 100 * GIB, 'ok', '5.0 GB of disk space is free'],
    [5 * GIB - MIB, 100 * GIB, 'warning', 'Only 5.0 GB of disk space is left'],
    [GIB, 10 * GIB, 'ok', '1.0 GB of disk space is free'],
    [GIB - MIB, 10 * GIB, 'warning', 'Only 1023 MB of disk space is left'],
    [200 * MIB, 10 * GIB, 'warning', 'Only 200 MB of disk space is left'],
    [199 * MIB, 10 * GIB, 'failing', 'Only 199 MB of disk space is left'],
    [0, 10 * GIB, 'failing', 'Only 0 MB of disk space is left'],
  ])('with %i of %i bytes free is %s', (freeBytes, totalBytes, status, title) => {
    expect(written(judgeDisk(freeBytes, totalBytes), inEnglish)).toMatchObject({ status, title, setting: 'DATA_DIR' });
  });
});

describe('object store', () => {
  it('can be written, does not exist, or is not configured', async () => {
    await using store = await startObjectStore();
    const { host } = new URL(store.settings['S3_ENDPOINT'] ?? '');
    expect(await examine(NOWHERE)).not.toHaveProperty('files');
    expect(await examine(NOWHERE, store.settings)).toMatchObject({
      files: { status: 'ok', detail: `The bucket lectern at ${host}.`, setting: 'S3_BUCKET' },
    });
    expect(await examine(NOWHERE, { ...store.settings, S3_BUCKET: 'another' })).toMatchObject({
      files: {
        status: 'failing',
        title: 'The object store cannot be used',
        detail: `There is no bucket another at http://${host}: create it, or correct S3_BUCKET`,
      },
    });
    expect(await examine(NOWHERE, { ...store.settings, S3_ENDPOINT: `http://${CLOSED}` })).toMatchObject({
      files: {
        status: 'failing',
        detail: `The object store at http://${CLOSED} cannot be reached (ECONNREFUSED): correct S3_ENDPOINT`,
      },
    });
    expect(await examine(NOWHERE, { S3_BUCKET: 'lectern' })).toMatchObject({
      files: { status: 'failing', detail: 'S3_ENDPOINT is missing although S3_BUCKET is set' },
    });
  });
});

describe('clock', () => {
  it('is compared with the server of the provider', async () => {
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_key', RAZORPAY_KEY_SECRET: 'secret' };
    const right = await respondWith((_request, response) => response.end());
    const late = await respondWith((_request, response) => {
      response.setHeader('date', new Date(systemClock.now() + 47_000).toUTCString()).end();
    });
    expect(await examine(NOWHERE)).toMatchObject({ clock: { status: 'ok', title: 'Clock not checked' } });
    expect(await examine(NOWHERE, { ...keys, RAZORPAY_API_BASE: right })).toMatchObject({
      clock: { status: 'ok', title: 'The clock is right', detail: 'Compared with 127.0.0.1.' },
    });
    expect(await examine(NOWHERE, { ...keys, RAZORPAY_API_BASE: late })).toMatchObject({
      clock: {
        status: 'failing',
        title: expect.stringMatching(/^The clock is 4[678] seconds behind$/),
        fix: { code: 'timedatectl set-ntp true' },
      },
    });
  });
});

describe('video', () => {
  it('needs an ffmpeg that works', async () => {
    expect(await examine(NOWHERE)).toMatchObject({ video: { status: 'ok', title: 'Videos are not processed' } });
    expect(await examine(NOWHERE, { FFMPEG_PATH: '/nowhere/ffmpeg' })).toMatchObject({
      video: { status: 'failing', title: 'Video processing does not work', setting: 'FFMPEG_PATH' },
    });
  });
});
