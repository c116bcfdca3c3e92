import { ConfigError, type Environment, readSettings } from '#server/config.ts';
import { settings } from '#server/environment/settings.ts';

/** The address and credentials of an S3-compatible store. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The name of a setting for errors, such as `S3_BUCKET`. */
  nameOf(setting: string): string;
}

/** Undefined if files are in the data folder. Throws ConfigError with one line that names the setting. */
export const readS3Settings = (
  environment: Environment,
  nameOf: S3Settings['nameOf'] = (setting) => setting,
): S3Settings | undefined => {
  const env = readSettings(settings.files, environment, nameOf);
  const set = Object.entries(env).filter(([, value]) => value !== undefined);
  if (set.length === 0) return undefined;
  const required = (name: keyof typeof env): string => {
    const value = env[name];
    if (value === undefined) throw new ConfigError(`${name} is missing although ${set[0]?.[0]} is set`);
    return value;
  };
  return {
    endpoint: required('S3_ENDPOINT'),
    bucket: required('S3_BUCKET'),
    region: required('S3_REGION'),
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
    nameOf,
  };
};
