// @module-tag long
import { describe, expect, onTestFinished, test } from 'vitest';
import { listed, notices } from '#test/backup/listed.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startObjectStore } from '#test/object-store.ts';
import { startApp } from '#test/start-app.ts';
import { until } from '#test/until.ts';
import { openGate } from './gate.ts';
import { asHttp, manners, openHanging, SLACK_MS } from './hanging-server.ts';

describe.concurrent('a backup place that hangs', () => {
  test.each(manners)('is given up after 20 seconds when it is tried: %s', async (manner) => {
    await using server = await openHanging(manner, asHttp);
    const app = await startApp();
    onTestFinished(app.close);
    const { token } = await anAdmin(app);
    const bucket = { kind: 'bucket', folder: '', region: 'auto', bucket: 'lectern', prefix: 'lectern', hour: 3 };
    const body = { ...bucket, endpoint: `http://127.0.0.1:${server.port}`, keyId: 'key', secretKey: 'a secret key' };
    const begunAt = performance.now();
    const tried = await call(app, 'POST', '/admin/settings/backups/test', { token, body });
    const seconds = (performance.now() - begunAt) / 1000;
    process.stdout.write(`backup place ${manner}: ${seconds.toFixed(1)} s, ${JSON.stringify(tried.body['message'])}\n`);
    expect(tried.body['code']).toBe('backup_place_unusable');
    expect(seconds).toBeLessThan(20 + SLACK_MS / 1000);
  });

  test('ends a backup with a reason that admins read, delays no email, and the next backup is good', async () => {
    const store = await startObjectStore();
    onTestFinished(() => store.close());
    const { S3_ENDPOINT = '' } = store.settings;
    await using gate = await openGate(Number(new URL(S3_ENDPOINT).port));
    const settings = Object.fromEntries(
      ['REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [
        `BACKUP_S3_${name}`,
        store.settings[`S3_${name}`] ?? '',
      ]),
    );
    const app = await startApp({
      ...settings,
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${gate.port}`,
      BACKUP_TO: `s3://${store.settings['S3_BUCKET']}/backups`,
      CONTACT_EMAIL: 'desk@school.example',
    });
    onTestFinished(app.close);
    const { token } = await anAdmin(app);
    gate.hangs = true;
    expect((await call(app, 'POST', '/admin/backups', { token })).status).toBe(201);
    const begunAt = performance.now();
    const running = app.jobs.runDue('upkeep');
    await until(() => gate.hanging() > 0, 'the place is called');
    const message = { name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' };
    expect((await call(app, 'POST', '/contact', { body: message })).status).toBe(200);
    expect(await app.jobs.runDue('email')).toBe(1);
    await running;
    const seconds = (performance.now() - begunAt) / 1000;
    const [run] = (await listed(app, token)).runs;
    process.stdout.write(`a backup: ${seconds.toFixed(1)} s, ${run?.state}, ${run?.problem}\n`);
    expect(seconds).toBeLessThan(330);
    expect(run).toMatchObject({ state: 'failed', problem: expect.stringContaining('The object store at') });
    expect(await notices(app, token)).not.toEqual([]);

    gate.hangs = false;
    expect((await call(app, 'POST', '/admin/backups', { token })).status).toBe(201);
    await app.jobs.runDue('upkeep');
    expect((await listed(app, token)).runs[0]).toMatchObject({ state: 'verified', problem: null });
  });
});
