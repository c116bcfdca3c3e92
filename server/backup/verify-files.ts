import { DamagedBackup } from './damaged-backup.ts';
import { FileLine, type Manifest } from './manifest.ts';
import { linesOf, type Repository } from './repository.ts';

/**
 * Reads every chunk of every file of a backup, and counts them. Returns its storage keys. Throws DamagedBackup for the first
 * incomplete file.
 */
export const verifyFiles = async (
  repository: Pick<Repository, 'place' | 'read'>,
  { files, missing }: Pick<Manifest, 'files' | 'missing'>,
): Promise<Set<string>> => {
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
