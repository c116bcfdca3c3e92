import type { PreparedResponse } from '../endpoint/prepared-response.ts';

const MAX_BYTES = 16 * 1024 * 1024;
/** The memory of an entry besides its body. */
const OVERHEAD_BYTES = 512;

/** Prepared responses of one topic, cached until the topic changes; the least recently used are evicted. */
export interface ResponseCache {
  /** Returns a cached response at once. With `version` undefined, changes may be missed, so nothing is cached. */
  get(
    version: string | undefined,
    key: string,
    prepare: () => Promise<PreparedResponse>,
  ): PreparedResponse | Promise<PreparedResponse>;
}

export const createResponseCache = (maxBytes: number = MAX_BYTES): ResponseCache => {
  /** The most recently used is the last. */
  const responses = new Map<string, PreparedResponse>();
  const pending = new Map<string, Promise<PreparedResponse>>();
  let cachedVersion: string | undefined;
  let cachedBytes = 0;

  const sizeOf = (key: string, { body }: PreparedResponse): number => body.length + 2 * key.length + OVERHEAD_BYTES;
  const add = (key: string, response: PreparedResponse): void => {
    if (sizeOf(key, response) > maxBytes) return;
    responses.set(key, response);
    cachedBytes += sizeOf(key, response);
    for (const [oldKey, old] of responses) {
      if (cachedBytes <= maxBytes) break;
      responses.delete(oldKey);
      cachedBytes -= sizeOf(oldKey, old);
    }
  };
  const prepareOnce = (
    version: string,
    key: string,
    prepare: () => Promise<PreparedResponse>,
  ): Promise<PreparedResponse> => {
    const preparing = prepare().then(
      (response) => {
        if (pending.get(key) === preparing) pending.delete(key);
        if (cachedVersion === version) add(key, response);
        return response;
      },
      (error: unknown) => {
        if (pending.get(key) === preparing) pending.delete(key);
        throw error;
      },
    );
    pending.set(key, preparing);
    return preparing;
  };

  return {
    get: (version, key, prepare) => {
      if (version === undefined) return prepare();
      if (version !== cachedVersion) {
        cachedVersion = version;
        cachedBytes = 0;
        responses.clear();
        pending.clear();
      }
      const cached = responses.get(key);
      if (!cached) return pending.get(key) ?? prepareOnce(version, key, prepare);
      responses.delete(key);
      responses.set(key, cached);
      return cached;
    },
  };
};
