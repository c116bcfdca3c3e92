/** The objects of backups, under names such as `chunks/3f/3f….chunk`. */
export interface BackupStore {
  /** The place as the operator wrote it. */
  readonly place: string;
  /** Whether it holds many backups, which share chunks. */
  readonly isRepository: boolean;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if the object does not exist. */
  get(name: string): Promise<Uint8Array | undefined>;
  list(folder: string): AsyncIterable<{ key: string }>;
  remove(name: string): Promise<void>;
  /** Makes the objects permanent; an archive in one file appears only then. */
  finish(): Promise<void>;
  close(): Promise<void>;
}
