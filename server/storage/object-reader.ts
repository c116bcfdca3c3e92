import type { Readable } from 'node:stream';
import { UnavailableError } from '#server/errors.ts';
import type { FileReader } from './storage.ts';

/** Requests a range of an object. */
export type GetRange = (range: { start: number; end: number; signal: AbortSignal }) => Promise<Readable>;

/**
 * Reads a range in one request. A store closes the connection of a viewer who pauses, so an interrupted body is requested again
 * from that position.
 */
export const createObjectReader = (get: GetRange, start: number, end: number): FileReader => {
  const closing = new AbortController();
  let body: Readable | undefined;
  let chunks: AsyncIterator<unknown> | undefined;
  let position = start;
  let openedAt = -1;
  let left: Uint8Array = Buffer.alloc(0);

  const next = async (): Promise<Uint8Array> => {
    if (position > end) throw new Error('the stored file is shorter than it was');
    if (!chunks) {
      openedAt = position;
      body = await get({ start: position, end, signal: closing.signal });
      chunks = body[Symbol.asyncIterator]();
    }
    const { value, done } = await chunks.next();
    if (done === true || !(value instanceof Uint8Array)) throw new UnavailableError('the object store broke off');
    return value;
  };
  const nextOrReconnect = async (): Promise<Uint8Array> => {
    try {
      return await next();
    } catch (error) {
      if (closing.signal.aborted || position <= openedAt || !chunks) throw error;
      body?.destroy();
      chunks = undefined;
      return next();
    }
  };

  return {
    fill: async (into) => {
      for (let filled = 0; filled < into.length;) {
        if (left.length === 0) left = await nextOrReconnect();
        const part = left.subarray(0, into.length - filled);
        into.set(part, filled);
        left = left.subarray(part.length);
        filled += part.length;
        position += part.length;
      }
    },
    close: () => {
      closing.abort();
      body?.destroy();
    },
  };
};
