import { joinPool } from '#server/processes/pool-program.ts';
import { cpuMs } from './cpu-time.ts';

/** A program of a pool that returns, at once or after a second of waiting or of work, throws, loops or fills the memory, as requested. */
const behaviours: Record<string, () => void> = {
  return: () => undefined,
  wait: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000),
  work: () => {
    for (const begunAt = cpuMs(); cpuMs() < begunAt + 1000;);
  },
  throw: () => {
    throw new Error('as requested');
  },
  loop: () => {
    for (;;);
  },
  fill: () => {
    for (const kept: number[][] = []; ; kept.push(Array<number>(2_000_000).fill(kept.length)));
  },
};

const behave = async ({ behaviour }: { behaviour: string }): Promise<Buffer> => {
  behaviours[behaviour]?.();
  return Buffer.from(`${behaviour} of ${process.pid}`);
};

joinPool(behave);
