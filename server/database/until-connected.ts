import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from './failures.ts';

const RETRY_MS = 1000;

/** Repeats work of the start that a request would be refused for a moment: while PostgreSQL has no connection left, or restarts. */
export const untilConnected = async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
};
