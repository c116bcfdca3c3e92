import { resolve } from 'node:path';
import { stateOfGstin } from '#contract/gstin.ts';
import type { IndianState } from '#contract/indian-states.ts';
import { ConfigError, type Environment, readSettings, type ValuesOf } from './environment/environment.ts';
import { settings } from './environment/settings.ts';

export { ConfigError } from './environment/environment.ts';

export interface Config {
  /** The variables as they were given, for payment providers and the storage, which read their own settings. */
  environment: Environment;
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

type Core = ValuesOf<typeof settings.core>;

const isHttps = (address: string | undefined): boolean => address?.startsWith('https://') === true;

const checkTogether = (env: Core, isProduction: boolean): void => {
  if (isProduction && !env.RATE_LIMIT) throw new ConfigError('RATE_LIMIT=off is refused in production');
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

/** Reads and checks the environment; the only reader of it. Throws ConfigError with one line that names the setting. */
export const readConfig = (environment: Environment): Config => {
  const env = readSettings(settings.core, environment);
  const isProduction = env.NODE_ENV === 'production';
  checkTogether(env, isProduction);
  return Object.freeze({
    environment,
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL,
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
    admin: env.ADMIN_EMAIL === undefined ? undefined : { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD ?? '' },
    strictTransport: isHttps(env.PUBLIC_URL)
      ? `max-age=31536000${env.HSTS_INCLUDE_SUBDOMAINS ? '; includeSubDomains' : ''}`
      : undefined,
    pushServices: env.PUSH_SERVICES,
    webhookTargets: env.WEBHOOK_TARGETS,
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    isRateLimited: env.RATE_LIMIT,
    logLevel: env.LOG_LEVEL,
  });
};
