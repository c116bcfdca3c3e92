import type { Clock } from '#server/clock.ts';
import { checkSchool } from './check-school.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { withLoadedRows } from './load-rows.ts';
import type { Manifest } from './manifest.ts';
import type { Repository } from './repository.ts';
import type { SchoolData } from './school-data.ts';
import { verifyFiles } from './verify-files.ts';

export interface VerifyNeeds {
  data: SchoolData;
  clock: Clock;
}

/**
 * Verifies a backup: restores its rows into a temporary database, reads every file, and compares both with the manifest. Throws
 * DamagedBackup with every problem. Files are not written, so it needs space for the rows only.
 */
export const verifyBackup = async (
  repository: Repository,
  manifest: Manifest,
  { data, clock }: VerifyNeeds,
): Promise<void> => {
  const keys = await verifyFiles(repository, manifest);
  const problems = await withLoadedRows(repository, manifest, clock.now(), (database) =>
    checkSchool(database, manifest, { data, nowMs: clock.now(), hasFile: (key) => keys.has(key) }),
  );
  if (problems.length > 0) throw new DamagedBackup(problems.join('\n'));
};
