import { randomBytes } from 'node:crypto';
import { backupMessages } from '#contract/school/backup-messages.ts';
import { createCalendar } from '#server/calendar.ts';
import { OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { BackupStore } from './backup-store.ts';
import { hasRepository, openBackupStore } from './open-store.ts';
import type { Manifest } from './manifest.ts';
import { openRepository, type Repository } from './repository.ts';
import { type LockOwner, withRepositoryLock } from './repository-lock.ts';
import { type EmptyPlace, restoreBackup } from './restore-backup.ts';
import { type Keep, keptBackups } from './retention.ts';
import { assertOpens } from './sealing.ts';
import { verifyBackup, type VerifyNeeds } from './verify-backup.ts';
import { type School, writeBackup } from './write-backup.ts';

/** A file, a folder or a bucket, with its passphrase and keys. */
export interface BackupPlace {
  place: string;
  passphrase: string | undefined;
  /** The settings, for the keys of an object store. */
  environment: Record<string, string | undefined>;
}

/** Opens a place for writing, exclusively. */
const writingTo = async <T>(
  { place, passphrase, environment }: BackupPlace,
  owner: LockOwner,
  work: (repository: Repository, assertOwned: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  const store = await openBackupStore(place, 'write', environment);
  try {
    return await withRepositoryLock(store, owner, async (assertOwned) =>
      work(await openRepository(store, { passphrase, isNew: true }), assertOwned),
    );
  } finally {
    await store.close();
  }
};

/** Opens a place for reading; others may write to it. */
const readingFrom = async <T>(
  { place, passphrase, environment }: BackupPlace,
  work: (repository: Repository) => Promise<T>,
): Promise<T> => {
  const store = await openBackupStore(place, 'read', environment);
  try {
    return await work(await openRepository(store, { passphrase, isNew: false }));
  } finally {
    await store.close();
  }
};

const probe = async (store: BackupStore): Promise<void> => {
  const name = `checks/${newId()}.txt`;
  const bytes = randomBytes(32);
  await store.put(name, bytes);
  const found = await store.get(name);
  await store.remove(name);
  if (!found || !bytes.equals(found)) throw new OperatorError(backupMessages.changedBytes(store.place));
};

/** Writes a small object to a repository, reads and removes it. Throws if that fails, and returns false without a repository. */
export const probeRepository = async ({ place, environment }: Omit<BackupPlace, 'passphrase'>): Promise<boolean> => {
  if (!(await hasRepository(place))) return false;
  const store = await openBackupStore(place, 'write', environment);
  await probe(store).finally(store.close);
  return true;
};

/** As `probeRepository`, for a place that may be new; throws OperatorError if it is encrypted with another passphrase. */
export const tryRepository = async ({ place, passphrase, environment }: BackupPlace): Promise<void> => {
  const store = await openBackupStore(place, 'write', environment);
  await probe(store)
    .then(() => assertOpens(store, passphrase))
    .finally(store.close);
};

/** Saves a school while it runs. */
export const saveBackup = (place: BackupPlace, school: School): Promise<Manifest> =>
  writingTo(place, { owner: newId(), clock: school.clock }, (repository) => writeBackup(repository, school));

export interface Schedule {
  /** The same for each attempt of one run. */
  run: string;
  keep: Keep;
}

export interface ScheduledBackup {
  manifest: Manifest;
  /** Ids of the backups in the place. */
  kept: string[];
}

/** Saves a school, verifies the backup, and only then removes old backups. */
export const runScheduledBackup = (
  place: BackupPlace,
  school: School,
  { run, keep }: Schedule,
): Promise<ScheduledBackup> =>
  writingTo(place, { owner: run, clock: school.clock }, async (repository, assertOwned) => {
    const manifest = await writeBackup(repository, school);
    await verifyBackup(repository, manifest, school);
    await assertOwned();
    const kept = keptBackups(repository.ids(), keep, createCalendar(school.timeZone));
    for (const id of repository.ids()) if (!kept.has(id)) await repository.remove(id);
    await repository.prune();
    return { manifest, kept: repository.ids() };
  });

/** Verifies the newest backup of a place. Throws DamagedBackup with every problem. */
export const proveBackup = (place: BackupPlace, needs: VerifyNeeds): Promise<Manifest> =>
  readingFrom(place, async (repository) => {
    const manifest = await repository.manifest();
    await verifyBackup(repository, manifest, needs);
    return manifest;
  });

/** Restores the newest backup of a place. */
export const restoreFrom = (place: BackupPlace, to: EmptyPlace): Promise<Manifest> =>
  readingFrom(place, async (repository) => {
    const manifest = await repository.manifest();
    await restoreBackup(repository, manifest, to);
    return manifest;
  });
