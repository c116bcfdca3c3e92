import { setImmediate } from 'node:timers/promises';
import { isConnectionLost } from './failures.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a function that handles one item in a batch: items that arrive while `work` runs go into its next call, at most
 * `max` at once, so that one commit serves the whole batch. `work` returns results in the order of the items. If it throws for
 * several, it is called again for each alone, and only failing ones are rejected; so it must undo everything when it throws.
 * If the database is unavailable, all are rejected at once.
 */
export const batched = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  max: number,
): ((item: Item) => Promise<Result>) => {
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;

  const runEach = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    for (const one of batch) await run([one]);
  };

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('not every item has a result');
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      if (batch.length > 1 && !isConnectionLost(error)) return runEach(batch);
      for (const { reject } of batch) reject(error);
    }
  };

  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      // On SQLite the work blocks the whole process: waiting requests are read before the next call.
      await setImmediate();
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await run(batch);
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
};
