import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from './isolated-data.ts';

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

const untilSaid = async (child: ChildProcess, pattern: RegExp): Promise<string> => {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    const found = pattern.exec(said);
    if (found) return found[0];
  }
  throw new Error(`ended without saying ${String(pattern)}: ${said}`);
};

test('SIGTERM to the npm process stops the server and frees its port', async () => {
  const folder = await temporaryFolder();
  const child = run(startCommand(), { DATA_DIR: folder.path });
  const ended = once(child, 'exit');
  const setupLink = await untilSaid(child, /http:\/\/localhost:\d+\/setup\/[\w-]{43}/);
  const healthz = new URL('/healthz', setupLink);
  expect((await fetch(healthz)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(fetch(healthz)).rejects.toThrow('fetch failed');
  await folder.remove();
});

test('SIGTERM closes idle connections at once, and completes running requests first', async () => {
  const folder = await temporaryFolder();
  const child = run('exec node server/main.ts', { DATA_DIR: folder.path });
  const ended = once(child, 'exit');
  const port = Number(new URL(await untilSaid(child, /http:\/\/localhost:\d+\/setup/)).port);
  const open = async (bytes: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const silent = await open('');
  const halfHead = await open('GET /healthz HTTP/1.1\r\nHost: loc');
  const body = JSON.stringify({ name: 'Ravi Kumar', email: 'ravi@home.example', message: 'In Hindi?' });
  const underWay = await open(
    `POST /api/v1/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  const [interim] = await once(underWay, 'data');
  expect(String(interim)).toContain('100 Continue');
  const stoppedAt = performance.now();
  child.kill('SIGTERM');
  await Promise.all([once(silent, 'close'), once(halfHead, 'close')]);
  underWay.write(body);
  expect(await text(underWay)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toEqual([0, null]);
  expect(performance.now() - stoppedAt).toBeLessThan(2000);
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
