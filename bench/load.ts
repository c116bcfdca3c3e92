import { setTimeout } from 'node:timers/promises';
import type { Running } from './processes.ts';

interface Load {
  /** How many turns run at once. */
  connections?: number;
  turns?: number;
  seconds?: number;
  /** A steady pace, at which a turn waits until it is due. */
  perSecond?: number;
  /** No turn begins after it. */
  over?: AbortSignal;
}

/** Resolves after this time, or when it is over. */
export const pause = (ms: number, over: AbortSignal): Promise<void> =>
  setTimeout(Math.max(0, ms), undefined, { signal: over }).catch(() => undefined);

/**
 * Does `work` on some connections at once, each time after the last one on the same connection, until `turns` are done or
 * `seconds` have passed, or it is over. Returns how long each turn took, in milliseconds.
 */
export const load = async (
  {
    connections = 1,
    turns = Infinity,
    seconds = Infinity,
    perSecond = Infinity,
    over = new AbortController().signal,
  }: Load,
  work: (turn: number) => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  const beganAt = performance.now();
  let next = 0;
  const connect = async (): Promise<void> => {
    while (next < turns && performance.now() < beganAt + seconds * 1000) {
      const turn = next++;
      const dueAt = beganAt + (turn / perSecond) * 1000;
      if (dueAt > performance.now()) await pause(dueAt - performance.now(), over);
      if (over.aborted) return;
      const startedAt = performance.now();
      await work(turn);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, connect));
  return times;
};

/** Probes one after the other while `work` runs. Returns its result, and how long each probe took, in milliseconds. */
export const probeWhile = async <T>(everyMs: number, probe: (turn: number) => Promise<unknown>, work: Promise<T>) => {
  const run = { isOver: false };
  const watched = work.finally(() => {
    run.isOver = true;
  });
  const times: number[] = [];
  while (!run.isOver) {
    times.push(...(await load({ turns: 1 }, () => probe(times.length))));
    await setTimeout(everyMs);
  }
  return { result: await watched, times };
};

/** The CPU of a server, in seconds, and the time that passed while `work` ran. */
export const withCpu = async <T>(server: Running, work: () => Promise<T>) => {
  const [startedAt, cpuBefore] = [performance.now(), server.cpuSeconds()];
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = server.cpuSeconds() - cpuBefore;
  return { result, seconds, cpuSeconds, cpuShare: cpuSeconds / seconds };
};
