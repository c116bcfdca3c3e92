import { fail } from '#server/errors.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Twelve hours of segments have a quarter of it. */
const PLAYLIST_MAX_BYTES = 4 * 1024 * 1024;
/** About a thousand lectures of an hour, each with all its renditions. */
const KEPT_MAX_BYTES = 32 * 1024 * 1024;

const readText = async (storage: Pick<Storage, 'open'>, key: string): Promise<string> => {
  const file = await storage.open(key);
  if (!file) throw fail('file_not_found');
  try {
    if (file.sizeBytes > PLAYLIST_MAX_BYTES) throw new Error(`the playlist ${key} is too large`);
    return (await readWhole(file)).toString('utf8');
  } finally {
    await file.close();
  }
};

/**
 * Returns a function that reads the playlist with a key. A key is written once, so what was read is kept in memory: every
 * viewer of a lecture needs its playlists, and the store has to send them once to each process.
 */
export const createPlaylistReader = (
  storage: Pick<Storage, 'open'>,
  { maxBytes = KEPT_MAX_BYTES }: { maxBytes?: number } = {},
): ((key: string) => Promise<string>) => {
  /** By key, the longest unused first. */
  const kept = new Map<string, { text: Promise<string>; sizeBytes: number }>();
  let keptBytes = 0;

  const remove = (key: string): void => {
    keptBytes -= kept.get(key)?.sizeBytes ?? 0;
    kept.delete(key);
  };
  const load = (key: string) => {
    const entry = { text: readText(storage, key), sizeBytes: 0 };
    kept.set(key, entry);
    entry.text.then(
      (text) => {
        if (kept.get(key) !== entry) return;
        entry.sizeBytes = text.length;
        keptBytes += text.length;
        for (const [oldest] of kept) {
          if (keptBytes <= maxBytes) break;
          remove(oldest);
        }
      },
      () => remove(key),
    );
    return entry;
  };

  return (key) => {
    const entry = kept.get(key);
    if (!entry) return load(key).text;
    kept.delete(key);
    kept.set(key, entry);
    return entry.text;
  };
};
