import { isEmailAddress, normalEmail } from '#contract/email-address.ts';
import { isTimeZone } from '#contract/fields.ts';
import { indianStateNamed, type IndianState } from '#contract/billing/indian-states.ts';
import {
  count,
  endpoint,
  flag,
  host,
  type Kind,
  list,
  longSecret,
  matching,
  oneOf,
  or,
  path,
  prose,
  proseInLines,
  secret,
  secretAddress,
  site,
  text,
  token,
  unset,
} from './kinds.ts';
import { headerList, proxies, share } from './own-kinds.ts';

/** Those of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

const email: Kind<string> = {
  read: (value) => (isEmailAddress(normalEmail(value)) ? normalEmail(value) : undefined),
  must: 'must be an email address',
};
const timeZone: Kind<string> = {
  read: (value) => (isTimeZone(value) ? value : undefined),
  must: 'must be a time zone such as Asia/Kolkata',
};
const state: Kind<IndianState> = { read: indianStateNamed, must: 'must be a state of India, such as Karnataka' };
const postgres = secretAddress('postgres', 'postgresql');
const bucket = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
);
const backupPlace: Kind<string> = {
  ...path,
  read: (value) => (value.endsWith('/') || value.startsWith('s3://') ? value : undefined),
  must: 'must be a folder that ends in /, or s3://bucket/prefix',
};

/**
 * Every setting of the environment, by who reads it, with its default; those of a payment provider are in its folder. Nothing else is
 * read from there. `.env.example` explains
 * them in the same order of words, and a test compares the two.
 */
export const settings = {
  core: {
    ROLE: or('all', oneOf('all', 'web', 'worker')),
    HOST: or('127.0.0.1', host),
    PORT: or(5000, count(0, 65_535)),
    DATA_DIR: or('./data', path),
    PUBLIC_URL: unset(site),
    BRAND_NAME: unset(prose),
    CURRENCY_SYMBOL: or('₹', prose),
    SECRET_KEY: unset(longSecret(32)),
    DATABASE_URL: unset(postgres),
    DATABASE_DIRECT_URL: unset(postgres),
    ALLOW_TEST_PAYMENTS: or(false, flag),
    SUBSCRIPTION_CYCLES: or(1, count(1, 10)),
    SELLER_NAME: unset(prose),
    SELLER_ADDRESS: unset(proseInLines),
    SELLER_GSTIN: unset(matching(/^\d{2}[0-9A-Z]{13}$/, 'must have 15 characters, such as 29ABCDE1234F1Z5')),
    SELLER_STATE: unset(state),
    SELLER_SAC: unset(matching(/^\d{4,8}$/, 'must be 4 to 8 digits')),
    GST_RATE_PERCENT: unset(count(0, 100)),
    MAX_UPLOAD_BYTES: unset(count(1, Number.MAX_SAFE_INTEGER)),
    FFMPEG_PATH: unset(path),
    TRANSLATE_CMD: unset(path),
    MEDIA_OFFLOAD: or('none', oneOf('none', 'x-accel')),
    NODE_ENV: unset(oneOf('production', 'development', 'test', 'staging')),
    SMTP_URL: unset(secretAddress('smtp', 'smtps')),
    MAIL_FROM: unset(prose),
    CONTACT_EMAIL: unset(text),
    ADMIN_EMAIL: unset(email),
    ADMIN_PASSWORD: unset(secret),
    HSTS_INCLUDE_SUBDOMAINS: or(false, flag),
    PUSH_SERVICES: or(
      PUSH_SERVICES,
      list(
        matching(/^https?:\/\/(?:\*\.)?[\w.-]+(?::\d+)?$/, ''),
        'must be addresses such as https://push.example or https://*.push.example, comma-separated',
      ),
    ),
    WEBHOOK_TARGETS: or([], list(text, 'must be hosts with their port, comma-separated')),
    CORS_ORIGINS: or([], list(site, 'must be addresses, comma-separated')),
    TRUST_PROXY: or(false, proxies),
    RATE_LIMIT: or(true, { ...flag, must: 'must be on or off' }),
    TIME_ZONE: unset(timeZone),
    LOG_LEVEL: or('info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
  },
  files: {
    S3_ENDPOINT: unset(endpoint('https://s3.eu-central-1.amazonaws.com')),
    S3_BUCKET: unset(bucket),
    S3_REGION: unset(text),
    S3_ACCESS_KEY_ID: unset(text),
    S3_SECRET_ACCESS_KEY: unset(secret),
  },
  delivery: {
    MEDIA_DELIVERY: or('proxy', oneOf('proxy', 'redirect', 'cdn')),
    MEDIA_CDN_URL: unset(site),
    MEDIA_CDN_KEY: unset(token(32, 200)),
  },
  backups: {
    BACKUP_TO: unset(backupPlace),
    BACKUP_HOUR: or(3, { ...count(0, 23), must: 'must be an hour from 0 to 23' }),
    BACKUP_KEEP: or(
      '7,4,12',
      matching(/^\d{1,3},\d{1,3},\d{1,3}$/, 'must be how many days, weeks and months, such as 7,4,12'),
    ),
    BACKUP_PASSPHRASE: unset(longSecret(12)),
    BACKUP_S3_ENDPOINT: unset(endpoint('https://s3.eu-central-1.amazonaws.com')),
    BACKUP_S3_REGION: unset(text),
    BACKUP_S3_ACCESS_KEY_ID: unset(text),
    BACKUP_S3_SECRET_ACCESS_KEY: unset(secret),
  },
  telemetry: {
    METRICS_TOKEN: unset(token(16, 200)),
    OTEL_EXPORTER_OTLP_ENDPOINT: unset(endpoint('http://localhost:4318')),
    OTEL_EXPORTER_OTLP_HEADERS: or({}, headerList),
    OTEL_TRACES_SAMPLER_ARG: or(1, share),
  },
};
