import { Worker } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';

/** A task that loops in this thread keeps it from noticing that the server has ended. */
const WATCH = `
  const { workerData: server } = require('node:worker_threads');
  setInterval(() => process.ppid === server || process.kill(process.pid, 'SIGKILL'), 500);
`;

/** Makes this process one of a pool: it handles one task at a time, and ends with the server. */
export const handleTasks = (handle: (input: unknown) => Promise<Uint8Array>): void => {
  const handleAndSend = async (input: unknown): Promise<void> => {
    let outcome: Outcome;
    try {
      outcome = { bytes: new Uint8Array(await handle(input)) };
    } catch (error) {
      outcome = { problem: error instanceof Error ? error.message : String(error) };
    }
    process.send?.(outcome);
  };
  process.on('message', (input) => void handleAndSend(input));
  // An orderly exit would wait for the task, which may never end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  new Worker(WATCH, { eval: true, workerData: process.ppid }).unref();
  process.send?.('ready');
};
