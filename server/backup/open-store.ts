import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from '#server/errors.ts';
import { createDiskStorage } from '#server/storage/disk.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createTemporaryFiles } from '#server/storage/temporary-files.ts';
import { createArchiveFile, openArchiveFile } from './archive-file.ts';
import type { BackupStore } from './backup-store.ts';
import { readBucketPlace } from './settings.ts';

/** A repository in any storage, at a prefix of its keys. */
const repositoryIn = (place: string, storage: Storage, prefix = ''): BackupStore => ({
  place,
  isRepository: true,
  put: (name, bytes) => storage.put(prefix + name, bytes),
  get: (name) => readWhole(storage, prefix + name),
  list: async function* listNames(folder) {
    for await (const { key } of storage.list(prefix + folder)) yield { key: key.slice(prefix.length) };
  },
  remove: (name) => storage.remove(prefix + name),
  finish: async () => undefined,
  close: () => storage.close(),
});

/** The client of the object store is loaded only for such a place. */
const openBucket = async (place: string, environment: Record<string, string | undefined>): Promise<BackupStore> => {
  const { settings, prefix } = readBucketPlace(place, environment);
  const { createS3Storage } = await import('#server/storage/s3.ts');
  return repositoryIn(place, await createS3Storage(settings), `${prefix}/`);
};

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );

/** Whether a folder for backups exists. A bucket is checked when it is opened. */
export const hasRepository = async (place: string): Promise<boolean> =>
  place.includes('://') || isFolder(resolve(place));

const openPlace = async (
  place: string,
  mode: 'read' | 'write',
  environment: Record<string, string | undefined>,
): Promise<BackupStore> => {
  if (place === '') throw new OperatorError('Name the backup: a file, a folder that ends in /, or s3://bucket/prefix');
  if (place.includes('://')) return openBucket(place, environment);
  const path = resolve(place);
  const isRepository = place.endsWith('/') || (await isFolder(path));
  if (!isRepository) return mode === 'write' ? createArchiveFile(place, path) : openArchiveFile(place, path);
  if (mode === 'write') await mkdir(path, { recursive: true, mode: 0o700 });
  else if (!(await isFolder(path))) throw new OperatorError(`There is no backup at ${place}`);
  return repositoryIn(place, await createDiskStorage(path, await createTemporaryFiles(path)));
};

/** A place is one file, a repository in a folder (a path that ends in `/` or is a folder), or `s3://bucket/prefix`. */
export const openBackupStore = async (...which: Parameters<typeof openPlace>): Promise<BackupStore> => {
  const store = await openPlace(...which);
  return {
    ...store,
    // A full disk, missing permissions, an unavailable store: the operator sees the reason.
    put: (name, bytes) =>
      store.put(name, bytes).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new OperatorError(`${store.place} cannot be written: ${reason}`, { cause: error });
      }),
  };
};
