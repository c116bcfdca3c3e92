import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HOUR_MS } from '#server/clock.ts';
import { newId } from '#server/ids.ts';
import { isAlive } from '#server/processes/running-process.ts';
import { FileSink } from './file-sink.ts';
import type { Reception } from './storage.ts';

const STALE_MS = HOUR_MS;
const TRIAL_BYTES = 1024 * 1024;

/** The prefix of temporary names: machine, process id and start time, because ids are reused. */
const machine = Buffer.from(hostname()).toString('hex').slice(0, 24);
const startedAt = Math.round(performance.timeOrigin).toString(36);
const ownPrefix = `${machine}.${process.pid}.${startedAt}.`;

/** Incomplete or short-lived files of this machine; leftovers of a process are removed at the next start. */
export interface TemporaryFiles {
  /** A new path. */
  path(): Promise<string>;
  /** False while the disk is read-only. */
  isWritable(): Promise<boolean>;
  /** Throws the error of a disk that is full or read-only: not every program reports it. */
  assertSpace(): Promise<void>;
  /** Writes a stream to a new path and returns it; removes the file on an error. */
  receive(bytes: Readable, reception: Reception): Promise<string>;
}

/** Whether no process writes this file any more; for another machine only its age shows that. */
const isAbandoned = (name: string, modifiedAtMs: number): boolean => {
  if (name.startsWith(ownPrefix)) return false;
  const [owner, pid, since] = name.split('.');
  if (owner === machine && Number(pid) === process.pid && since !== startedAt) return true;
  if (owner === machine && !isAlive(Number(pid))) return true;
  return Date.now() - modifiedAtMs > STALE_MS;
};

/** Removes files of ended processes. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts && isAbandoned(name, facts.mtimeMs)) await rm(path, { recursive: true, force: true });
  }
};

const closed = (sink: FileSink): Promise<void> =>
  new Promise((resolve) => {
    if (sink.closed) resolve();
    else sink.once('close', resolve);
  });

/** In `arriving/` of the data folder. */
export const createTemporaryFiles = async (dataDir: string): Promise<TemporaryFiles> => {
  const folder = resolve(dataDir, 'arriving');
  await mkdir(folder, { recursive: true });
  await sweep(folder);
  const newPath = async (): Promise<string> => {
    await mkdir(folder, { recursive: true });
    return join(folder, `${ownPrefix}${newId()}`);
  };
  const tryToWrite = async (sizeBytes: number): Promise<void> => {
    const path = await newPath();
    try {
      await writeFile(path, new Uint8Array(sizeBytes), { flag: 'wx' });
    } finally {
      await rm(path, { force: true });
    }
  };
  return {
    path: newPath,
    isWritable: () =>
      tryToWrite(0).then(
        () => true,
        (error: unknown) => !(error instanceof Error && 'code' in error && error.code === 'EROFS'),
      ),
    assertSpace: () => tryToWrite(TRIAL_BYTES),
    receive: async (bytes, { inspection, maxBytes }) => {
      const path = await newPath();
      const sink = new FileSink(path, inspection, { maxBytes });
      try {
        await pipeline(bytes, sink);
        return path;
      } catch (error) {
        // A file that is still being opened would reappear after its removal.
        await closed(sink);
        await rm(path, { force: true });
        throw error;
      }
    },
  };
};
