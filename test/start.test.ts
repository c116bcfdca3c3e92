import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createLogger } from '#server/log.ts';
import { openDoctor } from '#server/open-doctor.ts';
import { temporaryFolder } from './isolated-data.ts';
import { type PrivatePostgres, startPrivatePostgres } from './setup/postgres-server.ts';

const root = path.resolve(import.meta.dirname, '..');

const aFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
};

const run = (settings: Record<string, string>, ...words: string[]): ChildProcess => {
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts'), ...words], {
    cwd: settings['HERE'] ?? root,
    env: {
      PATH: process.env['PATH'],
      HOME: '/nowhere',
      PORT: '0',
      LOG_LEVEL: 'silent',
      FFMPEG_PATH: 'none',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGKILL');
  });
  return child;
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/** Resolves with what it said until it is ready. */
const untilReady = async (child: ChildProcess): Promise<string> => {
  let said = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(chunk);
    if (said.includes('is ready at')) {
      child.stdout?.resume();
      return said;
    }
  }
  throw new Error(`ended before it was ready: ${said}`);
};

const untilRefused = async (child: ChildProcess): Promise<{ code: number | null; said: string }> => {
  const ended = once(child, 'exit');
  child.stdout?.resume();
  const said = child.stderr ? await text(child.stderr) : '';
  await ended;
  return { code: child.exitCode, said };
};

test('a data folder in use is refused with the number of the process, until that one ends, however it ends', async () => {
  const folder = await aFolder();
  const first = run({ DATA_DIR: folder });
  await untilReady(first);
  const link = path.join(await aFolder(), 'link');
  await symlink(folder, link);
  for (const DATA_DIR of [folder, link])
    expect(await untilRefused(run({ DATA_DIR }))).toEqual({
      code: 1,
      said: `The data folder ${DATA_DIR} is in use already, by process ${first.pid}: stop it, or set DATA_DIR to another folder. Several processes need DATABASE_URL\n`,
    });
  const { code } = await untilRefused(run({ DATA_DIR: folder }, 'doctor'));
  expect(code).toBe(0);
  await end(first, 'SIGKILL');
  const second = run({ DATA_DIR: folder });
  await untilReady(second);
  await end(second, 'SIGTERM');
  // Of a process that lost its disk in the middle of a write.
  await writeFile(path.join(folder, 'in-use.db'), 'no database, longer than the header of one '.repeat(20));
  await untilReady(run({ DATA_DIR: folder }));
});

test('unknown names and the whole path of the data folder are said at the start', async () => {
  const here = await aFolder();
  const child = run({ HERE: here, DATA_DIR: './data', PUBLIC_ULR: 'x', LOG_LEVEL: 'info' });
  const said = await untilReady(child);
  expect(said).toContain('"msg":"PUBLIC_ULR is an unknown setting and has no effect: is PUBLIC_URL meant?"');
  await expect.poll(() => readdir(path.join(here, 'data'))).toContain('lectern.db');
  const { said: error } = await untilRefused(run({ DATA_DIR: here, PUBLIC_ULR: 'x' }, 'doctor'));
  expect(error).toBe('PUBLIC_ULR is an unknown setting and has no effect: is PUBLIC_URL meant?\n');
});

test('a folder that begins with a tilde is that of the home, also as a container reads a file of settings', async () => {
  const [here, home] = [await aFolder(), await aFolder()];
  const child = run({ HERE: here, HOME: home, DATA_DIR: '"~/school"\r', LOG_LEVEL: 'info' });
  await untilReady(child);
  expect([await readdir(here), await readdir(home)]).toEqual([[], ['school']]);
});

let postgres: PrivatePostgres;
beforeAll(async () => {
  postgres = await startPrivatePostgres();
});
afterAll(() => postgres.stop());

const addressOf = (database: string, role = 'postgres'): string =>
  `postgres://${role}@localhost:5432/${database}?host=${encodeURIComponent(postgres.folder)}`;

const execute = async (database: string, ...statements: string[]): Promise<void> => {
  const client = new Client({ connectionString: addressOf(database) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const REFUSED: [name: string, setUp: [inside: string[], outside: string[]], sentence: string][] = [
  [
    'latin',
    [[], []],
    'The database latin has the encoding LATIN1, which lacks the letters of most scripts. Create another one, and name it in DATABASE_URL: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 --owner=asha latin_utf8',
  ],
  [
    'closed',
    [[], []],
    'The role asha may not create tables in the schema public of the database closed: GRANT CREATE ON SCHEMA public TO asha',
  ],
  [
    'lost',
    [[], ['ALTER DATABASE lost SET search_path = nowhere']],
    'No schema of search_path exists in the database lost: CREATE SCHEMA asha AUTHORIZATION asha',
  ],
  [
    'strings',
    [[], ['ALTER DATABASE strings SET standard_conforming_strings = off']],
    'The database strings reads backslashes in strings (standard_conforming_strings is off): ALTER ROLE asha SET standard_conforming_strings = on',
  ],
  [
    'isolated',
    [[], ["ALTER DATABASE isolated SET default_transaction_isolation = 'serializable'"]],
    "Transactions of the database isolated begin as serializable (default_transaction_isolation): ALTER ROLE asha SET default_transaction_isolation = 'read committed'",
  ],
  [
    'strange',
    [
      [
        'GRANT CREATE ON SCHEMA public TO asha',
        'CREATE TABLE users (id TEXT)',
        'CREATE TABLE schema_migrations (number BIGINT)',
      ],
      [],
    ],
    'The role asha may not read and change the table schema_migrations of the database strange, which another role made: GRANT ALL ON ALL TABLES IN SCHEMA public TO asha',
  ],
];

test.each(REFUSED)(
  'the database “%s” is refused in one line, at the start and by the doctor',
  async (name, [inside, outside], sentence) => {
    const encoding = name === 'latin' ? "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'" : '';
    await execute('postgres', `DO $$ BEGIN CREATE ROLE asha LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await execute('postgres', `CREATE DATABASE ${name} TEMPLATE template0 ${encoding}`, ...outside);
    await execute(name, ...inside);
    const settings = { DATA_DIR: await aFolder(), DATABASE_URL: addressOf(name, 'asha') };
    expect(await untilRefused(run(settings))).toEqual({ code: 1, said: `${sentence}\n` });
    const doctor = await openDoctor(readConfig(settings), createLogger('silent'));
    const [finding] = await doctor.failures(['database']);
    expect(`${finding?.detail} ${finding?.fix?.code}`).toBe(sentence);
  },
);

test('a role with few connections serves with them, says so, and waits for its first one', async () => {
  await execute('postgres', 'CREATE ROLE few LOGIN CONNECTION LIMIT 4', 'CREATE DATABASE few OWNER few');
  const others = Array.from({ length: 4 }, () => new Client({ connectionString: addressOf('few', 'few') }));
  await Promise.all(others.map((client) => client.connect()));
  const settings = { DATA_DIR: await aFolder(), DATABASE_URL: addressOf('few', 'few'), LOG_LEVEL: 'warn' };
  const child = run(settings);
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await expect.poll(() => said).toContain('The start waits for a minute. The database has no connection left.');
  await Promise.all(others.map((client) => client.end()));
  await expect.poll(() => said).toContain('is ready at');
  expect(said).toContain(
    'The database few allows the role few 4 connections. Each process uses 12 where it may, and makes do with these: ALTER ROLE few CONNECTION LIMIT 12',
  );
  const origin = /ready at (http:\/\/localhost:\d+)/.exec(said)?.[1] ?? '';
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await fetch(`${origin}/api/v1/courses`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(child.exitCode).toBeNull();
  await end(child, 'SIGTERM');
  await execute('postgres', 'ALTER ROLE few CONNECTION LIMIT 3');
  const { code, said: sentence } = await untilRefused(run(settings));
  expect([code, sentence]).toEqual([
    1,
    'The database few allows the role few 3 connections, and each process needs 12, 4 at least: ALTER ROLE few CONNECTION LIMIT 12\n',
  ]);
});
