import type { Readable } from 'node:stream';
import type { Inspection } from './inspected-sink.ts';

/**
 * Where uploaded and derived files live, under keys such as `avatars/3f….webp`. Keys are ours, never a person's text, and
 * a key is written once: a new version of something gets a new key.
 * A file appears whole or not at all, and what was stored survives a crash once the call returns.
 */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished temporary file to its key. */
  take(key: string, temporaryPath: string): Promise<void>;
  /** Undefined when there is no such file. Whoever opens it closes it. */
  open(key: string): Promise<StoredFile | undefined>;
  /** The keys of a folder, with the size of each and when it was written, in no order. */
  list(folder: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAtMs: number }>;
  /** Removes one file; removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes what was begun before this moment and never finished; uploads have their own job. */
  removeUnfinished(beforeMs: number): Promise<void>;
  /** Receives a large file from its first byte to its last, without writing it to a disk that it does not end on. */
  receive(bytes: Readable, reception: Reception): Promise<Arrival>;
  /** Large files that arrive in several requests. */
  readonly uploads: UploadFiles;
  /** What another program reads a stored file from: a `file:` URL in `folder`, or a web address that is good for a day. */
  provide(key: string, folder: string): Promise<string>;
  /** Makes an address that anyone can read the file from; undefined where files have none. */
  readonly signUrl: ((key: string, address: SignedAddress) => Promise<string>) | undefined;
  /** How much can still be stored; infinite where it is not known. */
  freeBytes(): Promise<number>;
  /** How large the disk is, what is used included; infinite where it is not known. */
  totalBytes(): Promise<number>;
  close(): Promise<void>;
}

/** A stored file, open for reading at any place. */
export interface StoredFile {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Fills `into` with what begins at `position`; returns how many bytes there were. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Reads on from `start` to `end`, the last byte included. */
  readFrom(start: number, end: number): FileReader;
  close(): Promise<void>;
}

/** Reads the bytes of a range in their order. */
export interface FileReader {
  /** Fills `into` with the next bytes; fails when the file has fewer. */
  fill(into: Uint8Array): Promise<void>;
  /** Also ends a `fill` that is under way. */
  close(): void;
}

export interface SignedAddress {
  ttlMs: number;
  /** What the store sends as `content-type`. */
  contentType: string;
  /** What the store sends as `cache-control`. */
  cacheControl?: string;
}

export interface Reception {
  inspection: Inspection | undefined;
  /** The file cannot be larger. */
  maxBytes: number;
}

/** A large file that has arrived whole, and has no key yet. Whoever received it removes it. */
export interface Arrival {
  open(): Promise<StoredFile>;
  /** Stores it under a key; the arrival itself stays. */
  storeAs(key: string): Promise<void>;
  remove(): Promise<void>;
}

/** The next bytes of an upload. */
export interface UploadedBytes {
  bytes: Readable;
  /** How many are there already. */
  receivedBytes: number;
  /** How many it has in the end; more are refused. */
  sizeBytes: number;
  inspection: Inspection | undefined;
  signal: AbortSignal | undefined;
}

/** The files of incomplete uploads. They outlive the process, and another one may continue them. */
export interface UploadFiles {
  create(id: string): Promise<void>;
  /** How many bytes are there, to continue at; undefined when there is no such upload. */
  receivedBytes(id: string): Promise<number | undefined>;
  /** Appends to the file, and keeps what arrived when the stream is interrupted. */
  append(id: string, next: UploadedBytes): Promise<void>;
  /** The file, once it has all its bytes. */
  whole(id: string): Arrival;
  remove(id: string): Promise<void>;
  /** Ids of all files, with when each was last written. */
  list(): AsyncIterable<{ id: string; modifiedAtMs: number }>;
}

const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\/[a-z0-9][a-z0-9-]*\.[a-z0-9]{2,5}$/;

/** Whether a text has the form of a key: folders, one name, one extension, and nothing that means "elsewhere". */
export const isStorageKey = (text: string): boolean => text.length <= 200 && KEY.test(text);

const UPLOAD_ID = /^[0-9a-f]{24}$/;

export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);

/** Throws for what is no id of an upload: it becomes a part of a path. */
export const assertUploadId = (id: string): void => {
  if (!isUploadId(id)) throw new Error(`not an upload: ${id}`);
};
