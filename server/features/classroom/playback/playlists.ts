import { fail } from '#server/errors.ts';
import { prepareBytes } from '#server/http/endpoint/prepared-response.ts';
import { createResponseCache } from '#server/http/page/response-cache.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { Storage } from '#server/storage/storage.ts';

/** About a thousand lectures of an hour, each with all its renditions. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns a function that reads the playlist with a key. A key is written once, so its playlist is cached without an end:
 * every viewer of a lecture needs it, and the store sends it once to each process.
 */
export const createPlaylistReader = (
  storage: Pick<Storage, 'open'>,
  { maxBytes = CACHE_MAX_BYTES }: { maxBytes?: number } = {},
): ((key: string) => Promise<string>) => {
  const cache = createResponseCache(maxBytes);
  return async (key) => {
    const { body } = await cache.get('', key, async () => {
      const bytes = await readWhole(storage, key);
      if (!bytes) throw fail('file_not_found');
      return prepareBytes(bytes);
    });
    return body.toString('utf8');
  };
};
