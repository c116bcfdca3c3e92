interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes the function that does something for one item by doing it for all that came together: those that arrive while
 * `work` runs go into its next call, at most `max` at once. `work` answers in the order of the items; when it throws, all
 * of that call are told.
 */
export const gathered = <Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  max: number,
): ((item: Item) => Promise<Result>) => {
  let waiting: Waiting<Item, Result>[] = [];
  let isWorking = false;

  const answer = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('not every item was answered');
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const workOff = async (): Promise<void> => {
    isWorking = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await answer(batch);
    }
    isWorking = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // What arrives in the same turn goes together.
      if (!isWorking && waiting.length === 1) setImmediate(() => void workOff());
    });
};
