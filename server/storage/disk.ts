import { close as closeFile, fstat, open as openFile, read as readFile } from 'node:fs';
import { link, mkdir, open, opendir, rename, rm, stat, statfs, symlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { createDiskUploads } from './disk-uploads.ts';
import { readInOrder } from './read-in-order.ts';
import { type CompleteUpload, isStorageKey, type Storage, type StoredFile } from './storage.ts';
import type { TemporaryFiles } from './temporary-files.ts';

const openDescriptor = promisify(openFile);
const closeDescriptor = promisify(closeFile);
const statDescriptor = promisify(fstat);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const readAt = (descriptor: number, into: Uint8Array, position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    readFile(descriptor, into, 0, into.byteLength, position, (error, bytesRead) => {
      if (error) reject(error);
      else resolve(bytesRead);
    });
  });

/** Opens a file of this machine; undefined if it does not exist. */
export const openDiskFile = async (path: string): Promise<StoredFile | undefined> => {
  let descriptor: number;
  try {
    descriptor = await openDescriptor(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const close = (): Promise<void> => closeDescriptor(descriptor);
  const read: StoredFile['read'] = (into, position) => readAt(descriptor, into, position);
  try {
    const facts = await statDescriptor(descriptor);
    if (!facts.isFile()) {
      await close();
      return undefined;
    }
    return {
      sizeBytes: facts.size,
      modifiedAtMs: facts.mtimeMs,
      read,
      readFrom: (start) => readInOrder(read, start),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Files in a folder of this machine: stored files in `files/`, incomplete uploads in `uploads/`. */
export const createDiskStorage = async (dataDir: string, temporaryFiles: TemporaryFiles): Promise<Storage> => {
  const root = resolve(dataDir, 'files');
  await mkdir(root, { recursive: true });
  await mkdir(join(dataDir, 'uploads'), { recursive: true });

  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    if (!isStorageKey(key) || !path.startsWith(root + sep)) throw new Error(`not a storage key: ${key}`);
    return path;
  };
  /** Flushes the bytes, then the name, then the folder, each before the next. */
  const take = async (key: string, from: string): Promise<void> => {
    const path = pathOf(key);
    await syncPath(from);
    const madeBelow = await mkdir(dirname(path), { recursive: true });
    await rename(from, path);
    await syncPath(dirname(path));
    if (madeBelow !== undefined) await syncPath(dirname(madeBelow));
  };
  /** Links the key to the same file. */
  const uploadAt = (path: string): CompleteUpload => ({
    open: async () => {
      const file = await openDiskFile(path);
      if (!file) throw new Error('a file that arrived is gone');
      return file;
    },
    storeAs: async (key) => {
      const second = await temporaryFiles.path();
      await link(path, second);
      try {
        await take(key, second);
      } catch (error) {
        await rm(second, { force: true });
        throw error;
      }
    },
    remove: () => rm(path, { force: true }),
  });

  return {
    take,
    put: async (key, bytes) => {
      pathOf(key);
      const path = await temporaryFiles.path();
      try {
        const file = await open(path, 'wx');
        try {
          await file.writeFile(bytes);
        } finally {
          await file.close();
        }
        await take(key, path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    open: async (key) => (isStorageKey(key) ? openDiskFile(pathOf(key)) : undefined),
    list: (folder) => listFiles(root, folder),
    remove: (key) => rm(pathOf(key), { force: true }),
    // Unfinished files are temporary files, which are removed at start.
    removeUnfinished: async () => undefined,
    receive: async (bytes, reception) => uploadAt(await temporaryFiles.receive(bytes, reception)),
    uploads: createDiskUploads(dataDir, uploadAt),
    // The only file in the folder, so that the program can read no other. Without hard links, a symbolic link is used.
    provide: async (key, folder) => {
      const path = join(folder, 'video');
      await link(pathOf(key), path).catch(() => symlink(pathOf(key), path));
      return `file:${path}`;
    },
    signUrl: undefined,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    totalBytes: async () => {
      const { blocks, bsize } = await statfs(root);
      return blocks * bsize;
    },
    close: async () => undefined,
  };
};

async function* listFiles(root: string, folder: string): ReturnType<Storage['list']> {
  const entries = await opendir(join(root, folder)).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    const key = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(root, key);
    else if (entry.isFile() && isStorageKey(key)) {
      const facts = await stat(join(root, key)).catch(() => undefined);
      if (facts) yield { key, sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs };
    }
  }
}
