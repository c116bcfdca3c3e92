import type { Storage, StoredFile } from './storage.ts';

const IDLE_MS = 10_000;
const MAX_IDLE = 64;

/** An open file in use; releasing it twice has no effect. */
export interface OpenFile {
  readonly file: StoredFile;
  release(): void;
}

/** Keeps stored files open between requests, so that the range requests of a player share a descriptor. */
export interface OpenFiles {
  /** Returns undefined if the file does not exist. Release the result after use. */
  acquire(key: string): Promise<OpenFile | undefined>;
  /** The number of files in use. */
  inUseCount(): number;
  close(): Promise<void>;
}

interface Entry {
  key: string;
  file: Promise<StoredFile | undefined>;
  uses: number;
  timer: NodeJS.Timeout | undefined;
}

export const createOpenFiles = (storage: Pick<Storage, 'open'>, idleMs: number = IDLE_MS): OpenFiles => {
  /** The least recently used first. */
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
  const endUse = (entry: Entry): void => {
    entry.uses -= 1;
    if (entry.uses > 0) return;
    idle += 1;
    entry.timer = setTimeout(() => void discardIdle(entry).catch(() => undefined), idleMs).unref();
    if (idle <= MAX_IDLE) return;
    const oldest = entries.values().find(({ uses }) => uses === 0);
    if (oldest) void discardIdle(oldest).catch(() => undefined);
  };
  const enter = (key: string): Entry => {
    const known = entries.get(key);
    const entry = known ?? { key, file: storage.open(key), uses: 0, timer: undefined };
    if (known && known.uses === 0) idle -= 1;
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.uses += 1;
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };

  return {
    acquire: async (key) => {
      const entry = enter(key);
      let isInUse = true;
      const release = (): void => {
        if (isInUse) endUse(entry);
        isInUse = false;
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
    inUseCount: () => entries.size - idle,
    close: async () => {
      for (const entry of entries.values()) if (entry.uses === 0) await discardIdle(entry);
    },
  };
};
