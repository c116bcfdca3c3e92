import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { countStatements } from '#test/count-statements.ts';
import { openJobs } from '#test/open-jobs.ts';
import { type PrivatePostgres, startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { type Database, type Db, openPostgres } from './database.ts';
import { isConnectionLost } from './failures.ts';
import { migrate } from './migrate.ts';
import type { PostgresOptions } from './postgres.ts';
import { prepared } from './prepared.ts';

const SETTINGS = 500;

let server: PrivatePostgres;
beforeAll(async () => {
  server = await startPrivatePostgres();
  await using database = await open();
  await migrate(database, 0);
  const rows = Array.from({ length: SETTINGS }, (_, index) => ({
    name: `n${index}`,
    value: `v${index}`,
    updated_at: 0,
  }));
  await database.db.insertInto('settings').values(rows).execute();
});
afterAll(() => server.stop());

const open = async (options?: PostgresOptions): Promise<Database & AsyncDisposable> => {
  const database = await openPostgres(server.url, options);
  return { ...database, [Symbol.asyncDispose]: database.close };
};

const prepareSetting = (database: Database) =>
  prepared(database, database.db.selectFrom('settings').select('value').where('name', '=', '').compile());

test.each([true, false])(
  'concurrent calls of a SELECT share statements, and each gets its own rows (pooled: %s)',
  async (isPooled) => {
    await using database = await open(isPooled ? { directUrl: server.url } : {});
    const find = prepareSetting(database);
    const indexes = Array.from({ length: 600 }, (_, index) => index);
    let found: string[][] = [];
    const statements = await countStatements(async () => {
      const rows = await Promise.all(indexes.map((index) => find(`n${index}`)));
      found = rows.map((all) => all.map(({ value }) => value));
    });
    expect(found).toEqual(indexes.map((index) => (index < SETTINGS ? [`v${index}`] : [])));
    expect(statements).toBe(3);
  },
);

test('the rows of a call keep their order', async () => {
  await using database = await open();
  const query = database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '>=', '')
    .orderBy('value', 'desc')
    .limit(sql.lit(3));
  const after = prepared(database, query.compile());
  const found = await Promise.all(['n1', 'n498', 'x'].map((name) => after(name)));
  expect(found.map((rows) => rows.map(({ value }) => value))).toEqual([
    ['v99', 'v98', 'v97'],
    ['v99', 'v98', 'v97'],
    [],
  ]);
});

const plansKept = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement).filter((statement) => statement.includes('settings'));
};

test.each([
  [true, []],
  [false, ['select "value" from "settings" where "name" = $1']],
])('a connection plans a statement once, except through a pooler (pooled: %s)', async (isPooled, expected) => {
  await using database = await open(isPooled ? { directUrl: server.url } : {});
  await database.transaction(async (tx) => {
    for (const name of ['n1', 'n2']) await tx.selectFrom('settings').select('value').where('name', '=', name).execute();
    expect(await plansKept(tx)).toEqual(expected);
  });
});

test('a migration may add a column while statements run', async () => {
  await using database = await open();
  await using migrating = await open();
  const setting = { name: 'n1', value: 'v1', updated_at: 0 };
  const { db } = database;
  const find = () => db.selectFrom('settings').selectAll().where('name', '=', 'n1').execute();
  const update = () => db.updateTable('settings').set(setting).where('name', '=', 'n1').returningAll().execute();
  expect([await find(), await update()]).toEqual([[setting], [setting]]);
  await sql`ALTER TABLE settings ADD COLUMN added TEXT`.execute(migrating.db);
  const withColumn = { ...setting, added: null };
  expect([await find(), await update()]).toEqual([[withColumn], [withColumn]]);
});

const sleepFor = (seconds: number) => (database: Database) => sql`SELECT pg_sleep(${seconds})`.execute(database.db);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('PostgreSQL ends a statement that takes too long, and the connection serves the next', async () => {
  await using database = await open({ timeLimits: { statementMs: 1000, silenceMs: 20_000 } });
  const failure = await failureOf(sleepFor(20)(database));
  expect(failure).toMatchObject({ code: '57014', message: 'canceling statement due to statement timeout' });
  expect(isConnectionLost(failure)).toBe(true);
  await sleepFor(0)(database);
});

test('a connection on which PostgreSQL stays silent is closed, and the next statement has a new one', async () => {
  await using database = await open({ timeLimits: { statementMs: 0, silenceMs: 5000 } });
  const failure = await failureOf(sleepFor(20)(database));
  expect(failure).toMatchObject({ code: 'ETIMEDOUT', message: 'PostgreSQL does not respond' });
  expect(isConnectionLost(failure)).toBe(true);
  await sleepFor(0)(database);
});

test('requests have time limits, and migrations have none', async () => {
  const limitOf = async (options?: PostgresOptions) => {
    await using database = await open(options);
    const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(database.db);
    return rows[0]?.statement_timeout;
  };
  expect([await limitOf(), await limitOf({ timeLimits: 'none' })]).toEqual(['30s', '0']);
});

const listenersTo = async ({ db }: Database, channel: string): Promise<number> => {
  const listening = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE query = ${`LISTEN ${channel}`}`;
  return (await listening.execute(db)).rows.length;
};

test('a job that one process adds is started by another one when it has committed', async () => {
  await using web = await open();
  await using worker = await open();
  const adding = openJobs({ database: web, clock: systemClock });
  const running = openJobs({ database: worker, clock: systemClock });
  const work = defineJob({ name: 'test.work', lane: 'upkeep', payload: z.object({}) });
  const ran: string[] = [];
  running.handle(work, async (_payload, { id }) => void ran.push(id));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  running.start();
  await expect.poll(() => listenersTo(web, 'lectern_signals')).toBe(1);
  await web.transaction((tx) => adding.enqueue(tx, work, {}, { id: 'one' }));
  await expect.poll(() => ran).toEqual(['one']);
  await running.stop();
});

test('after a time in which the server accepted only reads, the first write succeeds', async () => {
  const { url, stop } = await startPrivatePostgres();
  onTestFinished(stop);
  const database = await openPostgres(url);
  onTestFinished(() => database.close());
  await migrate(database, 0);
  const setting = (name: string) =>
    database.transaction((tx) =>
      tx.insertInto('settings').values({ name, value: '', updated_at: 0 }).executeTakeFirstOrThrow(),
    );
  const accept = (what: string) => sql`ALTER SYSTEM SET default_transaction_read_only = ${sql.raw(what)}`;
  const reload = sql`SELECT pg_reload_conf()`;
  await accept('on').execute(database.db);
  await reload.execute(database.db);
  await vi.waitFor(async () => {
    await expect(setting('refused')).rejects.toSatisfy(isConnectionLost);
  });
  const owner = await openPostgres(`${url}&options=${encodeURIComponent('-c default_transaction_read_only=off')}`);
  onTestFinished(() => owner.close());
  await accept('off').execute(owner.db);
  await reload.execute(owner.db);
  await setting('stored');
});
