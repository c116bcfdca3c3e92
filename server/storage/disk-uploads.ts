import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileSink } from './file-sink.ts';
import { type CompleteUpload, assertUploadId, isUploadId, type UploadFiles } from './storage.ts';

/** In `uploads/` of the data folder: the size of a file is the offset to continue at. */
export const createDiskUploads = (dataDir: string, uploadAt: (path: string) => CompleteUpload): UploadFiles => {
  const folder = join(dataDir, 'uploads');
  const pathOf = (id: string): string => {
    assertUploadId(id);
    return join(folder, id);
  };
  return {
    create: async (id) => {
      await mkdir(folder, { recursive: true });
      const file = await open(pathOf(id), 'wx');
      await file.close();
    },
    receivedBytes: async (id) =>
      stat(pathOf(id)).then(
        ({ size }) => size,
        () => undefined,
      ),
    append: async (id, { bytes, receivedBytes, sizeBytes, inspection, signal }) => {
      const sink = new FileSink(pathOf(id), inspection, { isAppending: true, maxBytes: sizeBytes - receivedBytes });
      await pipeline(bytes, sink, signal ? { signal } : {});
    },
    whole: (id) => uploadAt(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),
    list: async function* listUploads() {
      await mkdir(folder, { recursive: true });
      for await (const { name } of await opendir(folder)) {
        const facts = isUploadId(name) ? await stat(join(folder, name)).catch(() => undefined) : undefined;
        if (facts) yield { id: name, modifiedAtMs: facts.mtimeMs };
      }
    },
  };
};
