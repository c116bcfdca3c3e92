// @module-tag both
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { setReadOnly } from '#server/database/read-only.ts';
import { storePublicAddress } from '#server/public-address.ts';
import { schoolIn } from '#test/backup/schools.ts';
import { CLOSED, dataOfTest, examine, seen } from '#test/examine.ts';
import { aSubscriber } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

describe('database', () => {
  it('responds, and its schema is up to date', async () => {
    const place = await dataOfTest();
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
    const place = await dataOfTest();
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

  it('is read-only', async () => {
    const place = await dataOfTest();
    const { database } = await schoolIn(place);
    await setReadOnly(database, true);
    const found = await examine(place);
    await setReadOnly(database, false);
    expect(found).toMatchObject({
      database: {
        status: 'warning',
        title: 'The school is read-only',
        fix: { text: 'If the school stays here:', code: 'npm run read-only -- off' },
      },
    });
    expect(await examine(place)).toMatchObject({ database: { status: 'ok' } });
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
    await using app = await startApp();
    const { database, clock } = app;
    await database.transaction((tx) => storePublicAddress(database, tx, 'https://school.example', clock.now()));
    await aSubscriber(app);
    clock.advance(2 * HOUR_MS);
    expect(await seen(app)).toMatchObject({
      webhook: {
        status: 'warning',
        title: 'Webhooks do not arrive',
        fix: { code: 'https://school.example/api/v1/payments/webhook' },
      },
    });
    const event = { event_id: 'event', provider: 'sandbox', type: 'payment.captured', body: '{}' };
    await database.db
      .insertInto('webhook_events')
      .values({ ...event, outcome: 'applied', received_at: clock.now() })
      .execute();
    expect(await seen(app)).toMatchObject({
      webhook: { status: 'ok', detail: 'The last event arrived on 15 June 2026 at 12:00.' },
    });
  });
});
