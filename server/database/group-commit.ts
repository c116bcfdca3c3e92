import { setImmediate } from 'node:timers/promises';
import type { Database, Tx } from './database.ts';

const MOST_TOGETHER = 64;

interface Waiting {
  /** Does the work; what it answers tells the one who waits, once it is committed. */
  run: (tx: Tx) => Promise<() => void>;
  runAlone: () => Promise<void>;
}

/**
 * Answers a `transaction` for many small pieces of work that arrive at once, such as events. On SQLite a commit waits for
 * the disk, and there is one writer: what arrives while it waits shares the next transaction, so that one wait serves all
 * of it. When a piece fails, each is run again alone, and only that one is refused; so a piece does nothing outside its
 * transaction. On PostgreSQL transactions run side by side, and each piece has its own.
 */
export const createGroupCommit = (database: Database): Database['transaction'] => {
  if (database.engine === 'postgres') return database.transaction;
  const waiting: Waiting[] = [];
  let isWriting = false;

  const write = async (group: Waiting[]): Promise<void> => {
    try {
      const tellers = await database.transaction(async (tx) => {
        const done: (() => void)[] = [];
        for (const { run } of group) done.push(await run(tx));
        return done;
      });
      for (const tell of tellers) tell();
    } catch {
      for (const { runAlone } of group) await runAlone();
    }
  };

  const writeAll = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      // A commit holds up the whole process: what has arrived meanwhile is read before the next one begins.
      await setImmediate();
      await write(waiting.splice(0, MOST_TOGETHER));
    }
    isWriting = false;
  };

  return <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.push({
        run: async (tx) => {
          const result = await work(tx);
          return () => resolve(result);
        },
        runAlone: () => database.transaction(work).then(resolve, reject),
      });
      void writeAll();
    });
};
