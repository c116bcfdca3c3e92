import { link, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileSink, type Inspection } from '#server/http/file-sink.ts';

export interface Arrival {
  bytes: Readable;
  /** More than these are refused. */
  maxBytes: number;
  inspection: Inspection | undefined;
  signal: AbortSignal | undefined;
}

const ID = /^[0-9a-f]{24}$/;

/** The files of incomplete uploads. They outlive the process: the size of a file is the offset to continue at. */
export interface UploadFiles {
  create(id: string): Promise<void>;
  /** How many bytes are there; undefined when there is no file. */
  sizeBytes(id: string): Promise<number | undefined>;
  /** Appends to the file, and keeps what arrived when the stream is interrupted. */
  append(id: string, arrival: Arrival): Promise<void>;
  /** Links the file to a second path. */
  linkTo(id: string, path: string): Promise<void>;
  path(id: string): string;
  remove(id: string): Promise<void>;
  /** Ids of all files, with when each was last written. */
  list(): AsyncIterable<{ id: string; modifiedAtMs: number }>;
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

export const createUploadFiles = (dataDir: string): UploadFiles => {
  const folder = join(dataDir, 'uploads');
  const path = (id: string): string => {
    if (!ID.test(id)) throw new Error(`not an upload: ${id}`);
    return join(folder, id);
  };
  return {
    path,
    create: async (id) => {
      await mkdir(folder, { recursive: true });
      const file = await open(path(id), 'wx');
      await file.close();
    },
    sizeBytes: async (id) => sizeOf(path(id)),
    append: async (id, { bytes, maxBytes, inspection, signal }) => {
      const sink = new FileSink(path(id), inspection, { isMore: true, maxBytes });
      await pipeline(bytes, sink, signal ? { signal } : {});
    },
    linkTo: async (id, target) => link(path(id), target),
    remove: (id) => rm(path(id), { force: true }),
    list: async function* listFiles() {
      await mkdir(folder, { recursive: true });
      for await (const { name } of await opendir(folder)) {
        const facts = ID.test(name) ? await stat(join(folder, name)).catch(() => undefined) : undefined;
        if (facts) yield { id: name, modifiedAtMs: facts.mtimeMs };
      }
    },
  };
};
