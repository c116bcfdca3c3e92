import { z } from 'zod';
import { handleTasks } from '#server/processes/pool-program.ts';

/** A program of a pool that ends, throws, loops or fills the memory, as it is told. */
const behaviours: Record<string, () => void> = {
  return: () => undefined,
  throw: () => {
    throw new Error('as it was told');
  },
  loop: () => {
    for (;;);
  },
  fill: () => {
    for (const kept: number[][] = []; ; kept.push(Array<number>(2_000_000).fill(kept.length)));
  },
};

const Input = z.object({ behaviour: z.string() });

handleTasks(async (input) => {
  const { behaviour } = Input.parse(input);
  behaviours[behaviour]?.();
  return Buffer.from(`${behaviour} of ${process.pid}`);
});
