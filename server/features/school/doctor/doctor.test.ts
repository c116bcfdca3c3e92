import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config.ts';
import { openFakeSmtp } from '#server/email/fake-smtp.ts';
import { examine, NOWHERE, seen, settingsFor } from '#test/examine.ts';
import { aSubscriber } from '#test/factories.ts';
import { HOUR_MS, MINUTE_MS } from '#test/fake-clock.ts';
import { type IsolatedData, isolatedData } from '#test/isolated-data.ts';
import { startObjectStore } from '#test/object-store.ts';
import { openForTest } from '#test/sandbox/open-sandbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { inspectSettings } from '#server/settings/inspect-settings.ts';
import { createDoctor } from './doctor.ts';

/** A port that nothing listens on. */
const CLOSED = '127.0.0.1:9';

const data = async (): Promise<IsolatedData> => {
  const made = await isolatedData();
  onTestFinished(made.remove);
  return made;
};

const serve = async (respond: RequestListener): Promise<string> => {
  const server = createServer(respond).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
};

describe('data folder', () => {
  it('can be written, and has room', async () => {
    const place = await data();
    expect(await examine(place)).toMatchObject({
      folder: { status: 'ok', title: 'The data folder can be written', detail: place.dataDir, setting: 'DATA_DIR' },
      disk: { detail: expect.stringMatching(/^Of [\d.]+ GB/), setting: 'DATA_DIR' },
    });
  });

  it('is missing, or is no folder', async () => {
    const place = await data();
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
    expect(await examine(NOWHERE, { S3_BUCKET: 'lectern' })).toMatchObject({
      files: { status: 'failing', detail: 'S3_ENDPOINT is missing although S3_BUCKET is set' },
    });
  });
});

describe('database', () => {
  it('responds, and its schema is up to date', async () => {
    const place = await data();
    const isSqlite = place.databaseUrl === undefined;
    expect(await examine(place)).toMatchObject({
      database: {
        status: 'ok',
        title: expect.stringMatching(/^The database responds in \d+ ms$/),
        detail: expect.stringMatching(isSqlite ? /^SQLite 3[\d.]+, \d+ MB$/ : /^PostgreSQL [\d.]+.*, \d+ MB$/),
        setting: isSqlite ? 'DATA_DIR' : 'DATABASE_URL',
      },
      schema: { status: 'ok', title: 'The schema is up to date' },
      jobs: { status: 'ok', title: 'Jobs run on time' },
      webhook: { status: 'ok', title: 'No webhook has arrived yet' },
    });
  });

  it('is not there', async () => {
    const place = await data();
    const empty = join(place.dataDir, 'empty');
    await mkdir(empty);
    expect(await examine({ ...place, databaseUrl: undefined }, { DATA_DIR: empty })).toMatchObject({
      database: { status: 'warning', title: 'There is no database yet' },
    });
    await writeFile(join(empty, 'lectern.db'), 'This is no database, although it is long enough to be one.'.repeat(99));
    expect(await examine({ ...place, databaseUrl: undefined }, { DATA_DIR: empty })).toMatchObject({
      database: { status: 'failing', title: 'The database file cannot be read', detail: 'file is not a database' },
    });
    expect(await examine(place, { DATABASE_URL: `postgres://lectern:secret@${CLOSED}/lectern` })).toMatchObject({
      database: {
        status: 'failing',
        title: 'The database cannot be reached',
        detail: `Connecting to ${CLOSED} fails (ECONNREFUSED).`,
        fix: { text: 'Start the database, or correct its address:', code: 'DATABASE_URL' },
      },
    });
  });

  it('has an older or a newer schema than the program', async () => {
    await using app = await startApp();
    const { db } = app.database;
    await sql`INSERT INTO schema_migrations (number, name, applied_at) VALUES (9999, 'of a newer program', 0)`.execute(
      db,
    );
    expect(await seen(app)).toMatchObject({
      schema: { status: 'failing', title: 'The schema is newer than the program' },
    });
    await sql`DELETE FROM schema_migrations WHERE number > 1`.execute(db);
    expect(await seen(app)).toMatchObject({
      schema: { status: 'warning', title: 'The schema is older than the program' },
    });
  });
});

describe('jobs', () => {
  const addJob = async (app: TestApp, job: { name: string; state: 'waiting' | 'failed' }): Promise<void> => {
    const now = app.clock.now();
    await app.database.db
      .insertInto('jobs')
      .values({
        id: `${job.name}-${job.state}`,
        ...job,
        payload: '{}',
        run_at: now,
        attempts: 0,
        leased_by: null,
        leased_until: null,
        last_error: null,
        created_at: now,
        finished_at: job.state === 'failed' ? now : null,
      })
      .execute();
  };

  it('are late, or have failed; a queue of videos is not late', async () => {
    await using app = await startApp();
    await addJob(app, { name: 'lectures.process-video', state: 'waiting' });
    app.clock.advance(HOUR_MS);
    expect(await seen(app)).toMatchObject({ jobs: { status: 'ok' } });
    await addJob(app, { name: 'mail.send', state: 'failed' });
    expect(await seen(app)).toMatchObject({
      jobs: { status: 'warning', title: 'A job failed in the last day', detail: expect.stringContaining('mail.send') },
    });
    await addJob(app, { name: 'mail.send', state: 'waiting' });
    app.clock.advance(16 * MINUTE_MS);
    expect(await seen(app)).toMatchObject({
      jobs: { status: 'failing', title: 'Jobs have been waiting for 16 minutes' },
    });
  });
});

describe('webhooks', () => {
  it('are missed when a payment was found without one', async () => {
    await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
    await aSubscriber(app);
    app.clock.advance(2 * HOUR_MS);
    expect(await seen(app)).toMatchObject({
      webhook: {
        status: 'warning',
        title: 'Webhooks do not arrive',
        fix: { code: 'https://school.example/api/v1/payments/webhook' },
      },
    });
    const event = { event_id: 'event', provider: 'sandbox', type: 'payment.captured', body: '{}' };
    await app.database.db
      .insertInto('webhook_events')
      .values({ ...event, outcome: 'applied', received_at: app.clock.now() })
      .execute();
    expect(await seen(app)).toMatchObject({
      webhook: { status: 'ok', detail: 'The last event arrived on 15 June 2026 at 12:00 pm.' },
    });
  });
});

describe('email', () => {
  it('has a mail server that accepts the login, or none', async () => {
    await using smtp = await openFakeSmtp();
    expect(await examine(NOWHERE, { SMTP_URL: smtp.url, MAIL_FROM: 'hello@school.example' })).toMatchObject({
      email: { status: 'ok', detail: `${new URL(smtp.url).host}, from hello@school.example.` },
    });
    expect(await examine(NOWHERE)).toMatchObject({
      email: { status: 'warning', title: 'Emails are not sent', fix: { code: 'SMTP_URL' } },
    });
    expect(await examine(NOWHERE, { SMTP_URL: `smtp://user:secret@${CLOSED}` })).toMatchObject({
      email: { status: 'failing', title: 'The mail server cannot be reached', setting: 'SMTP_URL' },
    });
  });
});

describe('payments', () => {
  it('work with the keys and the plan of the provider, and fail with others', async () => {
    const { app, sandbox } = await openForTest();
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const settings = {
      RAZORPAY_API_BASE: `${origin}/sandbox`,
      RAZORPAY_KEY_ID: sandbox.keyId,
      RAZORPAY_KEY_SECRET: sandbox.keySecret,
      RAZORPAY_PLAN_ID: sandbox.planId,
      RAZORPAY_WEBHOOK_SECRET: 'a secret of the webhook',
    };
    const settingsOfKeys = 'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET';
    expect(await examine(NOWHERE, settings)).toMatchObject({
      payments: { status: 'warning', title: 'Purchases use test money', fix: { code: settingsOfKeys } },
    });
    expect(await examine(NOWHERE, { ...settings, RAZORPAY_KEY_SECRET: 'wrong' })).toMatchObject({
      payments: {
        status: 'failing',
        title: 'The bundle is not on sale',
        detail: `Selling is off: Razorpay rejected the keys. Check ${settingsOfKeys}.`,
      },
    });
    expect(await examine(NOWHERE, { ...settings, RAZORPAY_API_BASE: `http://${CLOSED}` })).toMatchObject({
      payments: { status: 'warning', title: 'Razorpay did not respond' },
    });
    expect(await examine(NOWHERE, { ...settings, RAZORPAY_WEBHOOK_SECRET: '' })).toMatchObject({
      payments: { status: 'warning', title: 'Webhooks are rejected' },
    });
  });

  it('use the sandbox without keys, which production does not have', async () => {
    expect(await examine(NOWHERE)).toMatchObject({ payments: { title: 'Purchases use test money' } });
    expect(await examine(NOWHERE, { NODE_ENV: 'production' })).toMatchObject({
      payments: { status: 'warning', title: 'The bundle is not on sale' },
    });
  });
});

describe('clock', () => {
  it('is compared with the server of the provider', async () => {
    const keys = { RAZORPAY_KEY_ID: 'rzp_test_key', RAZORPAY_KEY_SECRET: 'secret' };
    const right = await serve((_request, response) => response.end());
    const late = await serve((_request, response) => {
      response.setHeader('date', new Date(systemClock.now() + 47_000).toUTCString()).end();
    });
    expect(await examine(NOWHERE)).toMatchObject({ clock: { status: 'ok', title: 'The clock was not compared' } });
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

describe('proxy', () => {
  it.each([
    ['no proxy', {}, undefined, 'ok', 'No proxy is in front'],
    ['trusted', { TRUST_PROXY: '1' }, '203.0.113.7', 'ok', 'The proxy in front is trusted'],
    ['not trusted', {}, '203.0.113.7', 'failing', 'The proxy in front is not trusted'],
    ['HTTPS', { PUBLIC_URL: 'https://localhost:9' }, undefined, 'failing', 'The proxy in front is not trusted'],
    ['everybody', { TRUST_PROXY: 'true', HOST: '0.0.0.0' }, '1.1.1.1', 'warning', 'Any caller can claim any address'],
    ['silent', { TRUST_PROXY: '1' }, undefined, 'warning', 'The proxy forwards no address'],
  ] as const)('%s', async (_name, settings, forwardedFor, status, title) => {
    expect(await examine(NOWHERE, settings, forwardedFor)).toMatchObject({
      proxy: { status, title, setting: 'TRUST_PROXY' },
    });
  });

  it('is judged by the headers of the request', async () => {
    await using app = await startApp();
    expect(await seen(app)).toMatchObject({ proxy: { status: 'ok' } });
    expect(await seen(app, { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ proxy: { status: 'failing' } });
  });
});

describe('public address', () => {
  it('leads to this server, to another one, or nowhere', async () => {
    await using app = await startApp();
    const origin = await app.listen();
    const other = await serve((_request, response) => response.writeHead(502).end());
    const { host } = new URL(other);
    expect(await examine(NOWHERE)).toMatchObject({
      address: { status: 'ok', detail: 'At http://localhost:5000.', setting: 'PUBLIC_URL' },
    });
    expect(await examine(NOWHERE, { HOST: '0.0.0.0' })).toMatchObject({
      address: { status: 'warning', title: 'The public address is not known', fix: { code: 'PUBLIC_URL' } },
    });
    expect(await examine(NOWHERE, { PUBLIC_URL: origin })).toMatchObject({
      address: { status: 'ok', title: `The site is reachable at ${new URL(origin).host}` },
    });
    expect(await examine(NOWHERE, { PUBLIC_URL: other })).toMatchObject({
      address: {
        status: 'failing',
        title: `${host} does not lead to this server`,
        detail: 'It responds with 502. The server may be stopped, or the proxy leads elsewhere.',
      },
    });
    expect(await examine(NOWHERE, { PUBLIC_URL: `http://${CLOSED}` })).toMatchObject({
      address: { status: 'failing', title: `${CLOSED} cannot be reached` },
    });
  });
});

it('prints no secret, whatever fails', async () => {
  const secret = 'hunter2hunter2';
  const found = await examine(NOWHERE, {
    DATABASE_URL: `postgres://lectern:${secret}@${CLOSED}/lectern`,
    SMTP_URL: `smtp://user:${secret}@${CLOSED}`,
    RAZORPAY_API_BASE: `http://${CLOSED}`,
    RAZORPAY_KEY_ID: 'rzp_test_key',
    RAZORPAY_KEY_SECRET: secret,
    RAZORPAY_WEBHOOK_SECRET: secret,
    ADMIN_EMAIL: 'head@school.example',
    ADMIN_PASSWORD: secret,
  });
  expect(found).toMatchObject({ database: { status: 'failing' }, email: { status: 'failing' } });
  expect(JSON.stringify(found)).not.toContain(secret);
});

it('a check that hangs or throws holds up no other', async () => {
  const place = await data();
  const slowFfmpeg = join(place.dataDir, 'slow-ffmpeg');
  await writeFile(slowFfmpeg, '#!/bin/sh\nexec sleep 4\n', { mode: 0o755 });
  const doctorWith = (check: () => Promise<never>, config = readConfig(settingsFor(place))) =>
    createDoctor(
      {
        config,
        clock: systemClock,
        settings: inspectSettings(config, {}),
        payments: { apiAddress: async () => undefined, check },
        askCdn: async () => undefined,
      },
      2000,
    );
  const busy = readConfig({ ...settingsFor(place), FFMPEG_PATH: slowFfmpeg });
  const hanging = await doctorWith(() => new Promise(() => undefined), busy).examine();
  const broken = await doctorWith(() => Promise.reject(new TypeError('secret'))).examine();
  const of = ({ findings }: typeof broken, wanted = 'payments') => findings.find(({ check }) => check === wanted);
  expect(of(hanging)).toMatchObject({ status: 'failing', detail: 'It was stopped after 2 seconds.' });
  expect(of(hanging, 'video')).toMatchObject({
    status: 'warning',
    detail: 'It was stopped after 2 seconds: the machine is busy. Check again later.',
  });
  expect(of(broken)).toMatchObject({ status: 'failing', detail: 'TypeError' });
  expect(of(hanging, 'folder')?.status).toBe('ok');
});
