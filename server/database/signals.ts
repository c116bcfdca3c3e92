import type { Listener, PostgresServer } from './postgres.ts';

/** Notifications between processes on the same database. They may be lost, so listeners also poll. */
export interface Signals {
  /** Sent outside transactions, because PostgreSQL serialises the commits of those that notify. */
  send(signal: string): void;
  /** Until the database is closed. */
  listen(heard: (signal: string) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'lectern_signals';
/** Repeated signals within this time are sent once. */
const GATHER_MS = 10;

/** SQLite has one process. */
export const noSignals: Signals = { send: () => undefined, listen: () => undefined, close: async () => undefined };

export const postgresSignals = (server: PostgresServer): Signals => {
  const pending = new Set<string>();
  const listeners: Listener[] = [];
  let timer: NodeJS.Timeout | undefined;
  const sendAll = (): void => {
    timer = undefined;
    for (const signal of pending) server.notify(CHANNEL, signal).catch(() => undefined);
    pending.clear();
  };
  return {
    send: (signal) => {
      pending.add(signal);
      timer ??= setTimeout(sendAll, GATHER_MS).unref();
    },
    listen: (heard) => void listeners.push(server.listen(CHANNEL, heard, () => undefined)),
    close: async () => {
      clearTimeout(timer);
      for (const listener of listeners) await listener.close();
    },
  };
};
