import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';

/** A looping task would prevent this thread from noticing that the server has ended. */
const WATCH = `
  const { workerData: server } = require('node:worker_threads');
  setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 500);
`;

/** Sends the outcome of a task to the server. */
export const respond = async (task: Promise<Uint8Array>): Promise<void> => {
  let outcome: Outcome;
  try {
    outcome = { bytes: new Uint8Array(await task) };
  } catch (error) {
    outcome = { problem: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(outcome);
};

/**
 * Makes this process part of a pool: it ends with the server and receives one task at a time. It must listen to messages
 * before. Tasks wait for the start of a replacement, so it should load little.
 */
export const joinPool = (): void => {
  // An orderly exit would wait for the task, which may never end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
  process.send?.('ready');
  // A killed process stores nothing at its end; the cache halves the time of the next start.
  flushCompileCache();
};
