import type { PreparedResponse } from './prepared-response.ts';

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
  let keptVersion: string | undefined;
  let keptBytes = 0;

  const sizeOf = (key: string, { body }: PreparedResponse): number => body.length + 2 * key.length + OVERHEAD_BYTES;
  const keep = (key: string, response: PreparedResponse): void => {
    if (sizeOf(key, response) > maxBytes) return;
    responses.set(key, response);
    keptBytes += sizeOf(key, response);
    for (const [oldKey, old] of responses) {
      if (keptBytes <= maxBytes) break;
      responses.delete(oldKey);
      keptBytes -= sizeOf(oldKey, old);
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
        if (keptVersion === version) keep(key, response);
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
      if (version !== keptVersion) {
        keptVersion = version;
        keptBytes = 0;
        responses.clear();
        pending.clear();
      }
      const kept = responses.get(key);
      if (!kept) return pending.get(key) ?? prepareOnce(version, key, prepare);
      responses.delete(key);
      responses.set(key, kept);
      return kept;
    },
  };
};
