import type { Listener, PostgresServer } from './postgres.ts';

/** Words from one process to others on the same database. They may be lost: whoever listens also looks now and then. */
export interface Signals {
  /** Outside of transactions: at the commit of one that notifies, PostgreSQL keeps others that do waiting. */
  send(word: string): void;
  /** Until the database is closed. */
  listen(heard: (word: string) => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'lectern_signals';
/** What is sent again within this time is sent once. */
const GATHER_MS = 10;

/** SQLite has one process, which needs none. */
export const noSignals: Signals = { send: () => undefined, listen: () => undefined, close: async () => undefined };

export const postgresSignals = (server: PostgresServer): Signals => {
  const words = new Set<string>();
  const listeners: Listener[] = [];
  let timer: NodeJS.Timeout | undefined;
  const sendAll = (): void => {
    timer = undefined;
    for (const word of words) server.notify(CHANNEL, word).catch(() => undefined);
    words.clear();
  };
  return {
    send: (word) => {
      words.add(word);
      timer ??= setTimeout(sendAll, GATHER_MS).unref();
    },
    listen: (heard) => void listeners.push(server.listen(CHANNEL, heard, () => undefined)),
    close: async () => {
      clearTimeout(timer);
      for (const listener of listeners) await listener.close();
    },
  };
};
