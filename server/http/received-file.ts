/** A complete file part, on disk under a generated name. It is removed after the handler unless the handler moves it. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  /** The sender's name for it: to be shown, never used in paths. */
  originalName: string;
  /** Who sent it: the user's id, or a visitor's network. */
  sender: string;
  /** Aborts when the sender's connection closes before the response. */
  signal: AbortSignal;
}
