import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#server/config.ts';
import { createLogger } from '#server/log.ts';
import { openDoctor } from '#server/open-doctor.ts';
import { temporaryFolder } from './isolated-data.ts';
import { startPrivatePostgres } from './setup/postgres-server.ts';

const root = path.resolve(import.meta.dirname, '..');
const NODE_FOLDER = path.dirname(process.execPath);

const run = (command: string, environment: Record<string, string>): ChildProcess =>
  spawn('/bin/sh', ['-c', command], {
    cwd: root,
    env: { PATH: `${NODE_FOLDER}:${process.env['PATH'] ?? ''}`, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** What `npm start` hands to the shell, without the build. */
const startCommand = (): string => {
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  return scripts.start.replace(/^node scripts\/build-web\.ts --if-stale/, 'true');
};

const READY = /ready at (http:\/\/localhost:\d+)/;

/** Returns the first group of the pattern, or all that it matched. */
const untilSaid = async (child: ChildProcess, pattern: RegExp): Promise<string> => {
  let said = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(chunk);
    const found = pattern.exec(said);
    if (found) return found[1] ?? found[0];
  }
  throw new Error(`ended without saying ${String(pattern)}: ${said}`);
};

/** A server that is ready, at this port. */
const start = async (environment: Record<string, string>) => {
  const child = run('exec node server/main.ts', environment);
  const ended = once(child, 'exit');
  const origin = await untilSaid(child, READY);
  child.stdout?.resume();
  return { child, ended, origin, port: Number(new URL(origin).port) };
};

const open = async (port: number, bytes: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
};

const MESSAGE = JSON.stringify({ name: 'Ravi Kumar', email: 'ravi@home.example', message: 'In Hindi?' });

/** A request whose body is still to come, at the moment when its handler waits for it. */
const openPost = async (port: number): Promise<Socket> => {
  const socket = await open(
    port,
    `POST /api/v1/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${MESSAGE.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const [interim] = await once(socket, 'data');
  expect(String(interim)).toContain('100 Continue');
  return socket;
};

test('SIGTERM to the npm process stops the server and frees its port', async () => {
  const folder = await temporaryFolder();
  const child = run(startCommand(), { DATA_DIR: folder.path });
  const ended = once(child, 'exit');
  const healthz = new URL('/healthz', await untilSaid(child, READY));
  expect((await fetch(healthz)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(healthz)).rejects.toThrow('fetch failed');
  await folder.remove();
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s closes idle connections, and completes running requests',
  async (signal) => {
    const folder = await temporaryFolder();
    const { child, ended, port } = await start({ DATA_DIR: folder.path });
    const silent = await open(port, '');
    const halfHead = await open(port, 'GET /healthz HTTP/1.1\r\nHost: loc');
    const underWay = await openPost(port);
    child.kill(signal);
    await Promise.all([once(silent, 'close'), once(halfHead, 'close')]);
    underWay.write(MESSAGE);
    expect(await text(underWay)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ended).toEqual([0, null]);
    await folder.remove();
  },
);

test('a body that never arrives is not waited for, and a second signal waits for nothing', async () => {
  const folder = await temporaryFolder();
  const first = await start({ DATA_DIR: folder.path });
  const half = await openPost(first.port);
  half.write(MESSAGE.slice(0, 10));
  first.child.kill('SIGTERM');
  expect(await first.ended).toEqual([0, null]);
  expect(half.closed).toBe(true);

  const second = await start({ DATA_DIR: folder.path });
  await openPost(second.port);
  second.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${second.origin}/readyz`).catch(() => undefined))?.status).not.toBe(200);
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual([1, null]);
  await folder.remove();
});

test('where others may serve, SIGTERM first makes /readyz 503 while requests are still served', async () => {
  const [folder, postgres] = await Promise.all([temporaryFolder(), startPrivatePostgres()]);
  const { child, ended, origin } = await start({ DATA_DIR: folder.path, DATABASE_URL: postgres.url });
  const agent = new Agent({ keepAlive: true });
  const get = async (path: string) => {
    const [response]: IncomingMessage[] = await once(request(origin + path, { agent }).end(), 'response');
    const body = response && (await text(response));
    return { status: response?.statusCode, connection: response?.headers.connection, body };
  };
  expect(await get('/readyz')).toEqual({ status: 200, connection: 'keep-alive', body: '{"status":"ready"}' });
  const stoppedAt = performance.now();
  child.kill('SIGTERM');
  await expect.poll(() => get('/readyz')).toMatchObject({ status: 503, connection: 'keep-alive' });
  const served: unknown[] = [];
  // Until the server no longer listens.
  for (;;) {
    const response = await get('/api/v1/courses').catch(() => undefined);
    if (!response) break;
    served.push([response.status, response.connection]);
    await setTimeout(20);
  }
  expect(served.pop()).toEqual([200, 'close']);
  expect(new Set(served.map(String))).toEqual(new Set(['200,keep-alive']));
  const servedMs = performance.now() - stoppedAt;
  expect(servedMs).toBeGreaterThan(4900);
  expect(await ended).toEqual([0, null]);
  await Promise.all([folder.remove(), postgres.stop()]);
});

const untilEnd = async (child: ChildProcess): Promise<{ code: unknown; out: string; err: string }> => {
  const ended = once(child, 'exit');
  const said = async (stream: Readable | null): Promise<string> => (stream ? text(stream) : '');
  const [out, err] = await Promise.all([said(child.stdout), said(child.stderr)]);
  const [code]: unknown[] = await ended;
  return { code, out, err };
};

test('the log is lines of JSON without the setup link, which a command prints', async () => {
  const folder = await temporaryFolder();
  const child = run('exec node server/main.ts', { DATA_DIR: folder.path, LOG_LEVEL: 'info' });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await expect.poll(() => said).toContain('no admin yet');
  const lines = said
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 'info',
      msg: expect.stringMatching(/^Lectern is ready at http:\/\/localhost:\d+$/),
    }),
  );
  const origin = READY.exec(said)?.[1] ?? '';
  const setup = { DATA_DIR: folder.path, PORT: new URL(origin).port };
  const { out } = await untilEnd(run('exec node server/main.ts setup', setup));
  expect(out).toMatch(/^Set it up, once, at http:\/\/localhost:\d+\/setup\/[\w-]{43}\n$/);
  const token = out.trim().split('/').at(-1);
  const check = await fetch(`${origin}/api/v1/setup/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(check.status).toBe(200);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  expect(said).not.toContain(token);
  // A slow request is logged with `/setup/…`.
  expect(said).not.toMatch(/setup\/[\w-]/);
  await folder.remove();
});

test('on a terminal the start says in sentences where the school is, with the setup link', async () => {
  const folder = await temporaryFolder();
  const child = run('exec script --quiet --return --command "node server/main.ts" /dev/null', {
    DATA_DIR: folder.path,
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  await expect.poll(() => said).toContain('/setup/');
  expect(said.replaceAll('\r', '')).toMatch(
    /^Lectern is ready at (http:\/\/localhost:\d+)\nSet it up, once, at \1\/setup\/[\w-]{43}\n$/,
  );
  child.kill('SIGTERM');
  await ended;
  await folder.remove();
});

test('a database that refuses the login is explained at the start as by the doctor', async () => {
  const [folder, postgres] = await Promise.all([temporaryFolder(), startPrivatePostgres()]);
  const hba = path.join(postgres.folder, 'data/pg_hba.conf');
  await writeFile(hba, 'local all ila reject\nlocal all asha scram-sha-256\nlocal all all trust\n');
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("CREATE USER asha PASSWORD 'monsoon rain'");
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  const addressOf = (user: string, name: string): string =>
    `postgres://${user}@localhost:5432/${name}?host=${encodeURIComponent(postgres.folder)}`;
  const refused: [user: string, name: string, code: string][] = [
    ['asha:wrong', 'postgres', '28P01'],
    ['asha', 'postgres', 'SASL'],
    ['ila', 'postgres', '28000'],
    ['postgres', 'none', '3D000'],
  ];
  for (const [user, name, code] of refused) {
    const settings = { DATA_DIR: folder.path, DATABASE_URL: addressOf(user, name), FFMPEG_PATH: 'none' };
    expect(await untilEnd(run('exec node server/main.ts', settings)), code).toEqual({
      code: 1,
      out: '',
      err: `The database refuses the login. localhost:5432 knows no such user, password or database (${code}). Start the database, or correct its address: DATABASE_URL\n`,
    });
    const doctor = await openDoctor(readConfig(settings), createLogger('silent'));
    expect(await doctor.failures(['database']), code).toMatchObject([
      {
        title: 'The database refuses the login',
        detail: `localhost:5432 knows no such user, password or database (${code}).`,
        fix: { text: 'Start the database, or correct its address:', code: 'DATABASE_URL' },
      },
    ]);
  }
  await Promise.all([folder.remove(), postgres.stop()]);
});

test('an FFMPEG_PATH that is wrong is logged at the start, in the words of the doctor', async () => {
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: folder.path, LOG_LEVEL: 'warn', FFMPEG_PATH: '/nowhere/ffmpeg' };
  const child = run('exec node server/main.ts', settings);
  const ended = once(child, 'exit');
  const line = await untilSaid(child, /\{"level":"warn".*FFMPEG_PATH.*\n/);
  expect(JSON.parse(line)).toMatchObject({
    setting: 'FFMPEG_PATH',
    msg: 'Video processing does not work. Videos are not converted: the program at FFMPEG_PATH does not work as ffmpeg. Correct this setting: FFMPEG_PATH',
  });
  child.kill('SIGTERM');
  await ended;
  await folder.remove();
});

test('a port in use is reported in one line', async () => {
  const folder = await temporaryFolder();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const child = run('exec node server/main.ts', { DATA_DIR: folder.path, PORT: port });
  const ended = once(child, 'exit');
  expect(child.stderr && (await text(child.stderr))).toBe(
    `Port ${port} is taken: stop what uses it, or set PORT to another number\n`,
  );
  expect(await ended).toEqual([1, null]);
  other.close();
  await folder.remove();
});

test('the doctor needs no server, creates nothing, and ends with 1 when a check fails', async () => {
  const folder = await temporaryFolder();
  const doctor = async (settings: Record<string, string>) => {
    const child = run('exec node server/main.ts doctor', { DATA_DIR: folder.path, FFMPEG_PATH: 'none', ...settings });
    const ended = once(child, 'exit');
    const said = child.stdout ? await text(child.stdout) : '';
    const [code]: unknown[] = await ended;
    return { code, said };
  };
  const good = await doctor({});
  expect(good).toMatchObject({ code: 0 });
  expect(good.said).toContain(`ok       The data folder can be written. ${folder.path}\n`);
  expect(good.said).toMatch(/\n0 failing, 4 warnings, \d ok\n$/);
  expect(await readdir(folder.path)).toEqual([]);
  const bad = await doctor({ SMTP_URL: 'smtp://127.0.0.1:9' });
  expect(bad.code).toBe(1);
  expect(bad.said).toMatch(/^FAILING {2}The mail server cannot be reached\n.*\n {9}Correct this setting: SMTP_URL\n/);
  await folder.remove();
});
