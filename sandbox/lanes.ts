export interface Lanes {
  add(lane: string, task: () => Promise<void>): void;
  /** Resolves when nothing is waiting or running. */
  idle(): Promise<void>;
}

/** Runs tasks of one lane one after the other and different lanes side by side, at most `width` of them. */
export const createLanes = (width: number, onError: (error: unknown) => void): Lanes => {
  const queues = new Map<string, (() => Promise<void>)[]>();
  const waiting: string[] = [];
  let running = 0;
  let onIdle: (() => void)[] = [];

  const run = async (lane: string, queue: (() => Promise<void>)[]): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      await task().catch(onError);
    }
    queues.delete(lane);
  };
  const pump = (): void => {
    while (running < width) {
      const lane = waiting.shift();
      if (lane === undefined) break;
      running += 1;
      void run(lane, queues.get(lane) ?? []).finally(() => {
        running -= 1;
        pump();
      });
    }
    if (running > 0 || waiting.length > 0) return;
    for (const resolve of onIdle) resolve();
    onIdle = [];
  };

  return {
    add: (lane, task) => {
      const queue = queues.get(lane);
      if (queue !== undefined) {
        queue.push(task);
        return;
      }
      queues.set(lane, [task]);
      waiting.push(lane);
      // The change that caused this is on disk before the first byte leaves.
      setImmediate(pump);
    },
    idle: () => (queues.size === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
  };
};
