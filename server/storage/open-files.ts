import type { Storage, StoredFile } from './storage.ts';

const IDLE_MS = 10_000;
const MAX_IDLE = 64;

/** An open file on loan; releasing it twice does no harm. */
export interface Loan {
  readonly file: StoredFile;
  release(): void;
}

/** Stored files kept open between requests, so that the many range requests of one player share a descriptor. */
export interface OpenFiles {
  borrow(key: string): Promise<Loan | undefined>;
  /** How many files are on loan now. */
  borrowedCount(): number;
  close(): Promise<void>;
}

interface Entry {
  key: string;
  file: Promise<StoredFile | undefined>;
  borrowers: number;
  timer: NodeJS.Timeout | undefined;
}

export const createOpenFiles = (storage: Pick<Storage, 'open'>, idleMs: number = IDLE_MS): OpenFiles => {
  /** Oldest use first. */
  const entries = new Map<string, Entry>();
  let idle = 0;

  const forget = (entry: Entry): void => {
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
  };
  const discardIdle = async (entry: Entry): Promise<void> => {
    idle -= 1;
    clearTimeout(entry.timer);
    forget(entry);
    const file = await entry.file.catch(() => undefined);
    await file?.close();
  };
  const endLoan = (entry: Entry): void => {
    entry.borrowers -= 1;
    if (entry.borrowers > 0) return;
    idle += 1;
    entry.timer = setTimeout(() => void discardIdle(entry).catch(() => undefined), idleMs).unref();
    if (idle <= MAX_IDLE) return;
    const oldest = entries.values().find(({ borrowers }) => borrowers === 0);
    if (oldest) void discardIdle(oldest).catch(() => undefined);
  };
  const enter = (key: string): Entry => {
    const known = entries.get(key);
    const entry = known ?? { key, file: storage.open(key), borrowers: 0, timer: undefined };
    if (known && known.borrowers === 0) idle -= 1;
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.borrowers += 1;
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  return {
    borrow: async (key) => {
      const entry = enter(key);
      let isOut = true;
      const release = (): void => {
        if (isOut) endLoan(entry);
        isOut = false;
      };
      try {
        const file = await entry.file;
        if (file) return { file, release };
        forget(entry);
        return undefined;
      } catch (error) {
        forget(entry);
        throw error;
      }
    },
    borrowedCount: () => entries.size - idle,
    close: async () => {
      for (const entry of entries.values()) if (entry.borrowers === 0) await discardIdle(entry);
    },
  };
};
