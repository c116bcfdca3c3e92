import { fail } from '#server/errors.ts';
import { prepareBytes } from '#server/http/prepared-response.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { Storage } from '#server/storage/storage.ts';

/** About a thousand lectures of an hour, each with all its renditions. */
const KEPT_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns a function that reads the playlist with a key. A key is written once, so what was read is kept in memory: every
 * viewer of a lecture needs its playlists, and the store has to send them once to each process.
 */
export const createPlaylistReader = (
  storage: Pick<Storage, 'open'>,
  { maxBytes = KEPT_MAX_BYTES }: { maxBytes?: number } = {},
): ((key: string) => Promise<string>) => {
  const kept = createResponseCache(maxBytes);
  return async (key) => {
    const { body } = await kept.get('', key, async () => {
      const bytes = await readWhole(storage, key);
      if (!bytes) throw fail('file_not_found');
      return prepareBytes(bytes);
    });
    return body.toString('utf8');
  };
};
