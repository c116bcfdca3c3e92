import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import type { BackupRunRow } from '#server/database/tables/server.ts';
import { aFolder } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
import { examine, NOWHERE, seen } from '#test/examine.ts';
import { anAdmin } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const addRun = ({ database, clock }: TestApp, run: Partial<BackupRunRow> & Pick<BackupRunRow, 'id' | 'state'>) =>
  database.db
    .insertInto('backup_runs')
    .values({
      place: '',
      started_at: clock.now(),
      finished_at: clock.now(),
      backup_id: null,
      files: null,
      size_bytes: null,
      added_bytes: null,
      problem: null,
      ...run,
    })
    .execute();

describe('backups', () => {
  it('are judged by the age of the last verified one', async () => {
    const folder = await aFolder();
    await using app = await startApp({ BACKUP_TO: `${folder}/` });
    expect(await seen(app)).toMatchObject({
      backups: {
        status: 'warning',
        title: 'No backup has been verified yet',
        detail: `Written to ${folder}/ each day.`,
        setting: 'BACKUP_TO',
      },
    });
    await addRun(app, { id: 'one', state: 'failed', problem: 'The disk is full.' });
    expect(await seen(app)).toMatchObject({ backups: { status: 'failing', detail: 'The disk is full.' } });
    app.clock.advance(HOUR_MS);
    await addRun(app, { id: 'two', state: 'verified' });
    for (const [hours, status, age] of [
      [0, 'ok', 'less than an hour'],
      [1, 'ok', '1 hour'],
      [35, 'ok', '35 hours'],
      [36, 'warning', '36 hours'],
      [48, 'failing', '2 days'],
    ] as const) {
      const verifiedAt = app.clock.now();
      app.clock.advance(hours * HOUR_MS);
      expect(await seen(app)).toMatchObject({ backups: { status, title: `The last verified backup is ${age} old` } });
      app.clock.set(verifiedAt);
    }
  });

  it('have no place, one that is not there, or one that cannot be written', async () => {
    const folder = await aFolder();
    expect(await examine(NOWHERE)).toMatchObject({
      backups: { status: 'warning', title: 'Backups are not scheduled', fix: { code: 'BACKUP_TO' } },
    });
    expect(await examine(NOWHERE, { BACKUP_TO: `${folder}/none/` })).toMatchObject({
      backups: { status: 'warning', title: 'The folder for backups does not exist' },
    });
    await mkdir(`${folder}/files`);
    await writeFile(`${folder}/files/checks`, 'no folder');
    expect(await examine(NOWHERE, { BACKUP_TO: `${folder}/` })).toMatchObject({
      backups: { status: 'failing', title: 'Backups cannot be written', detail: expect.stringContaining(folder) },
    });
    expect(await examine(NOWHERE, { BACKUP_TO: 's3://school/backups' })).toMatchObject({
      backups: { status: 'failing', detail: 's3://school/backups needs BACKUP_S3_ENDPOINT or S3_ENDPOINT' },
    });
  });

  it('use no bucket although one is configured', async () => {
    expect(await examine(NOWHERE, { BACKUP_S3_ENDPOINT: 'https://s3.example' })).toMatchObject({
      backups: { status: 'warning', title: 'BACKUP_S3_ENDPOINT has no effect on scheduled backups' },
    });
  });
});

describe('delivery by a CDN', () => {
  const KEY = 'a-key-of-a-test-that-is-long-enough';

  /** A CDN that responds with these statuses to forged and to valid addresses. */
  const cdn = async (forged: number, signed: number): Promise<Record<string, string>> => {
    const { cdnAddress } = await import('#server/features/classroom/playback/cdn-address.ts');
    const server = createServer(({ url = '' }, response) => {
      const [, expiry = '', key = ''] = /^\/(\d+)\.[^/]+\/(.*)$/.exec(url) ?? [];
      const isValid = cdnAddress({ origin: '', key: KEY }, key, Number(expiry) * 1000) === url;
      response.writeHead(isValid ? signed : forged).end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = z.object({ port: z.number() }).parse(server.address());
    return { MEDIA_DELIVERY: 'cdn', MEDIA_CDN_URL: `http://127.0.0.1:${port}`, MEDIA_CDN_KEY: KEY };
  };

  it.each([
    [403, 404, 'ok', /^The CDN at .* checks addresses$/],
    [404, 404, 'failing', /^The CDN at .* does not refuse forged addresses$/],
    [403, 403, 'failing', /^The CDN at .* refuses valid addresses$/],
    [403, 502, 'failing', /^The CDN at .* does not reach this server$/],
  ])('that returns %i for a forged and %i for a valid address is %s', async (forged, signed, status, title) => {
    expect(await examine(NOWHERE, await cdn(forged, signed))).toMatchObject({
      delivery: { status, title: expect.stringMatching(title), setting: 'MEDIA_CDN_URL' },
    });
  });

  it('is checked only where there is one, and may be silent', async () => {
    expect(await examine(NOWHERE)).not.toHaveProperty('delivery');
    const away = { MEDIA_DELIVERY: 'cdn', MEDIA_CDN_URL: 'http://127.0.0.1:9', MEDIA_CDN_KEY: KEY };
    expect(await examine(NOWHERE, away)).toMatchObject({
      delivery: { status: 'failing', title: 'The CDN cannot be reached' },
    });
  });
});

it('counts what fails and warns, and checks again after fifteen minutes', async () => {
  const folder = await aFolder();
  await using app = await startApp({ BACKUP_TO: join(folder, '/') });
  const { token } = await anAdmin(app);
  const counts = async () => {
    const { failing, warning } = api.doctor.summary.response.parse(
      (await call(app, 'GET', '/admin/doctor/summary', { token })).body,
    );
    return { failing, warning };
  };
  const { failing, warning } = await counts();
  await addRun(app, { id: 'one', state: 'verified', started_at: app.clock.now() - 3 * DAY_MS });
  app.clock.advance(14 * MINUTE_MS);
  expect(await counts()).toEqual({ failing, warning });
  app.clock.advance(MINUTE_MS);
  expect(await counts()).toEqual({ failing: failing + 1, warning: warning - 1 });
});
