import { setImmediate } from 'node:timers/promises';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the function that does something for one item by doing it for all that came together: those that arrive while
 * `work` runs go into its next call, at most `max` at once. A commit waits for the disk and a question for its answer:
 * so one wait serves many. `work` answers in the order of the items. When it throws for several, it is called again for
 * each alone, and only those that fail then are refused; so what failed has left nothing behind.
 */
export const gathered = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  max: number,
): ((item: Item) => Promise<Result>) => {
  let waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  const answerEach = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    for (const one of batch) await answer([one]);
  };

  const answer = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('not every item was answered');
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      if (batch.length > 1) return answerEach(batch);
      for (const { reject } of batch) reject(error);
    }
  };

  const workOff = async (): Promise<void> => {
    isWorking = true;
    while (waiting.length > 0) {
      // On SQLite the work holds up the whole process: what has arrived meanwhile is heard before the next call.
      await setImmediate();
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await answer(batch);
    }
    isWorking = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void workOff();
    });
};
