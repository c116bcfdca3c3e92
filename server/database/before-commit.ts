import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tables.ts';

/** What the current work adds to its transactions. */
export interface CommitHook {
  /** Called at the end of each transaction, inside it; again when it is repeated. */
  beforeCommit(tx: Tx): Promise<void>;
  committed(tx: Tx): void;
}

const current = new AsyncLocalStorage<CommitHook | undefined>();

/** Runs `work`, with a hook for every transaction in it. */
export const withCommitHook = <T>(hook: CommitHook, work: () => Promise<T>): Promise<T> => current.run(hook, work);

/** For a transaction that prepares the change, and stands also when the change fails. */
export const withoutCommitHook = <T>(work: () => Promise<T>): Promise<T> => current.run(undefined, work);

export const commitHook = (): CommitHook | undefined => current.getStore();
