import { readFile } from 'node:fs/promises';
import { type Config, ConfigError, readSettings } from '#server/config.ts';
import { settings } from '#server/environment/settings.ts';
import { readS3Settings, type S3Settings } from '#server/storage/settings.ts';
import type { Keep } from './retention.ts';

/** A last verified backup of this age is too old. */
export const OLD_BACKUP_MS = 48 * 60 * 60_000;

const S3_PLACE = /^s3:\/\/([a-z0-9.-]+)\/([a-z0-9-]+(?:\/[a-z0-9-]+)*)\/?$/;

export interface BackupSettings {
  /** The place of daily backups; undefined for none. */
  to: string | undefined;
  /** The hour of the school's day after which they start. */
  hour: number;
  keep: Keep;
  passphrase: string | undefined;
  /** Settings of a bucket without effect, because `to` is not a bucket. Commands may still use them. */
  unused: string[];
}

/** The bucket of `s3://bucket/prefix`, with the keys of `BACKUP_S3_*` where they are set. Throws ConfigError. */
export const readBucketPlace = (
  place: string,
  environment: Config['environment'],
): { settings: S3Settings; prefix: string } => {
  const [, bucket, prefix] = S3_PLACE.exec(place) ?? [];
  if (bucket === undefined || prefix === undefined)
    throw new ConfigError(`${place} must be s3://bucket/prefix, with lower-case letters, digits and hyphens`);
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const nameOf = (setting: string): string => {
    if (setting === 'S3_BUCKET') return place;
    return given(`BACKUP_${setting}`) === undefined ? setting : `BACKUP_${setting}`;
  };
  const valueOf = (setting: string): string => {
    const value = given(nameOf(setting));
    if (value === undefined) throw new ConfigError(`${place} needs BACKUP_${setting} or ${setting}`);
    return value;
  };
  const store = readS3Settings(
    {
      S3_ENDPOINT: valueOf('S3_ENDPOINT'),
      S3_REGION: valueOf('S3_REGION'),
      S3_ACCESS_KEY_ID: valueOf('S3_ACCESS_KEY_ID'),
      S3_SECRET_ACCESS_KEY: valueOf('S3_SECRET_ACCESS_KEY'),
      S3_BUCKET: bucket,
    },
    nameOf,
  );
  if (!store) throw new ConfigError(`${place} needs an object store`);
  return { settings: store, prefix };
};

export const readBackupSettings = ({ environment }: Pick<Config, 'environment'>): BackupSettings => {
  const env = readSettings(settings.backups, environment);
  const isBucket = env.BACKUP_TO?.startsWith('s3://') === true;
  if (isBucket) readBucketPlace(env.BACKUP_TO ?? '', environment);
  const ofBucket = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith('BACKUP_S3_') && value !== undefined ? [name] : [],
  );
  const [daily = 0, weekly = 0, monthly = 0] = env.BACKUP_KEEP.split(',').map(Number);
  const keep = { daily, weekly, monthly };
  return {
    to: env.BACKUP_TO,
    hour: env.BACKUP_HOUR,
    keep,
    passphrase: env.BACKUP_PASSPHRASE,
    unused: isBucket ? [] : ofBucket,
  };
};

const fieldNames: Record<string, string> = {
  BACKUP_PASSPHRASE: 'the passphrase',
  BACKUP_S3_ENDPOINT: 'the endpoint',
  BACKUP_S3_REGION: 'the region',
  BACKUP_S3_ACCESS_KEY_ID: 'the key ID',
  BACKUP_S3_SECRET_ACCESS_KEY: 'the secret key',
};

/** A message for operators, for those who set backups up in the browser. */
export const withFieldNames = (message: string): string =>
  message.replaceAll(/BACKUP_[A-Z0-9_]+/g, (name) => fieldNames[name] ?? name);

/** The first line of a file, for a passphrase that must not be in the environment. */
export const readPassphraseFile = async (path: string): Promise<string | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ConfigError(`--passphrase-file: ${path} cannot be read`);
  });
  const { passphrase } = readBackupSettings({ environment: { BACKUP_PASSPHRASE: text.split(/\r?\n/)[0] } });
  if (passphrase === undefined) throw new ConfigError(`--passphrase-file: the first line of ${path} is empty`);
  return passphrase;
};
