import { z } from 'zod';
import { ConfigError, optional, parseSettings } from '#server/config.ts';

const Environment = z.object({
  S3_ENDPOINT: optional.refine((value) => value === undefined || /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'must be an address such as https://s3.eu-central-1.amazonaws.com',
  }),
  S3_BUCKET: optional.refine((value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value), {
    error: 'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
  }),
  S3_REGION: optional,
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
});

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
  environment: Record<string, string | undefined>,
  nameOf: S3Settings['nameOf'] = (setting) => setting,
): S3Settings | undefined => {
  const env = parseSettings(Environment, environment, nameOf);
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
