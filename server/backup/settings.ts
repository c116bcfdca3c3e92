import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Config, ConfigError, optional, parseSettings } from '#server/config.ts';

const Environment = z.object({
  BACKUP_PASSPHRASE: optional.refine((value) => value === undefined || value.length >= 12, {
    error: 'must have at least 12 characters',
  }),
  BACKUP_S3_ENDPOINT: optional,
  BACKUP_S3_REGION: optional,
  BACKUP_S3_ACCESS_KEY_ID: optional,
  BACKUP_S3_SECRET_ACCESS_KEY: optional,
});

export interface BackupSettings {
  passphrase: string | undefined;
}

export const readBackupSettings = ({ environment }: Pick<Config, 'environment'>): BackupSettings => ({
  passphrase: parseSettings(Environment, environment).BACKUP_PASSPHRASE,
});

/** The first line of a file, for a passphrase that must not be in the environment. */
export const readPassphraseFile = async (path: string): Promise<string | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ConfigError(`--passphrase-file: ${path} cannot be read`);
  });
  const { passphrase } = readBackupSettings({ environment: { BACKUP_PASSPHRASE: text.split(/\r?\n/)[0] } });
  if (passphrase === undefined) throw new ConfigError(`--passphrase-file: the first line of ${path} is empty`);
  return passphrase;
};
