import { joinPool, respond } from '#server/processes/pool-program.ts';

/** A program of a pool that returns, at once or later, throws, loops or fills the memory, as requested. */
const behaviours: Record<string, () => void> = {
  return: () => undefined,
  returnLate: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000),
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

const behave = async (behaviour: string): Promise<Buffer> => {
  behaviours[behaviour]?.();
  return Buffer.from(`${behaviour} of ${process.pid}`);
};

process.on('message', ({ behaviour }: { behaviour: string }) => void respond(behave(behaviour)));
joinPool();
