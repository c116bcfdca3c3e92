import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '#server/errors.ts';
import type { BackupStore } from './backup-store.ts';
import { DamagedBackup } from './damaged-backup.ts';

const BLOCK = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const CHECKSUM_AT = 148;

const padded = (length: number): number => Math.ceil(length / BLOCK) * BLOCK;

/** The sum of the bytes of a header, with spaces in the place of the checksum. */
const checksumOf = (header: Buffer): number => {
  const copy = Buffer.from(header);
  copy.fill(' ', CHECKSUM_AT, CHECKSUM_AT + 8);
  return copy.reduce((sum, byte) => sum + byte, 0);
};

/** As POSIX describes it (ustar). */
const headerOf = (name: string, sizeBytes: number): Buffer => {
  if (name.length > NAME_BYTES) throw new Error(`too long for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): number =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  header.write(name, 0, 'latin1');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(sizeBytes, SIZE_AT, 12);
  octal(0, 136, 12);
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  octal(checksumOf(header), CHECKSUM_AT, 7);
  header.write(' ', CHECKSUM_AT + 7, 'latin1');
  return header;
};

const textAt = (header: Buffer, at: number, length: number): string =>
  header
    .toString('latin1', at, at + length)
    .replace(/\0.*$/s, '')
    .trim();

interface Entry {
  position: number;
  sizeBytes: number;
}

const syncFolderOf = async (path: string): Promise<void> => {
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
};

const readAt = async (file: FileHandle, length: number, position: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
};

const storeIn = (place: string, file: FileHandle, entries: Map<string, Entry>) => ({
  place,
  isRepository: false,
  get: async (name: string): Promise<Uint8Array | undefined> => {
    const entry = entries.get(name);
    return entry && readAt(file, entry.sizeBytes, entry.position);
  },
  list: async function* listEntries(folder: string) {
    for (const key of entries.keys()) if (key.startsWith(`${folder}/`)) yield { key };
  },
});

/** Creates an archive: a tar file, which appears under its name when complete. */
export const createArchiveFile = async (place: string, path: string): Promise<BackupStore> => {
  if (await stat(path).catch(() => undefined)) throw new OperatorError(`${place} exists already`);
  const arriving = `${path}.part`;
  const file = await open(arriving, 'w+', 0o600).catch((error: unknown) => {
    throw new OperatorError(`${place} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  });
  const entries = new Map<string, Entry>();
  let end = 0;
  let isFinished = false;
  const write = async (bytes: Uint8Array): Promise<void> => {
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, end);
      written += bytesWritten;
      end += bytesWritten;
    }
  };
  let lastWrite = Promise.resolve();
  return {
    ...storeIn(place, file, entries),
    put: (name, bytes) =>
      (lastWrite = lastWrite.then(async () => {
        await write(headerOf(name, bytes.length));
        entries.set(name, { position: end, sizeBytes: bytes.length });
        await write(bytes);
        await write(Buffer.alloc(padded(bytes.length) - bytes.length));
      })),
    remove: async (name) => {
      entries.delete(name);
    },
    finish: async () => {
      await write(Buffer.alloc(2 * BLOCK));
      await file.sync();
      await rename(arriving, path);
      await syncFolderOf(path);
      isFinished = true;
    },
    close: async () => {
      await file.close();
      if (!isFinished) await rm(arriving, { force: true });
    },
  };
};

const readEntries = async (place: string, file: FileHandle): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  const { size } = await file.stat();
  for (let position = 0; ;) {
    const header = await readAt(file, BLOCK, position);
    if (header.length < BLOCK) throw new DamagedBackup(`${place} is cut off: its end is missing`);
    if (header.every((byte) => byte === 0)) return entries;
    const sizeBytes = Number.parseInt(textAt(header, SIZE_AT, 12), 8);
    const isWhole = Number.parseInt(textAt(header, CHECKSUM_AT, 8), 8) === checksumOf(header);
    if (!isWhole || !Number.isSafeInteger(sizeBytes))
      throw new DamagedBackup(`${place} is damaged, or is not a backup: byte ${position} does not begin a part`);
    const begin = position + BLOCK;
    position = begin + padded(sizeBytes);
    if (position > size) throw new DamagedBackup(`${place} is cut off: its end is missing`);
    entries.set(textAt(header, 0, NAME_BYTES), { position: begin, sizeBytes });
  }
};

export const openArchiveFile = async (place: string, path: string): Promise<BackupStore> => {
  const file = await open(path, 'r').catch(() => {
    throw new OperatorError(`There is no backup at ${place}`);
  });
  const readOnly = async (): Promise<never> => {
    throw new Error('an archive is not changed');
  };
  try {
    return {
      ...storeIn(place, file, await readEntries(place, file)),
      put: readOnly,
      remove: readOnly,
      finish: readOnly,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
};
