import { setTimeout } from 'node:timers/promises';
import type { Running } from './processes.ts';

const TICK_MS = 10;

/**
 * Does `work` on some connections at once, each time after the last one on the same connection, until `turns` are done or
 * `seconds` have passed. Returns how long each turn took, in milliseconds.
 */
export const load = async (
  { connections, turns = Infinity, seconds = Infinity }: { connections: number; turns?: number; seconds?: number },
  work: (turn: number) => Promise<unknown>,
): Promise<number[]> => {
  const times: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  let next = 0;
  const connect = async (): Promise<void> => {
    while (next < turns && performance.now() < endsAt) {
      const startedAt = performance.now();
      await work(next++);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, connect));
  return times;
};

/** Does `work` at a steady pace, whether or not earlier turns are over. Returns how long each took, in milliseconds. */
export const loadSteadily = async (
  perSecond: number,
  seconds: number,
  work: (turn: number) => Promise<unknown>,
): Promise<number[]> => {
  const startedAt = performance.now();
  const turns: Promise<number[]>[] = [];
  while (turns.length < perSecond * seconds) {
    const due = Math.min(Math.ceil(((performance.now() - startedAt) / 1000) * perSecond), perSecond * seconds);
    while (turns.length < due) {
      const turn = turns.length;
      turns.push(load({ connections: 1, turns: 1 }, () => work(turn)));
    }
    await setTimeout(TICK_MS);
  }
  return (await Promise.all(turns)).flat();
};

/** Probes one after the other while `work` runs. Returns its result, and how long each probe took, in milliseconds. */
export const probeWhile = async <T>(everyMs: number, probe: (turn: number) => Promise<unknown>, work: Promise<T>) => {
  const run = { isOver: false };
  const watched = work.finally(() => {
    run.isOver = true;
  });
  const times: number[] = [];
  while (!run.isOver) {
    times.push(...(await load({ connections: 1, turns: 1 }, () => probe(times.length))));
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
