/**
 * Where uploaded and derived files live, under keys such as `avatars/3f….webp`. Keys are ours, never a person's text, and
 * a key is written once: a new version of something gets a new key.
 * A file appears whole or not at all, and what `put` and `take` stored survives a crash once they return.
 */
export interface Storage {
  /** A new path on the volume of the storage, for a file that is still arriving; left-overs are swept at start. */
  temporaryPath(): Promise<string>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished temporary file to its key. */
  take(key: string, temporaryPath: string): Promise<void>;
  /** Undefined when there is no such file. Whoever opens it closes it. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Makes a stored file readable at a path of our temporary folder, for a program that wants a file. */
  expose(key: string, path: string): Promise<void>;
  /** The keys of a folder with when each was written, in no order. */
  list(folder: string): AsyncIterable<{ key: string; modifiedAtMs: number }>;
  /** Removes one file; removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** How much can still be stored, as far as that is known. */
  freeBytes(): Promise<number>;
  /** How large the disk is, what is used included. */
  totalBytes(): Promise<number>;
}

/** A stored file, open for reading at any place. */
export interface StoredFile {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Fills `into` with what begins at `position`; returns how many bytes there were. */
  read(into: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\/[a-z0-9][a-z0-9-]*\.[a-z0-9]{2,5}$/;

/** Whether a text has the form of a key: folders, one name, one extension, and nothing that means "elsewhere". */
export const isStorageKey = (text: string): boolean => text.length <= 200 && KEY.test(text);
