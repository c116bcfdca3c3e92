import { mkdir, open } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { OperatorError } from '#server/errors.ts';
import type { Storage } from '#server/storage/storage.ts';
import { checkSchool } from './check-school.ts';
import { DamagedBackup } from './damaged-backup.ts';
import { assertNoRows, loadRows } from './load-rows.ts';
import { FileLine, type Manifest } from './manifest.ts';
import { linesOf, type Repository } from './repository.ts';
import type { SchoolData } from './school-data.ts';

/** The target of a restore. */
export interface EmptyPlace {
  database: Database;
  storage: Storage;
  dataDir: string;
  clock: Clock;
  data: SchoolData;
  /** Whether existing files belong to this school, also those that the backup lacks. */
  keepsFiles?: boolean;
}

/** Allows only files of an interrupted restore. */
const assertNoOtherFiles = async ({ storage, data }: EmptyPlace, keys: ReadonlySet<string>): Promise<void> => {
  for (const folder of data.fileOwners.flatMap((owner) => owner.folders))
    for await (const { key } of storage.list(folder))
      if (!keys.has(key)) throw new OperatorError(`The place for files is not empty: ${key} is not of this backup`);
};

async function* contentOf(repository: Repository, sums: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const sum of sums) yield await repository.read(sum);
}

const restoreFile = async (
  repository: Repository,
  storage: Storage,
  [, key, sizeBytes, sums]: FileLine,
): Promise<void> => {
  const present = await storage.open(key);
  await present?.close();
  // Files appear atomically and keys are written once: this file is from an interrupted restore.
  if (present?.sizeBytes === sizeBytes) return;
  const bytes = Readable.from(contentOf(repository, sums));
  const upload = await storage.receive(bytes, { inspection: undefined, maxBytes: sizeBytes });
  try {
    await upload.storeAs(key);
  } finally {
    await upload.remove();
  }
};

const restoreDataFile = async (repository: Repository, dataDir: string, [, name, , sums]: FileLine): Promise<void> => {
  const path = resolve(dataDir, name);
  if (!path.startsWith(resolve(dataDir) + sep)) throw new DamagedBackup(`${name} is not a path of the data folder`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await using file = await open(path, 'w', 0o600);
  for await (const bytes of contentOf(repository, sums)) await file.writeFile(bytes);
};

/**
 * Restores a backup into an empty place, on either engine and either kind of storage, and migrates it. Files come first, so
 * that an interrupted restore can be repeated. Throws OperatorError when the place is not empty.
 */
export const restoreBackup = async (repository: Repository, manifest: Manifest, place: EmptyPlace): Promise<void> => {
  const { database, storage, dataDir, clock, data, keepsFiles = false } = place;
  await assertNoRows(database);
  const lines: FileLine[] = [];
  for await (const line of linesOf(repository.read, manifest.files.chunks, FileLine)) lines.push(line);
  const keys = new Set(lines.filter(([kind]) => kind === 'storage').map(([, key]) => key));
  if (!keepsFiles) await assertNoOtherFiles(place, keys);
  for (const line of lines)
    await (line[0] === 'storage' ? restoreFile(repository, storage, line) : restoreDataFile(repository, dataDir, line));
  await loadRows(repository, manifest, database, clock.now());
  const problems = await checkSchool(database, manifest, { data, nowMs: clock.now(), hasFile: (key) => keys.has(key) });
  if (problems.length > 0) throw new DamagedBackup(problems.join('\n'));
};
