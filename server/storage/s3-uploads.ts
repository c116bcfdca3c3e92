import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { emptyObject, type ObjectWriter, partBytesFor, type PartedObject } from './object-writer.ts';
import { PartSink, type PartSinkNeeds } from './part-sink.ts';
import { type CompleteUpload, assertUploadId, type Reception, type UploadFiles } from './storage.ts';

/** The operations on a bucket that uploads need, besides writing. */
export interface UploadObjects {
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAtMs: number }>;
  /** Undefined if the object does not exist. */
  read(key: string): Promise<Buffer | undefined>;
  remove(key: string): Promise<void>;
}

/** The received bytes: parts of the object, and the rest in a separate object. */
const State = z.object({
  uploadId: z.string().optional(),
  etags: z.array(z.string()).readonly(),
  bytes: z.int(),
  restBytes: z.int(),
});
type State = z.output<typeof State>;

const FOLDER = 'uploads/';
const wholeKey = (id: string): string => `${FOLDER}${id}/whole.bin`;
const stateKey = (id: string): string => `${FOLDER}${id}/state.json`;
/** A new name after each part: the state names the valid one, even after a crash. */
const restKey = (id: string, { etags }: Pick<State, 'etags'>): string => `${FOLDER}${id}/rest-${etags.length}.bin`;

export const isUploadKey = (key: string): boolean => key.startsWith(FOLDER);

export interface S3Uploads extends UploadFiles {
  /** Receives a file in one request. */
  receive(id: string, bytes: Readable, reception: Reception): Promise<CompleteUpload>;
}

/**
 * Each upload is an object in parts. Its state is in the store, so that any process can continue it and the cleanup job can
 * remove abandoned ones.
 */
export const createS3Uploads = (
  objects: UploadObjects,
  writer: ObjectWriter,
  uploadAt: (key: string, remove: () => Promise<void>) => CompleteUpload,
): S3Uploads => {
  const readState = async (id: string): Promise<State | undefined> => {
    const text = await objects.read(stateKey(id));
    return text && State.parse(JSON.parse(text.toString()));
  };

  const writeState = (id: string, { uploadId, etags, bytes }: PartedObject, restBytes: number): Promise<void> =>
    writer.put(stateKey(id), Buffer.from(JSON.stringify({ uploadId, etags, bytes, restBytes } satisfies State)));

  const sizesOf = async (id: string): Promise<Map<string, number>> => {
    const sizes = new Map<string, number>();
    for await (const { key, sizeBytes } of objects.list(`${FOLDER}${id}/`)) sizes.set(key, sizeBytes);
    return sizes;
  };

  const create = async (id: string): Promise<void> => {
    assertUploadId(id);
    await writeState(id, emptyObject(wholeKey(id)), 0);
  };

  const remove = async (id: string): Promise<void> => {
    assertUploadId(id);
    const sizes = await sizesOf(id);
    const state = await readState(id);
    if (state && !sizes.has(wholeKey(id))) await writer.discard({ key: wholeKey(id), uploadId: state.uploadId });
    for (const key of sizes.keys()) await objects.remove(key);
  };

  const whole = (id: string): CompleteUpload => uploadAt(wholeKey(id), () => remove(id));

  const append = async (
    id: string,
    { bytes, signal }: { bytes: Readable; signal?: AbortSignal | undefined },
    { restBytes, ...begun }: State,
    sink: Pick<PartSinkNeeds, 'inspection' | 'maxBytes' | 'partBytes'> & { isLast: (totalBytes: number) => boolean },
  ): Promise<void> => {
    const before = restKey(id, begun);
    const keepRest = async (object: PartedObject, rest: Uint8Array): Promise<void> => {
      if (rest.length > 0) await writer.put(restKey(id, object), rest);
      await writeState(id, object, rest.length);
    };
    await pipeline(
      bytes,
      new PartSink({
        ...sink,
        writer,
        object: { ...begun, key: wholeKey(id) },
        // It may have grown before the process ended.
        rest: ((restBytes > 0 && (await objects.read(before))) || Buffer.alloc(0)).subarray(0, restBytes),
        onPart: async (object) => {
          await writeState(id, object, 0);
          if (restBytes > 0 && restKey(id, object) !== before) await objects.remove(before);
        },
        onEnd: (object, rest) =>
          sink.isLast(object.bytes + rest.length) ? writer.complete(object, rest) : keepRest(object, rest),
        onInterruption: keepRest,
      }),
      signal ? { signal } : {},
    );
  };

  return {
    create,
    remove,
    whole,

    receivedBytes: async (id) => {
      assertUploadId(id);
      const wholeBytes = (await sizesOf(id)).get(wholeKey(id));
      if (wholeBytes !== undefined) return wholeBytes;
      const state = await readState(id);
      return state && state.bytes + state.restBytes;
    },

    append: async (id, { bytes, receivedBytes, sizeBytes, inspection, signal }) => {
      assertUploadId(id);
      const state = await readState(id);
      if (!state || state.bytes + state.restBytes !== receivedBytes)
        throw new Error(`the upload ${id} has changed meanwhile`);
      await append(id, { bytes, signal }, state, {
        inspection,
        partBytes: partBytesFor(sizeBytes),
        maxBytes: sizeBytes - receivedBytes,
        isLast: (totalBytes) => totalBytes === sizeBytes,
      });
    },

    receive: async (id, bytes, { inspection, maxBytes }) => {
      await create(id);
      try {
        const state = { etags: [], bytes: 0, restBytes: 0 };
        const partBytes = partBytesFor(maxBytes);
        await append(id, { bytes }, state, { inspection, maxBytes, partBytes, isLast: () => true });
        return whole(id);
      } catch (error) {
        await remove(id).catch(() => undefined);
        throw error;
      }
    },

    list: async function* listUploads() {
      for await (const { key, modifiedAtMs } of objects.list(FOLDER))
        if (key.endsWith('/state.json')) yield { id: key.slice(FOLDER.length).split('/')[0] ?? '', modifiedAtMs };
    },
  };
};
