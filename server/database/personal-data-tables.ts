/** The tables of exports and deletions of what the school knows of a person. As in tables.ts. */
export interface PersonalDataTables {
  data_exports: DataExportRow;
  account_deletions: AccountDeletionRow;
  school_exports: SchoolExportRow;
}

/** A file with everything of the school. */
export interface SchoolExportRow {
  id: string;
  /** The admin. */
  requested_by: string;
  requested_at: number;
  /** Null until the file is complete, as are its key and its size. */
  ready_at: number | null;
  file_key: string | null;
  size_bytes: number | null;
  expires_at: number | null;
}

/** A file with everything about one user. */
export interface DataExportRow {
  id: string;
  user_id: string;
  requested_at: number;
  /** Null until the file is complete, as are its key and its size. */
  ready_at: number | null;
  file_key: string | null;
  size_bytes: number | null;
  expires_at: number | null;
}

/** The deletion of an account: planned until `done_at`, then its record. */
export interface AccountDeletionRow {
  user_id: string;
  requested_at: number;
  /** The user, or an admin. */
  requested_by: string;
  /** Of an admin; '' from the user. */
  reason: string;
  keeps_posts: number;
  keeps_certificates: number;
  deletes_at: number;
  /** When its steps began: it cannot be taken back any more. */
  started_at: number | null;
  done_at: number | null;
  /** JSON: the number of rows by table. */
  removed: string;
}
