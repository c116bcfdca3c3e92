import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isEmailAddress, normalEmail } from '#contract/email-address.ts';
import { stateOfGstin } from '#contract/gstin.ts';
import { indianStateNamed, type IndianState } from '#contract/indian-states.ts';
import { isTimeZone } from '#contract/fields.ts';

/** A setting that cannot be used; its message is one line that names the setting. */
export class ConfigError extends Error {}

const list = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()));
export const csv = z.string().optional().transform(list);
const flag = z
  .enum(['', '0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .optional()
  .transform((value) => value === '1' || value === 'true');
const optionalWholeNumber = (minimum: number, maximum: number) =>
  optional
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(
      z
        .int({ error: `must be a whole number from ${minimum} to ${maximum}` })
        .min(minimum, { error: `must be at least ${minimum}` })
        .max(maximum, { error: `must be at most ${maximum}` })
        .optional(),
    );
const wholeNumber = (minimum: number, maximum: number, fallback: number) =>
  optionalWholeNumber(minimum, maximum).transform((value) => value ?? fallback);
export const withDefault = (fallback: string) => optional.transform((value) => value ?? fallback);
export const webAddress = optional.refine((value) => value === undefined || isWebAddress(value), {
  error: 'must be an address such as https://school.example, without a path',
});

const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
};

/** Those of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const PUSH_SERVICES =
  'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com';
const isPushService = (value: string): boolean => /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d+)?$/.test(value);

const isHttps = (address: string | undefined): boolean =>
  address !== undefined && URL.parse(address)?.protocol === 'https:';

const postgresAddress = optional.refine((value) => value === undefined || /^postgres(ql)?:\/\//.test(value), {
  error: 'must begin with postgres://',
});

const Environment = z.object({
  ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  HOST: withDefault('127.0.0.1'),
  PORT: wholeNumber(0, 65_535, 5000),
  DATA_DIR: withDefault('./data'),
  PUBLIC_URL: webAddress,
  BRAND_NAME: optional,
  CURRENCY_SYMBOL: withDefault('₹'),
  SECRET_KEY: optional.refine((value) => value === undefined || value.length >= 32, {
    error: 'must have at least 32 characters',
  }),
  DATABASE_URL: postgresAddress,
  DATABASE_DIRECT_URL: postgresAddress,
  ALLOW_TEST_PAYMENTS: flag,
  SUBSCRIPTION_CYCLES: wholeNumber(1, 10, 1),
  SELLER_NAME: optional,
  SELLER_ADDRESS: optional,
  SELLER_GSTIN: optional.refine((value) => value === undefined || /^\d{2}[0-9A-Z]{13}$/.test(value), {
    error: 'must have 15 characters, such as 29ABCDE1234F1Z5',
  }),
  SELLER_STATE: optional
    .refine((value) => value === undefined || indianStateNamed(value) !== undefined, {
      error: 'must be a state of India, such as Karnataka',
    })
    .transform((value) => (value === undefined ? undefined : indianStateNamed(value))),
  SELLER_SAC: optional.refine((value) => value === undefined || /^\d{4,8}$/.test(value), {
    error: 'must be 4 to 8 digits',
  }),
  GST_RATE_PERCENT: optionalWholeNumber(0, 100),
  MAX_UPLOAD_BYTES: optionalWholeNumber(1, Number.MAX_SAFE_INTEGER),
  FFMPEG_PATH: optional,
  MEDIA_OFFLOAD: z.enum(['none', 'x-accel'], { error: 'must be none or x-accel' }).default('none'),
  NODE_ENV: optional,
  SMTP_URL: optional.refine((value) => value === undefined || /^smtps?:\/\//.test(value), {
    error: 'must begin with smtp:// or smtps://',
  }),
  MAIL_FROM: optional,
  CONTACT_EMAIL: optional,
  ADMIN_EMAIL: optional.refine((value) => value === undefined || isEmailAddress(normalEmail(value)), {
    error: 'must be an email address',
  }),
  ADMIN_PASSWORD: z.string().optional(),
  HSTS_INCLUDE_SUBDOMAINS: flag,
  PUSH_SERVICES: withDefault(PUSH_SERVICES)
    .transform(list)
    .refine((names) => names.every(isPushService), {
      error: 'must be addresses such as https://push.example or https://*.push.example, comma-separated',
    }),
  WEBHOOK_TARGETS: csv,
  CORS_ORIGINS: csv.refine((origins) => origins.every(isWebAddress), { error: 'must be addresses, comma-separated' }),
  TRUST_PROXY: optional,
  RATE_LIMIT: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  TIME_ZONE: optional.refine((value) => value === undefined || isTimeZone(value), {
    error: 'must be a time zone such as Asia/Kolkata',
  }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'must be a level such as info' })
    .default('info'),
});

export interface Config {
  /** The variables as they were given, for payment providers and the storage, which parse their own settings. */
  environment: Record<string, string | undefined>;
  /** Whether this process handles requests, runs jobs, or does both. */
  role: 'all' | 'web' | 'worker';
  host: string;
  port: number;
  dataDir: string;
  /** Origin without a slash at the end, or undefined when it is not configured. */
  publicUrl: string | undefined;
  /** Settings that the owner can otherwise change in the browser (`server/settings`). */
  fixedSettings: {
    brandName: string | undefined;
    contactEmail: string | undefined;
    smtpUrl: string | undefined;
    mailFrom: string | undefined;
    seller: {
      name: string | undefined;
      address: string | undefined;
      gstin: string | undefined;
      state: IndianState | undefined;
      sac: string | undefined;
      gstRatePercent: number | undefined;
    };
    timeZone: string | undefined;
    maxUploadBytes: number | undefined;
  };
  currencySymbol: string;
  /** From which other keys are derived; undefined when it is stored in the data folder. */
  secretKey: string | undefined;
  databaseUrl: string | undefined;
  /** The server behind the pooler in transaction mode at `databaseUrl`; undefined when there is no pooler. */
  databaseDirectUrl: string | undefined;
  /** Sell with test money where others can reach this server, too. */
  allowTestPayments: boolean;
  /** How many years the yearly bundle is charged for; with 1, its plan says whether it renews. */
  subscriptionCycles: number;
  ffmpegPath: string | undefined;
  mediaOffload: 'none' | 'x-accel';
  isProduction: boolean;
  admin: { email: string; password: string } | undefined;
  /** The Strict-Transport-Security header of every response; undefined while PUBLIC_URL is not HTTPS. */
  strictTransport: string | undefined;
  /** Origins of the push services of browsers; `*.` stands for any host below. */
  pushServices: string[];
  /** Hosts, with their port, that webhooks may call although they are private or without HTTPS. */
  webhookTargets: string[];
  corsOrigins: string[];
  trustProxy: boolean | string[] | number;
  isRateLimited: boolean;
  logLevel: string;
}

const parseTrustProxy = (value: string | undefined): boolean | string[] | number => {
  if (value === undefined || value === '0' || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const proxies = list(value);
  const isAddress = (item: string) =>
    isIP(item.split('/')[0] ?? '') !== 0 || /^(loopback|linklocal|uniquelocal)$/.test(item);
  if (!proxies.every(isAddress))
    throw new ConfigError('TRUST_PROXY must be a number of proxies, true, or their addresses');
  return proxies;
};

type Parsed = z.output<typeof Environment>;

const checkTogether = (env: Parsed, isProduction: boolean): void => {
  if (isProduction && env.RATE_LIMIT === 'off') throw new ConfigError('RATE_LIMIT=off is refused in production');
  // SQLite is a file of one machine, and a key in a data folder is known to the processes on that folder only.
  if (env.ROLE !== 'all' && env.DATABASE_URL === undefined)
    throw new ConfigError(`ROLE=${env.ROLE} needs DATABASE_URL: several processes share a PostgreSQL database`);
  if (env.ROLE !== 'all' && env.SECRET_KEY === undefined)
    throw new ConfigError(`ROLE=${env.ROLE} needs SECRET_KEY: several processes share one secret`);
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler');
  if (env.HSTS_INCLUDE_SUBDOMAINS && !isHttps(env.PUBLIC_URL))
    throw new ConfigError('HSTS_INCLUDE_SUBDOMAINS needs a PUBLIC_URL that begins with https://');
  if (env.SELLER_GSTIN !== undefined && env.SELLER_STATE === undefined && stateOfGstin(env.SELLER_GSTIN) === undefined)
    throw new ConfigError('SELLER_GSTIN must begin with the code of a state: set SELLER_STATE if it does not');
  if (env.ADMIN_EMAIL !== undefined && (env.ADMIN_PASSWORD ?? '').length < 8)
    throw new ConfigError('ADMIN_PASSWORD must have at least 8 characters when ADMIN_EMAIL is set');
};

/** Throws ConfigError with one line that names the setting, as `nameOf` has it where it was read from another one. */
export const parseSettings = <S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
  nameOf: (setting: string) => string = (setting) => setting,
): z.output<S> => {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${nameOf(issue?.path.join('.') ?? 'environment')} ${issue?.message ?? 'is not usable'}`);
};

/** Reads and checks the environment; the only reader of it. Throws ConfigError with one line that names the setting. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const env = parseSettings(Environment, environment);
  const isProduction = env.NODE_ENV === 'production';
  checkTogether(env, isProduction);
  return Object.freeze({
    environment,
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).origin,
    fixedSettings: {
      brandName: env.BRAND_NAME,
      contactEmail: env.CONTACT_EMAIL,
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      seller: {
        name: env.SELLER_NAME,
        address: env.SELLER_ADDRESS,
        gstin: env.SELLER_GSTIN,
        state: env.SELLER_STATE,
        sac: env.SELLER_SAC,
        gstRatePercent: env.GST_RATE_PERCENT,
      },
      timeZone: env.TIME_ZONE,
      maxUploadBytes: env.MAX_UPLOAD_BYTES,
    },
    currencySymbol: env.CURRENCY_SYMBOL,
    secretKey: env.SECRET_KEY,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    allowTestPayments: env.ALLOW_TEST_PAYMENTS,
    subscriptionCycles: env.SUBSCRIPTION_CYCLES,
    ffmpegPath: env.FFMPEG_PATH,
    mediaOffload: env.MEDIA_OFFLOAD,
    isProduction,
    admin:
      env.ADMIN_EMAIL === undefined
        ? undefined
        : { email: normalEmail(env.ADMIN_EMAIL), password: env.ADMIN_PASSWORD ?? '' },
    strictTransport: isHttps(env.PUBLIC_URL)
      ? `max-age=31536000${env.HSTS_INCLUDE_SUBDOMAINS ? '; includeSubDomains' : ''}`
      : undefined,
    pushServices: env.PUSH_SERVICES,
    webhookTargets: env.WEBHOOK_TARGETS,
    corsOrigins: env.CORS_ORIGINS.map((origin) => new URL(origin).origin),
    trustProxy: parseTrustProxy(env.TRUST_PROXY),
    isRateLimited: env.RATE_LIMIT === 'on',
    logLevel: env.LOG_LEVEL,
  });
};
