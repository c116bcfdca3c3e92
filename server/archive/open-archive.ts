import type { Entry, ZipFile } from 'yauzl';
import { OperatorError } from '#server/errors.ts';
import { damaged } from './damaged-archive.ts';

/** More files than a large school has. */
const MAX_ENTRIES = 2_000_000;
/** Text compresses well, but not better than this: a bomb does. */
const MAX_RATIO = 1000;

/** A ZIP by the names of its files. */
export interface OpenArchive {
  names(): IterableIterator<string>;
  has(name: string): boolean;
  sizeOf(name: string): number | undefined;
  /** The bytes of a file. Throws when they are more or fewer than the list of files says. */
  read(name: string): AsyncIterable<Uint8Array>;
  close(): void;
}

const damagedBy = (what: string, error: unknown): Error =>
  error instanceof OperatorError
    ? error
    : damaged(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);

const openZip = async (path: string): Promise<ZipFile> => {
  // Loaded with the first import.
  const { openPromise } = await import('yauzl');
  try {
    return await openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true });
  } catch (error) {
    throw damagedBy(path, error);
  }
};

const listEntries = async (zip: ZipFile, maxEntries: number): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > maxEntries) throw damaged('it has too many files');
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    if (entries.has(entry.fileName)) throw damaged(`it has ${entry.fileName} twice`);
    if (entry.uncompressedSize > (entry.compressedSize + 1024) * MAX_RATIO)
      throw damaged(`${entry.fileName} is larger than its compressed bytes can be`);
    entries.set(entry.fileName, entry);
  }
  return entries;
};

/**
 * Opens a ZIP of a stranger: names that leave their folder, absolute ones, and sizes that lie are refused, and nothing is
 * unpacked by name.
 */
export const openArchive = async (path: string, maxEntries = MAX_ENTRIES): Promise<OpenArchive> => {
  const zip = await openZip(path);
  let entries: Map<string, Entry>;
  try {
    entries = await listEntries(zip, maxEntries);
  } catch (error) {
    zip.close();
    throw damagedBy('its list of files', error);
  }
  return {
    names: () => entries.keys(),
    has: (name) => entries.has(name),
    sizeOf: (name) => entries.get(name)?.uncompressedSize,
    read: async function* read(name) {
      const entry = entries.get(name);
      if (!entry) throw damaged(`it has no ${name}`);
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          if (!(chunk instanceof Uint8Array)) throw new TypeError('not bytes');
          yield chunk;
        }
      } catch (error) {
        throw damagedBy(name, error);
      }
    },
    close: () => zip.close(),
  };
};
