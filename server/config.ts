import { resolve } from 'node:path';
import { stateOfGstin } from '#contract/billing/gstin.ts';
import type { IndianState } from '#contract/billing/indian-states.ts';
import type { Kind, Setting } from './environment/kinds.ts';
import { settings } from './environment/settings.ts';

/** A setting that cannot be used; its message is one line that names the setting. */
export class ConfigError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;

type Group = Record<string, Setting<unknown>>;
type ValuesOf<G extends Group> = { [N in keyof G]: G[N] extends Setting<infer T> ? T : never };

const MAX_SHOWN = 60;
/** Some editors put it before the first letter of a file. */
const MARK = '\uFEFF';
const QUOTED = /^(["'])(.*)\1$/s;
const VARIABLE = /\$\{\w+\}/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f]/;

/** Without the login of an address. */
const shown = (value: string): string => value.replace(/\/\/[^/@]*@/, '//…@').slice(0, MAX_SHOWN);

/** As it was meant: without the space, the quotes and the marks that some readers of files leave. Empty is not set. */
const cleaned = (given: string | undefined, { keepsQuotes }: Kind<unknown>): string | undefined => {
  const value = (given ?? '').replaceAll(MARK, '').trim();
  const bare = keepsQuotes === true ? value : (QUOTED.exec(value)?.[2] ?? value);
  return bare === '' ? undefined : bare;
};

/** What nobody means, although some readers of files leave it there. */
const leftover = (value: string, { hasLines, isProse, isSecret }: Kind<unknown>): string | undefined => {
  if (CONTROL.test(hasLines === true ? value.replaceAll(/\r?\n/g, '') : value))
    return 'has a line break or another control character in it';
  if (isProse === true) return undefined;
  if (/\s#/.test(value)) return 'has a comment after its value: write the comment on a line of its own';
  const [variable] = VARIABLE.exec(value) ?? [];
  if (variable !== undefined)
    return `has ${isSecret === true ? '${…}' : variable} in it, which nothing replaces here: write the value`;
  return isSecret !== true && /^["']|["']$/.test(value) ? 'begins or ends with a lone quotation mark' : undefined;
};

/** Throws ConfigError with one line: the name, what it has unless that is a secret, and what to write. */
const readSetting = <T>(given: string | undefined, { kind, fallback }: Setting<T>, name: string): T => {
  const value = cleaned(given, kind);
  if (value === undefined) return fallback;
  const expanded = kind.expand?.(value) ?? value;
  const problem = leftover(expanded, kind) ?? kind.problem?.(expanded);
  if (problem !== undefined) throw new ConfigError(`${name} ${problem}`);
  const result = kind.read(expanded);
  if (result !== undefined) return result;
  throw new ConfigError(`${name} ${kind.must}${kind.isSecret === true ? '' : `, not "${shown(value)}"`}`);
};

/**
 * The values of a group of settings, the only way to read them. Throws ConfigError; `nameOf` has the name of a setting that was
 * read from another one.
 */
export const readSettings = <G extends Group>(
  group: G,
  environment: Environment,
  nameOf: (setting: string) => string = (setting) => setting,
): ValuesOf<G> => {
  const values = Object.entries(group).map(([name, setting]) => [
    name,
    readSetting(environment[name], setting, nameOf(name)),
  ]);
  // Each name has the value of its own setting.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(values) as ValuesOf<G>;
};

/** The first line of a file may begin with a mark of its encoding, which stays in the name of its setting. */
export const withPlainNames = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name.replaceAll(MARK, ''), value]));

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
  /** A program that drafts translations. */
  translateCommand: string | undefined;
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
    translateCommand: env.TRANSLATE_CMD,
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
