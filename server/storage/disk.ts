import { close as closeFile, fstat, open as openFile, read as readFile } from 'node:fs';
import { link, mkdir, open, opendir, readdir, rename, rm, stat, statfs, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { newId } from '#server/ids.ts';
import { isStorageKey, type Storage, type StoredFile } from './storage.ts';

const STALE_MS = 60 * 60_000;

const openDescriptor = promisify(openFile);
const closeDescriptor = promisify(closeFile);
const statDescriptor = promisify(fstat);

/** Begins every temporary name of this process: machine, process, and when it started, because numbers come again. */
const machine = Buffer.from(hostname()).toString('hex').slice(0, 24);
const startedAt = Math.round(performance.timeOrigin).toString(36);
const ownPrefix = `${machine}.${process.pid}.${startedAt}.`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether nobody writes this temporary file any more; a process of another machine is known only by its silence. */
const isAbandoned = (name: string, modifiedAtMs: number): boolean => {
  if (name.startsWith(ownPrefix)) return false;
  const [owner, pid, since] = name.split('.');
  if (owner === machine && Number(pid) === process.pid && since !== startedAt) return true;
  if (owner === machine && !isAlive(Number(pid))) return true;
  return Date.now() - modifiedAtMs > STALE_MS;
};

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

const openForReading = async (path: string): Promise<StoredFile | undefined> => {
  let descriptor: number;
  try {
    descriptor = await openDescriptor(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  const close = (): Promise<void> => closeDescriptor(descriptor);
  try {
    const facts = await statDescriptor(descriptor);
    if (!facts.isFile()) {
      await close();
      return undefined;
    }
    return {
      sizeBytes: facts.size,
      modifiedAtMs: facts.mtimeMs,
      read: (into, position) => readAt(descriptor, into, position),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const readAt = (descriptor: number, into: Uint8Array, position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    readFile(descriptor, into, 0, into.byteLength, position, (error, bytesRead) => {
      if (error) reject(error);
      else resolve(bytesRead);
    });
  });

/** Files in a folder of this machine: `files/` has what is stored, `arriving/` what is incomplete. */
export const createDiskStorage = async (dataDir: string): Promise<Storage> => {
  const root = resolve(dataDir, 'files');
  const arriving = resolve(dataDir, 'arriving');
  await mkdir(root, { recursive: true });
  await mkdir(arriving, { recursive: true });
  await sweep(arriving);

  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    if (!isStorageKey(key) || !path.startsWith(root + sep)) throw new Error(`not a storage key: ${key}`);
    return path;
  };
  const temporaryPath = async (): Promise<string> => {
    await mkdir(arriving, { recursive: true });
    return join(arriving, `${ownPrefix}${newId()}`);
  };
  /** The bytes first, then the name, then the folder that contains the name: each is on the disk before the next. */
  const take = async (key: string, from: string): Promise<void> => {
    const path = pathOf(key);
    await syncPath(from);
    const madeBelow = await mkdir(dirname(path), { recursive: true });
    await rename(from, path);
    await syncPath(dirname(path));
    if (madeBelow !== undefined) await syncPath(dirname(madeBelow));
  };

  return {
    temporaryPath,
    take,
    put: async (key, bytes) => {
      pathOf(key);
      const path = await temporaryPath();
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
    open: async (key) => (isStorageKey(key) ? openForReading(pathOf(key)) : undefined),
    // Where there are no hard links, a symbolic one reads the same.
    expose: (key, path) => link(pathOf(key), path).catch(() => symlink(pathOf(key), path)),
    list: (folder) => listFiles(root, folder),
    remove: (key) => rm(pathOf(key), { force: true }),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(root);
      return bavail * bsize;
    },
    totalBytes: async () => {
      const { blocks, bsize } = await statfs(root);
      return blocks * bsize;
    },
  };
};

async function* listFiles(root: string, folder: string): AsyncGenerator<{ key: string; modifiedAtMs: number }> {
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
      if (facts) yield { key, modifiedAtMs: facts.mtimeMs };
    }
  }
}

/** Removes what ended processes left behind. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts && isAbandoned(name, facts.mtimeMs)) await rm(path, { recursive: true, force: true });
  }
};
