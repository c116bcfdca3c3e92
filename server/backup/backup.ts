import { createCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import { openBackupStore } from './backup-store.ts';
import type { Manifest } from './manifest.ts';
import { openRepository, type Repository } from './repository.ts';
import { withRepositoryLock } from './repository-lock.ts';
import { type EmptyPlace, restoreBackup } from './restore-backup.ts';
import { type Keep, keptBackups } from './retention.ts';
import { verifyBackup, type VerifyNeeds } from './verify-backup.ts';
import { type School, writeBackup } from './write-backup.ts';

/** A file, a folder or a bucket, and what opens it. */
export interface BackupPlace {
  place: string;
  passphrase: string | undefined;
  /** The settings, for the keys of an object store. */
  environment: Record<string, string | undefined>;
}

/** Opens a place for writing, alone. */
const writingTo = async <T>(
  { place, passphrase, environment }: BackupPlace,
  clock: Clock,
  work: (repository: Repository) => Promise<T>,
): Promise<T> => {
  const store = await openBackupStore(place, 'write', environment);
  try {
    return await withRepositoryLock(store, clock, async () =>
      work(await openRepository(store, { passphrase, isNew: true })),
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

/** Saves a school while it runs. */
export const saveBackup = (place: BackupPlace, school: School): Promise<Manifest> =>
  writingTo(place, school.clock, (repository) => writeBackup(repository, school));

export interface ScheduledBackup {
  manifest: Manifest;
  /** Ids of the backups that the place holds. */
  kept: string[];
}

/** Saves a school, proves the backup, and only then removes the backups that are not kept. */
export const runScheduledBackup = (place: BackupPlace, school: School, keep: Keep): Promise<ScheduledBackup> =>
  writingTo(place, school.clock, async (repository) => {
    const manifest = await writeBackup(repository, school);
    await verifyBackup(repository, manifest, school);
    const kept = keptBackups(repository.ids(), keep, createCalendar(school.timeZone));
    for (const id of repository.ids()) if (!kept.has(id)) await repository.remove(id);
    await repository.prune();
    return { manifest, kept: repository.ids() };
  });

/** Proves the newest backup of a place. Throws DamagedBackup with everything that is wrong. */
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
