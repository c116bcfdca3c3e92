import type { BackupSettings } from '#contract/school/backup-settings.ts';
import { readBackupSettings } from '#server/backup/settings.ts';
import type { Config } from '#server/config.ts';

type Environment = Config['environment'];

/** The current place of backups, with what opens it. */
export interface BackupAccess {
  /** A folder or a bucket, as commands name it; undefined for none. */
  place: string | undefined;
  hour: number;
  isEncrypted: boolean;
  /** Whether BACKUP_TO sets it. */
  isFixed: boolean;
  /** The environment that a process needs for this place. Throws OperatorError without a secret that can be read. */
  environment: () => Environment;
}

export interface BackupSecrets {
  secretKey: string | undefined;
  passphrase: string | undefined;
}

export type FixedBackupFields = BackupSettings & BackupSecrets;

/** The fields that the environment sets: variable and value. */
export type FixedBackups = {
  [F in keyof FixedBackupFields]?: [variable: string, value: FixedBackupFields[F] | undefined];
};

/** What the environment sets. With BACKUP_TO it sets everything. */
export const fixedBackupsOf = (environment: Environment): FixedBackups => {
  const { to, hour, passphrase } = readBackupSettings({ environment });
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const fixed: FixedBackups = {
    hour: ['BACKUP_HOUR', given('BACKUP_HOUR') === undefined ? undefined : hour],
    passphrase: ['BACKUP_PASSPHRASE', passphrase],
    endpoint: ['BACKUP_S3_ENDPOINT', given('BACKUP_S3_ENDPOINT')],
    region: ['BACKUP_S3_REGION', given('BACKUP_S3_REGION')],
    keyId: ['BACKUP_S3_ACCESS_KEY_ID', given('BACKUP_S3_ACCESS_KEY_ID')],
    secretKey: ['BACKUP_S3_SECRET_ACCESS_KEY', given('BACKUP_S3_SECRET_ACCESS_KEY')],
  };
  if (to === undefined) return fixed;
  const isBucket = to.startsWith('s3://');
  return { ...fixed, kind: ['BACKUP_TO', isBucket ? 'bucket' : 'folder'], hour: ['BACKUP_TO', hour] };
};

const placeOf = ({ kind, folder, bucket, prefix }: BackupSettings): string | undefined => {
  if (kind === 'off') return undefined;
  return kind === 'bucket' ? `s3://${bucket}/${prefix}` : `${folder.replace(/\/+$/, '')}/`;
};

/** The place that BACKUP_TO names; undefined without it. */
export const fixedBackupAccess = (environment: Environment): BackupAccess | undefined => {
  const { to: place, hour, passphrase } = readBackupSettings({ environment });
  if (place === undefined) return undefined;
  return { place, hour, isEncrypted: passphrase !== undefined, isFixed: true, environment: () => environment };
};

/** The place of stored settings, as the variables that a process reads. */
export const storedBackupAccess = (
  values: BackupSettings,
  isEncrypted: boolean,
  environment: Environment,
  secrets: () => BackupSecrets,
): BackupAccess => {
  const place = placeOf(values);
  return {
    place,
    hour: values.hour,
    isEncrypted,
    isFixed: false,
    environment: () => {
      const { secretKey, passphrase } = secrets();
      const bucket = {
        BACKUP_S3_ENDPOINT: values.endpoint,
        BACKUP_S3_REGION: values.region,
        BACKUP_S3_ACCESS_KEY_ID: values.keyId,
        BACKUP_S3_SECRET_ACCESS_KEY: secretKey,
      };
      const common = { BACKUP_TO: place, BACKUP_HOUR: String(values.hour), BACKUP_PASSPHRASE: passphrase };
      return { ...environment, ...common, ...(values.kind === 'bucket' ? bucket : {}) };
    },
  };
};
