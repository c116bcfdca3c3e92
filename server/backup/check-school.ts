import type { Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { compareRows } from './load-rows.ts';
import type { Manifest } from './manifest.ts';
import type { SchoolData } from './school-data.ts';
import { requiredKeys } from './school-files.ts';

const MAX_NAMED = 5;

const named = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ');

export interface CheckSchool {
  data: SchoolData;
  nowMs: number;
  /** Whether a named file exists. */
  hasFile: (key: string) => boolean;
}

/**
 * Returns the differences between a school and its backup, a sentence each: rows, named files, projections of the ledger,
 * access, signatures of certificates, and results of quizzes. Migrates the database.
 */
export const checkSchool = async (
  database: Database,
  { tables, timeZone, entitlements }: Pick<Manifest, 'tables' | 'timeZone' | 'entitlements'>,
  { data, nowMs, hasFile }: CheckSchool,
): Promise<string[]> => {
  const problems = await compareRows(database, tables);
  await migrate(database, nowMs);
  const required = await requiredKeys(database.db, data.fileOwners);
  const missing = [...required].filter((key) => !hasFile(key));
  if (missing.length > 0) problems.push(`Files are missing that rows name: ${named(missing)}`);
  const { users, digest } = await data.digestEntitlements(database.db);
  if (users !== entitlements.users || digest !== entitlements.digest) problems.push('Access differs from the backup');
  problems.push(...(await data.listMoneyFaults(database.db)));
  const differences = await data.recompute(database, { timeZone, now: nowMs });
  if (differences.length > 0)
    problems.push(`Terms, standings, daily sales or access do not follow from the ledger: ${named(differences)}`);
  const altered = await data.listAltered(database.db);
  if (altered.length > 0) problems.push(`Certificates differ from their signatures: ${named(altered)}`);
  const miscounted = await data.listMiscounted(database.db);
  if (miscounted.length > 0) problems.push(`Results of quizzes are not the sum of their answers: ${named(miscounted)}`);
  return problems;
};
