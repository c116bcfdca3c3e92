import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CLOCK_TICKS_PER_SECOND = 100;
const START_PATIENCE_MS = 30_000;

export interface Running {
  origin: string;
  pid: number;
  cpuSeconds(): number;
  residentMib(): number;
  stop(): Promise<void>;
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port is free');
  return address.port;
};

const readCpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
};

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** CPU of a process, of its children, and of those that ended. */
export const readTreeCpuSeconds = (pid: number): number => {
  const [, , userTicks = 0, systemTicks = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const ended = (userTicks + systemTicks) / CLOCK_TICKS_PER_SECOND;
  return childrenOf(pid).reduce((sum, child) => sum + readTreeCpuSeconds(child), readCpuSeconds(pid) + ended);
};

const readResidentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const waitForAnswer = async (url: string, child: ChildProcess): Promise<void> => {
  const giveUpAt = Date.now() + START_PATIENCE_MS;
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`no response from ${url}`);
};

const start = (
  script: string,
  words: string[],
  port: number,
  environment: NodeJS.ProcessEnv,
  path: string,
): Promise<Running> => startProgram(process.execPath, [script, ...words], port, { environment, path });

/** Any program that listens on `port` and responds at `path`. */
export const startProgram = async (
  program: string,
  words: string[],
  port: number,
  { environment = {}, path }: { environment?: NodeJS.ProcessEnv; path: string },
): Promise<Running> => {
  const child = spawn(program, words, {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} did not start`);
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${origin}${path}`, child);
  return {
    origin,
    pid,
    cpuSeconds: () => readCpuSeconds(pid),
    residentMib: () => readResidentMib(pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

export const admin = { email: 'admin@school.example', password: 'a-good-password' };

const asNpmStart = {
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: '.cache/compiled',
  NODE_OPTIONS: '--max-semi-space-size=8',
};

/** The program as it is shipped, on a data folder of its own; nothing is configured but the port, the ADMIN and the engine. */
export const startLectern = async (dataDir: string, environment: NodeJS.ProcessEnv = {}): Promise<Running> =>
  start(
    'server/main.ts',
    [],
    await freePort(),
    { ...asNpmStart, DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...environment },
    '/healthz',
  );

/** Plain node:http, doing only what the comparison needs; see raw-server.ts. */
export const startRaw = async (mode: string, file: string): Promise<Running> =>
  start('bench/raw-server.ts', [mode, file], await freePort(), {}, '/healthz');

export const temporaryFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};
