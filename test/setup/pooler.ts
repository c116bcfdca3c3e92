import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerForRoot, type PrivatePostgres, untilItAnswers } from './postgres-server.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** It gets the signal when its standard input closes, so that it never outlives the process that started it. */
const STOP_WITH_PARENT = '"$@" & read -r _; kill -TERM $!; wait';

export interface Pooler {
  url: string;
  /** Of the process whose child it is. */
  pid: number;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode before a PostgreSQL of ours; undefined on a machine without it. */
export const startPooler = async (postgres: PrivatePostgres): Promise<Pooler | undefined> => {
  if (!existsSync(PROGRAM)) return undefined;
  const owner = process.getuid?.() === 0 ? ownerForRoot() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pooler-'));
  const settings = [
    '[databases]',
    `* = host=${postgres.folder} port=5432 user=postgres`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'default_pool_size = 6',
    // When PostgreSQL is back, the next query finds it; by default a failed connection is repeated after 15 seconds.
    'server_login_retry = 1',
    'auth_type = any',
    'listen_addr =',
    'listen_port = 6432',
    `unix_socket_dir = ${folder}`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  if (owner) for (const path of [folder, file]) await chown(path, owner.uid, owner.gid);
  const child = spawn('/bin/sh', ['-c', STOP_WITH_PARENT, 'sh', PROGRAM, file], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const url = `postgres://postgres@localhost:6432/postgres?host=${encodeURIComponent(folder)}`;
  await untilItAnswers(url, child);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
