import type { Clock } from '#server/clock.ts';
import { checkSchool } from './check-school.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { withLoadedRows } from './load-rows.ts';
import { FileLine, type Manifest } from './manifest.ts';
import { linesOf, type Repository } from './repository.ts';
import type { SchoolData } from './school-data.ts';

export interface VerifyNeeds {
  data: SchoolData;
  clock: Clock;
}

/** Reads every part of every file; returns the keys of the storage. */
const readFiles = async (repository: Repository, { files, missing }: Manifest): Promise<Set<string>> => {
  const keys = new Set<string>();
  let count = 0;
  for await (const [kind, name, sizeBytes, sums] of linesOf(repository.read, files.chunks, FileLine)) {
    let length = 0;
    for (const sum of sums) length += (await repository.read(sum)).length;
    if (length !== sizeBytes) throw new DamagedBackup(`${repository.place} is damaged: ${name} is not complete`);
    if (kind === 'storage') keys.add(name);
    count += 1;
  }
  if (count !== files.count)
    throw new DamagedBackup(`${repository.place} is damaged: it has ${count} files, not ${files.count}`);
  for (const key of missing) keys.delete(key);
  return keys;
};

/**
 * Proves a backup: restores its rows into a temporary place, reads every file, and compares both with what was saved. Throws
 * DamagedBackup with everything that is wrong. Files are not written, so it needs no more space than the rows.
 */
export const verifyBackup = async (
  repository: Repository,
  manifest: Manifest,
  { data, clock }: VerifyNeeds,
): Promise<void> => {
  const keys = await readFiles(repository, manifest);
  const problems = await withLoadedRows(repository, manifest, clock.now(), (database) =>
    checkSchool(database, manifest, { data, nowMs: clock.now(), hasFile: (key) => keys.has(key) }),
  );
  if (problems.length > 0) throw new DamagedBackup(problems.join('\n'));
};
