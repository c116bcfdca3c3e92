import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';

/** The message to a program of a pool: what it works on, and how much processor time it may need for it. */
export interface Order<Input = object> {
  input: Input;
  cpuMs: number;
}

/**
 * A looping task would prevent this thread from noticing that the server has ended, and that its processor time is used up. The
 * signal of a timer for this time ends a process without writing its memory to a file, as SIGXCPU would.
 */
const WATCH = `
  const { workerData: { server, limit } } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== server) process.kill(process.pid, 'SIGKILL');
    const { user, system } = process.cpuUsage();
    const limitMs = Atomics.load(limit, 0);
    if (limitMs > 0 && (user + system) / 1000 > limitMs) process.kill(process.pid, 'SIGVTALRM');
  }, 50);
`;

/** Of the files that this process was started from, which may have been replaced since the server was: without `version.ts`, which loads more. */
const versionOfFiles = (): string | undefined =>
  /"version": "([^"]+)"/.exec(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))?.[1];

/** Without a task. */
const NO_LIMIT = 0;

const outcomeOf = async (task: () => Promise<Uint8Array>): Promise<Outcome> => {
  try {
    return { bytes: new Uint8Array(await task()) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
};

/**
 * Makes this process part of a pool: it does what the server orders, one task at a time, and ends with the server. Tasks wait for
 * the start of a replacement, so it should load little.
 */
export const joinPool = (work: (input: never) => Promise<Uint8Array>): void => {
  const limit = new Int32Array(new SharedArrayBuffer(4));
  process.on('message', ({ input, cpuMs }: Order<never>) => {
    const { user, system } = process.cpuUsage();
    Atomics.store(limit, 0, Math.ceil((user + system) / 1000 + cpuMs));
    void outcomeOf(() => work(input)).then((outcome) => {
      Atomics.store(limit, 0, NO_LIMIT);
      process.send?.(outcome);
    });
  });
  // An orderly exit would wait for the task, which may never end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  new Worker(WATCH, { eval: true, workerData: { server: process.ppid, limit } }).unref();
  process.send?.(versionOfFiles());
  // A killed process stores nothing at its end; the cache halves the time of the next start.
  flushCompileCache();
};
