import type { Readable } from 'node:stream';
import type { Inspection } from './inspected-sink.ts';

/**
 * Uploaded and derived files, under keys such as `avatars/3f….webp`. Keys are generated, never a user's text, and a key is
 * written once: a new version gets a new key. Files appear atomically and survive a crash once the call returns.
 */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished temporary file to its key. */
  take(key: string, temporaryPath: string): Promise<void>;
  /** Undefined if the file does not exist. The caller closes it. */
  open(key: string): Promise<StoredFile | undefined>;
  /** The keys of a folder with size and time of writing, in no order. */
  list(folder: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAtMs: number }>;
  /** Removes one file; a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Removes incomplete files from before this moment; uploads have their own job. */
  removeUnfinished(beforeMs: number): Promise<void>;
  /** Receives a large file in one request, without a temporary copy elsewhere. */
  receive(bytes: Readable, reception: Reception): Promise<CompleteUpload>;
  /** Large files received in several requests. */
  readonly uploads: UploadFiles;
  /** An address for another program: a `file:` URL in `folder`, or a web address that is valid for a day. */
  provide(key: string, folder: string): Promise<string>;
  /** Creates a signed address of the file; undefined for a folder. */
  readonly signUrl: ((key: string, address: SignedAddress) => Promise<string>) | undefined;
  /** The free bytes; infinite if unknown. */
  freeBytes(): Promise<number>;
  /** The size of the disk in bytes; infinite if unknown. */
  totalBytes(): Promise<number>;
  close(): Promise<void>;
}

/** A stored file, open for reading at any position. */
export interface StoredFile {
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** Fills `into` from `position`; returns the number of bytes read. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Reads from `start` to `end`, inclusive. */
  readFrom(start: number, end: number): FileReader;
  close(): Promise<void>;
}

/** Reads the bytes of a range in order. */
export interface FileReader {
  /** Fills `into` with the next bytes; fails if the file has fewer. */
  fill(into: Uint8Array): Promise<void>;
  /** Also ends a running `fill`. */
  close(): void;
}

export interface SignedAddress {
  ttlMs: number;
  contentType: string;
  cacheControl?: string;
}

export interface Reception {
  inspection: Inspection | undefined;
  /** The maximum size of the file. */
  maxBytes: number;
}

/** A completely received file without a key yet. The receiver removes it. */
export interface CompleteUpload {
  open(): Promise<StoredFile>;
  /** Stores it under a key; the upload itself stays. */
  storeAs(key: string): Promise<void>;
  remove(): Promise<void>;
}

/** The next bytes of an upload. */
export interface UploadedBytes {
  bytes: Readable;
  /** The number of bytes received before. */
  receivedBytes: number;
  /** The total size; more bytes are rejected. */
  sizeBytes: number;
  inspection: Inspection | undefined;
  signal: AbortSignal | undefined;
}

/** The files of incomplete uploads. They survive the process, and another one may continue them. */
export interface UploadFiles {
  create(id: string): Promise<void>;
  /** The offset to continue at; undefined if the upload does not exist. */
  receivedBytes(id: string): Promise<number | undefined>;
  /** Appends to the file, also the bytes before an interruption. */
  append(id: string, next: UploadedBytes): Promise<void>;
  /** The file of a complete upload. */
  whole(id: string): CompleteUpload;
  remove(id: string): Promise<void>;
  /** The ids of all files, with the time of the last write. */
  list(): AsyncIterable<{ id: string; modifiedAtMs: number }>;
}

const KEY = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*\/[a-z0-9][a-z0-9-]*\.[a-z0-9]{2,5}$/;

/** Whether a text is a valid key: folders, one name, one extension, no path traversal. */
export const isStorageKey = (text: string): boolean => text.length <= 200 && KEY.test(text);

const UPLOAD_ID = /^[0-9a-f]{24}$/;

export const isUploadId = (text: string): boolean => UPLOAD_ID.test(text);

/** Throws if the id is invalid, because it becomes part of a path. */
export const assertUploadId = (id: string): void => {
  if (!isUploadId(id)) throw new Error(`not an upload: ${id}`);
};
