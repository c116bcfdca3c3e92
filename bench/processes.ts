import { spawn } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort, untilListening } from '#test/deploy/run.ts';

const CLOCK_TICKS_PER_SECOND = 100;

/** What a question measures: the program of a checkout, on an engine. */
export interface Subject {
  checkout: string;
  engine: 'SQLite' | 'PostgreSQL';
}

export interface Running extends AsyncDisposable {
  origin: string;
  cpuSeconds(): number;
  residentMib(): number;
}

/** CPU of a process, of its children, and of those that ended. */
export const readTreeCpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + readTreeCpuSeconds(child), ticks / CLOCK_TICKS_PER_SECOND);
};

const readResidentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Starts a Node program in the folder of a checkout; it listens on the port in `PORT`. */
export const startProgram = async (
  checkout: string,
  words: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Running> => {
  const port = await freePort();
  const child = spawn(process.execPath, words, {
    cwd: checkout,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { pid, stop } = await untilListening(child, [port]).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    cpuSeconds: () => readTreeCpuSeconds(pid),
    residentMib: () => readResidentMib(pid),
    [Symbol.asyncDispose]: stop,
  };
};

const LOOK_AGAIN_MS = 2000;
const IDLE_SHARE = 0.05;

/** Waits until a program does nothing by itself: jobs about rows that were inserted are no part of what is measured. */
export const untilIdle = async ({ cpuSeconds }: Running): Promise<void> => {
  for (let [before, now] = [-Infinity, cpuSeconds()]; now - before > (LOOK_AGAIN_MS / 1000) * IDLE_SHARE;) {
    await setTimeout(LOOK_AGAIN_MS);
    [before, now] = [now, cpuSeconds()];
  }
};

export const admin = { email: 'admin@school.example', password: 'a-good-password' };

const asNpmStart = {
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: '.cache/compiled',
  NODE_OPTIONS: '--max-semi-space-size=8',
};

/** The program as it is shipped, with its own data folder; only the port, the admin and the engine are configured. */
export const startLectern = (checkout: string, dataDir: string, environment: NodeJS.ProcessEnv = {}) =>
  startProgram(checkout, ['server/main.ts'], {
    ...asNpmStart,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...environment,
  });

export const temporaryFolder = () => mkdtempDisposableSync(join(tmpdir(), 'lectern-bench-'));
