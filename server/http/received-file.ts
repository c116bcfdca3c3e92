/** A file part that has arrived whole, on disk, under a name of ours. It is removed after the handler unless taken away. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  /** What the sender calls it: for showing, never for paths. */
  originalName: string;
}
