import type { CompleteUpload } from '#server/storage/storage.ts';

/** A complete file part, on disk under a generated name. It is removed after the handler unless the handler moves it. */
export interface ReceivedFile {
  path: string;
  /** The user's id, or a visitor's network. */
  sender: string;
  /** Aborts when the sender's connection closes before the response. */
  signal: AbortSignal;
}

/** A complete, possibly large file part in the storage. It is removed after the handler. */
export interface ReceivedUpload {
  upload: CompleteUpload;
}
