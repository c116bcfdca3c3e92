import { ApiError, errorMessage, isTemporary } from '#web/api/api-error.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { onReconnect } from '#web/api/connection.ts';
import { createObservable } from '#web/api/observable.ts';
import { sessionStore } from '#web/app/session/session.ts';

/** What one outbox holds; more is refused when it is added. */
const MAX_ENTRIES = 200;

interface OutboxOptions<T> {
  /** In the storage of the browser. */
  name: string;
  isEntry: (value: unknown) => value is T;
  idOf: (entry: T) => string;
  /** Entries about the same thing are sent in their order. */
  aboutOf: (entry: T) => string;
  /** Sent twice, after a crash or from two tabs, it has no effect. Rejects with an ApiError. */
  send: (entry: T) => Promise<unknown>;
  /** What stays of an entry that the server refuses, with the reason; undefined for nothing. */
  refused: (entry: T, reason: string) => T | undefined;
  /** Whether it was refused, and waits for its author. */
  isRefused: (entry: T) => boolean;
}

/** One tab sends at a time, where the browser can tell. */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`outbox ${name}`, work) : work();

export type Outbox<T> = ReturnType<typeof createOutbox<T & { userId: string }>>;

/**
 * What was done without a connection, or is not confirmed yet, in its order. It is stored in the browser, so that neither a lost
 * connection nor a closed page loses it, and removed once the server has it.
 */
export const createOutbox = <T extends { userId: string }>(options: OutboxOptions<T>) => {
  const { name, isEntry, idOf, aboutOf, send, refused, isRefused } = options;
  const entries = createObservable<readonly T[]>([]);
  /** Another tab may have changed it. Without storage, it lasts as long as the page is open. */
  const read = (): readonly T[] => {
    const stored = readStored(name);
    return Array.isArray(stored) ? stored.filter(isEntry) : entries.get();
  };
  entries.set(read());
  const change = (next: (before: readonly T[]) => readonly T[]): void => {
    const after = next(read());
    store(name, after);
    entries.set(after);
  };
  const own = (): readonly T[] => {
    const userId = sessionStore.get()?.user._id;
    return read().filter((entry) => entry.userId === userId);
  };
  const put = (id: string, next: T | undefined): void =>
    change((before) => before.flatMap((entry) => (idOf(entry) === id ? (next ?? []) : entry)));

  /** Whether more can be sent. */
  const sendOne = async (entry: T, failed: Set<string>): Promise<boolean> => {
    try {
      await send(entry);
      put(idOf(entry), undefined);
    } catch (error) {
      if (!isTemporary(error)) put(idOf(entry), refused(entry, errorMessage(error, '')));
      // One that troubles the server does not keep the others.
      else failed.add(aboutOf(entry));
      return !(error instanceof ApiError) || error.status !== 0;
    }
    return true;
  };
  const sendAll = async (): Promise<void> => {
    const tried = new Set<string>();
    const failed = new Set<string>();
    const next = (): T | undefined =>
      own().find((entry) => !isRefused(entry) && !tried.has(idOf(entry)) && !failed.has(aboutOf(entry)));
    for (let entry = next(); entry; entry = next()) {
      tried.add(idOf(entry));
      if (!(await sendOne(entry, failed))) return;
    }
  };
  let running = Promise.resolve();
  /** Sends what waits, also what is added meanwhile. Never rejects. */
  const flush = (): Promise<void> => {
    running = running.then(() => (own().length === 0 ? undefined : alone(name, sendAll))).catch(() => undefined);
    return running;
  };
  let ending: (() => void) | undefined;

  return {
    get: entries.get,
    subscribe: entries.subscribe,
    own,
    change,
    /** False when there is no room. */
    add: (entry: T): boolean => {
      if (read().length >= MAX_ENTRIES) return false;
      change((before) => [...before, entry]);
      // On whichever page.
      ending ??= onReconnect(() => void flush());
      return true;
    },
    remove: (id: string): void => put(id, undefined),
    flush,
  };
};
