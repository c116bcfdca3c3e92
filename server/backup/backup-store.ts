/** Where the parts of backups are: small objects under names such as `chunks/3f/3f….chunk`. */
export interface BackupStore {
  /** How the operator named it. */
  readonly place: string;
  /** Whether it holds many backups, which share what they have in common. */
  readonly isRepository: boolean;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such object. */
  get(name: string): Promise<Uint8Array | undefined>;
  list(folder: string): AsyncIterable<{ key: string }>;
  remove(name: string): Promise<void>;
  /** Makes what was put permanent; without it, an archive in one file is not there. */
  finish(): Promise<void>;
  close(): Promise<void>;
}
