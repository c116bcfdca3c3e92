import type { Database, Db } from '#server/database/database.ts';
import type { FileOwner } from '#server/storage/file-sweep.ts';

/** The functions of features that a backup needs. They work on any database with the schema of this program. */
export interface SchoolData {
  fileOwners: readonly FileOwner[];
  /** Recomputes the projections of the ledger; returns the differences, a line each. */
  recompute(database: Database, at: { timeZone: string; now: number }): Promise<string[]>;
  /** A digest of the end of every user's access, computed from the ledger. */
  digestEntitlements(db: Db): Promise<{ users: number; digest: string }>;
  /**
   * Mandates of people without access, money without access and without a to-do, and credit notes that do not add up to their
   * invoice; a sentence each. To be asked before `recompute`, which ends such mandates.
   */
  listMoneyFaults(db: Db): Promise<string[]>;
  /** The codes of certificates that differ from their signatures. */
  listAltered(db: Db): Promise<string[]>;
  /** The ids of attempts at quizzes whose result does not follow from their answers. */
  listMiscounted(db: Db): Promise<string[]>;
}

/** Tables that are not saved: running uploads, the list of migrations, and leftovers of former moves. */
const LEFT_OUT = new Set(['move_changes', 'schema_migrations', 'upload_locks', 'uploads']);

/** Tables that have rows before anyone uses the school. */
const FILLED_BY_MIGRATIONS = new Set(['plan_versions', 'plans', 'schema_migrations']);

export const isFilledByMigrations = (table: string): boolean => FILLED_BY_MIGRATIONS.has(table);

export const isSaved = (table: string): boolean => !LEFT_OUT.has(table);
