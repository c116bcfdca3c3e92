import type { Readable } from 'node:stream';

export interface StoredFacts {
  sizeBytes: number;
  modifiedAtMs: number;
}

/**
 * Where uploaded and derived files live, under keys such as `avatars/3f…-1.webp`. Keys are ours, never a person's text.
 * A file appears whole or not at all, and what `put` and `take` answered survives a crash.
 */
export interface Storage {
  /** A folder on the same volume, for files that are still arriving; swept at start. */
  readonly temporaryDir: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished temporary file to its key. */
  take(key: string, temporaryPath: string): Promise<void>;
  /** Undefined when there is no such file. */
  facts(key: string): Promise<StoredFacts | undefined>;
  /** Bytes `start` to `end`, both included. */
  read(key: string, start: number, end: number): Promise<Readable>;
  /** Removes one file; removing what is not there is no error. */
  remove(key: string): Promise<void>;
}
