import { setTimeout } from 'node:timers/promises';

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 5 * 60_000;

/** Resolves when the condition holds. Throws after five minutes. */
export const until = async (isSo: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`this did not happen in time: ${what}`);
    await setTimeout(LOOK_EVERY_MS);
  }
};
