import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The most processor time in milliseconds that this thread spent within one turn of its event loop while `work` ran: for so long
 * nobody else was answered. Time of other processes and threads does not count, so that a busy machine changes nothing.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let isOver = false;
  let before = cpuMs();
  const look = (): void => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  return Math.max(longest, cpuMs() - before);
};

const TRIES = 15;

/** What other files of this process left is collected between two measurements, and not within one. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
};

/**
 * The least of some measurements, which ends at one that is below the bound: a collection of garbage that falls into one of them
 * is no cost of the work, and what is slow is slow in each.
 */
export const leastOf = async (bound: number, measure: () => Promise<number>): Promise<number> => {
  let least = Infinity;
  for (let index = 0; index < TRIES && least >= bound; index += 1) {
    if (index > 0) collectGarbage();
    least = Math.min(least, await measure());
  }
  return least;
};
