import type { Database, Db } from '#server/database/database.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';

/** What a backup has to know of the features. Everything works on any database with the schema of this program. */
export interface SchoolData {
  fileOwners: readonly FileOwner[];
  /** Recomputes what follows from the ledger; returns what differed, a line each. */
  recompute(database: Database, at: { timeZone: string; now: number }): Promise<string[]>;
  /** Until when everybody has access, computed from the ledger, as one digest. */
  digestEntitlements(db: Db): Promise<{ users: number; digest: string }>;
}

/** Rows that mean nothing elsewhere: uploads whose bytes are still arriving, the list of migrations, and what moves once left. */
const LEFT_OUT = new Set(['move_changes', 'schema_migrations', 'upload_locks', 'uploads']);

/** Tables that have rows before anyone uses the school. */
const FILLED_BY_MIGRATIONS = new Set(['plan_versions', 'plans', 'schema_migrations']);

export const isFilledByMigrations = (table: string): boolean => FILLED_BY_MIGRATIONS.has(table);

export const isSaved = (table: string): boolean => !LEFT_OUT.has(table);
