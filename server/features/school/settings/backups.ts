import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { z } from 'zod';
import type { BackupChange } from '#contract/school/backup-settings.ts';
import { messages } from '#contract/messages.ts';
import { tryRepository } from '#server/backup/backup.ts';
import { withFieldNames } from '#server/backup/settings.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Tx } from '#server/database/database.ts';
import { fail, type FieldProblem, invalidField, OperatorError } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { linkLocal } from '#server/link-local.ts';
import type { BackupAccess } from '#server/settings/backup-access.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { SaveSection } from './payments.ts';

const texts = messages.backups;
const TRY_MS = 20_000;

type Change = z.output<typeof BackupChange>;

export interface BackupChangesNeeds {
  config: Pick<Config, 'dataDir'>;
  settings: Pick<Settings, 'backups' | 'change' | 'describe'>;
  save: SaveSection;
  startFirstBackup: (tx: Tx, at: { place: string; hour: number }) => Promise<void>;
}

const required = {
  folder: [['folder', texts.badFolder]],
  bucket: [
    ['endpoint', texts.badEndpoint],
    ['region', texts.badRegion],
    ['bucket', texts.badBucket],
    ['keyId', texts.keyIdMissing],
  ],
} as const;

const assertComplete = (change: Change, hasSecretKey: boolean): void => {
  const { kind } = change;
  if (kind === 'off') return;
  const missing: FieldProblem[] = required[kind]
    .filter(([field]) => change[field] === '')
    .map(([path, message]) => ({ path, message }));
  if (kind === 'bucket' && !hasSecretKey) missing.push({ path: 'secretKey', message: texts.secretKeyMissing });
  if (missing.length > 0) throw fail('validation_failed', { message: messages.settings.incomplete, details: missing });
};

/** The files of the school are swept: backups among them would be removed. */
const assertOutside = (folder: string, dataDir: string): void => {
  const path = resolve(folder);
  const files = join(dataDir, 'files');
  if (path === dataDir || path === files || path.startsWith(files + sep)) throw invalidField('folder', texts.ownFolder);
};

const assertNotLinkLocal = async (endpoint: string): Promise<void> => {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '');
  // A name without an address is reported as a store that cannot be reached.
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.some(({ address, family }) => linkLocal.check(address, family === 6 ? 'ipv6' : 'ipv4')))
    throw invalidField('endpoint', texts.linkLocal);
};

const reasonOf = (error: unknown, place: string): string => {
  if (error instanceof OperatorError || error instanceof ConfigError) return withFieldNames(error.message);
  const reason = error instanceof Error && 'code' in error ? String(error.code) : 'error';
  return texts.unusable(place, reason);
};

/** Throws `backup_place_unusable` with the reason. */
const tryPlace = async ({ environment }: BackupAccess, place: string): Promise<void> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OperatorError(texts.silent)), TRY_MS);
  try {
    const given = environment();
    const to = { place, passphrase: given['BACKUP_PASSPHRASE'], environment: given };
    await Promise.race([tryRepository(to), tooLate]);
  } catch (error) {
    throw fail('backup_place_unusable', { message: reasonOf(error, place), cause: error });
  } finally {
    clearTimeout(timer);
  }
};

const isSameDisk = async (folder: string, dataDir: string): Promise<boolean> =>
  (await stat(folder)).dev === (await stat(dataDir)).dev;

export const createBackupChanges = ({ config, settings, save, startFirstBackup }: BackupChangesNeeds) => {
  const accessWith = async (change: Change): Promise<BackupAccess> => {
    const access = await settings.backups(change);
    if (access.isFixed) throw fail('setting_fixed', { message: messages.settings.fixed('BACKUP_TO') });
    const { secretKey } = (await settings.describe()).backups;
    assertComplete(change, secretKey.isSet || (change.secretKey ?? '') !== '');
    if (change.kind === 'folder') assertOutside(change.folder, config.dataDir);
    if (change.kind === 'bucket') await assertNotLinkLocal(change.endpoint);
    return access;
  };

  return {
    testBackups: async (change: Change): Promise<string> => {
      const access = await accessWith(change);
      if (access.place === undefined) throw invalidField('kind', messages.settings.incomplete);
      await tryPlace(access, access.place);
      const isShared = change.kind === 'folder' && (await isSameDisk(change.folder, config.dataDir));
      return isShared ? texts.sameDisk : texts.works;
    },

    saveBackups: async (actor: Actor, change: Change): Promise<void> => {
      const { secretKey, passphrase, ...values } = change;
      const { place, ...access } = await accessWith(change);
      const secrets = place === undefined ? { secretKey: '', passphrase: '' } : { secretKey, passphrase };
      if (place !== undefined) await tryPlace({ ...access, place }, place);
      await save(actor, 'backups', async (tx) => {
        const fields = await settings.change(tx, 'backups', values, secrets);
        if (place !== undefined && fields.some((field) => field !== 'hour'))
          await startFirstBackup(tx, { place, hour: access.hour });
        return fields;
      });
    },
  };
};
