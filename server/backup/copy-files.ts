import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Storage, StoredFile } from '#server/storage/storage.ts';
import { CHUNK_BYTES } from './repository.ts';
import type { EmptyPlace } from './restore-backup.ts';
import { savedPaths } from './school-files.ts';
import type { School } from './write-backup.ts';

async function* bytesOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < file.sizeBytes;) {
    const bytes = new Uint8Array(Math.min(CHUNK_BYTES, file.sizeBytes - position));
    const count = await file.read(bytes, position);
    if (count === 0) return;
    position += count;
    yield bytes.subarray(0, count);
  }
}

const sizeOf = async (storage: Storage, key: string): Promise<number | undefined> => {
  const file = await storage.open(key);
  await file?.close();
  return file?.sizeBytes;
};

/** A file that is there with the same size is the same: it appears whole, and a key is written once. */
const copyStored = async (from: Storage, to: Storage, key: string): Promise<void> => {
  const file = await from.open(key);
  if (!file) return;
  try {
    if ((await sizeOf(to, key)) === file.sizeBytes) return;
    const reception = { inspection: undefined, maxBytes: file.sizeBytes };
    const arrival = await to.receive(Readable.from(bytesOf(file)), reception);
    await arrival.storeAs(key).finally(() => arrival.remove());
  } finally {
    await file.close();
  }
};

/** The files of the storage and of the data folder, where source and target do not share them. */
export const copyFiles = async (source: School, target: EmptyPlace, keys: Iterable<string>): Promise<void> => {
  if (source.storage !== target.storage) for (const key of keys) await copyStored(source.storage, target.storage, key);
  if (source.dataDir === target.dataDir) return;
  for (const path of await savedPaths(source.dataDir)) {
    await mkdir(dirname(join(target.dataDir, path)), { recursive: true, mode: 0o700 });
    await copyFile(join(source.dataDir, path), join(target.dataDir, path));
  }
};
