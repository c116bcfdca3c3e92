import type { Db } from './tables.ts';

/** Work that waits for the commit of a transaction of this process. */
export interface AfterCommit {
  /** Calls `work` once after the commit, even if added repeatedly; at once outside a transaction. */
  add(on: Db, work: () => void): void;
  /** Called by the database when a transaction has committed. */
  committed(tx: object): void;
}

export const createAfterCommit = (): AfterCommit => {
  const waiting = new WeakMap<object, Set<() => void>>();
  return {
    add: (on, work) => {
      if (!on.isTransaction) return work();
      const works = waiting.get(on) ?? new Set();
      waiting.set(on, works.add(work));
    },
    committed: (tx) => waiting.get(tx)?.forEach((work) => work()),
  };
};
