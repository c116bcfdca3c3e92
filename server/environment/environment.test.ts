import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { readBackupSettings } from '#server/backup/settings.ts';
import { ConfigError, readConfig, withPlainNames } from '#server/config.ts';
import { settings } from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';

type Settings = Record<string, string>;

test.each<[Settings, object]>([
  [{ PORT: '4820\r' }, { port: 4820 }],
  [{ PORT: '"4820"' }, { port: 4820 }],
  [{ PORT: " '4820' " }, { port: 4820 }],
  [{ '\uFEFFPORT': '4820' }, { port: 4820 }],
  [{ PORT: '' }, { port: 5000 }],
  [{ PORT: '""' }, { port: 5000 }],
  [
    { ROLE: '', MEDIA_OFFLOAD: '', RATE_LIMIT: '', LOG_LEVEL: ' ', ALLOW_TEST_PAYMENTS: '\r' },
    { role: 'all', logLevel: 'info' },
  ],
  [
    { LOG_LEVEL: 'WARN', NODE_ENV: 'Production', RATE_LIMIT: 'ON' },
    { logLevel: 'warn', isProduction: true, isRateLimited: true },
  ],
  [
    { ALLOW_TEST_PAYMENTS: 'yes', TRUST_PROXY: 'True' },
    { allowTestPayments: true, trustProxy: true },
  ],
  [
    { ALLOW_TEST_PAYMENTS: 'Off', TRUST_PROXY: 'no' },
    { allowTestPayments: false, trustProxy: false },
  ],
  [{ TRUST_PROXY: '10.0.0.1, loopback' }, { trustProxy: ['10.0.0.1', 'loopback'] }],
  [
    { ADMIN_EMAIL: 'asha@school.example', ADMIN_PASSWORD: 'monsoon rain\r' },
    { admin: { email: 'asha@school.example', password: 'monsoon rain' } },
  ],
  [
    { ADMIN_EMAIL: '"asha@school.example"', ADMIN_PASSWORD: '"monsoon rain"' },
    { admin: { email: 'asha@school.example', password: 'monsoon rain' } },
  ],
  [{ DATA_DIR: '~/school' }, { dataDir: `${homedir()}/school` }],
  [{ DATA_DIR: '${HOME}/school' }, { dataDir: `${homedir()}/school` }],
  [{ DATA_DIR: '"$HOME/school"' }, { dataDir: `${homedir()}/school` }],
  [{ DATA_DIR: '~' }, { dataDir: homedir() }],
  [{ HOST: '[::1]' }, { host: '::1' }],
  [{ HOST: '::' }, { host: '::' }],
  [{ HOST: 'school.internal' }, { host: 'school.internal' }],
  [{ PUBLIC_URL: 'HTTPS://School.example:443/' }, { publicUrl: 'https://school.example' }],
  [
    { CORS_ORIGINS: 'https://a.example/, https://b.example,' },
    { corsOrigins: ['https://a.example', 'https://b.example'] },
  ],
  [
    { DATABASE_URL: 'Postgres://lectern:p@ss%w@db:5432/lectern' },
    { databaseUrl: 'postgres://lectern:p%40ss%25w@db:5432/lectern' },
  ],
  [
    { DATABASE_URL: 'postgres://lectern:a%23b%2F@db/lectern?sslmode=require' },
    { databaseUrl: 'postgres://lectern:a%23b%2F@db/lectern?sslmode=require' },
  ],
  [
    { DATABASE_URL: 'postgres://lectern@localhost/lectern?host=/run/a@b' },
    { databaseUrl: 'postgres://lectern@localhost/lectern?host=/run/a@b' },
  ],
  // Passwords of other products' users.
  ...['r2Ti8nHna{b+irhnW(jr', 'p&q$w!', "iF2^Q2'*0YY", 'Srs|^P-{tNhoDy5E4t.*G'].map((word): [Settings, object] => [
    { DATABASE_URL: `postgres://lectern:${word}@db:5432/lectern?sslmode=disable` },
    { databaseUrl: `postgres://lectern:${word}@db:5432/lectern?sslmode=disable` },
  ]),
  // What earlier versions derived from it stays readable.
  [{ SECRET_KEY: '"thirty-two characters and a few more"' }, { secretKey: '"thirty-two characters and a few more"' }],
  [
    { BRAND_NAME: 'School # 1 for ${you}' },
    { fixedSettings: expect.objectContaining({ brandName: 'School # 1 for ${you}' }) },
  ],
])('%o is read as it was meant', (settings, expected) => {
  expect(readConfig(withPlainNames(settings))).toMatchObject(expected);
});

const SECRET = 'n0t-to-be-shown';

test.each<[Settings, string]>([
  [{ PORT: '48x20' }, 'PORT must be a whole number from 0 to 65535, not "48x20"'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
  [{ PORT: '5e3' }, 'PORT must be a whole number from 0 to 65535, not "5e3"'],
  [{ PORT: '4820 # ours' }, 'PORT has a comment after its value: write the comment on a line of its own'],
  [{ DATA_DIR: '"' }, 'DATA_DIR begins or ends with a lone quotation mark'],
  [{ DATA_DIR: '/srv/school"' }, 'DATA_DIR begins or ends with a lone quotation mark'],
  [{ DATA_DIR: '${DATA}/school' }, 'DATA_DIR has ${DATA} in it, which nothing replaces here: write the value'],
  [{ DATA_DIR: '/srv/a\rb' }, 'DATA_DIR has a line break or another control character in it'],
  [
    { HOST: 'http://localhost' },
    'HOST must be a name or an IP address of this machine, such as 127.0.0.1, without http:// and without a port, not "http://localhost"',
  ],
  [
    { HOST: '127.0.0.1:5000' },
    'HOST must be a name or an IP address of this machine, such as 127.0.0.1, without http:// and without a port, not "127.0.0.1:5000"',
  ],
  [
    { PUBLIC_URL: 'school.example' },
    'PUBLIC_URL must be an address such as https://school.example, without a path, not "school.example"',
  ],
  [
    { PUBLIC_URL: 'https://x.example/school' },
    'PUBLIC_URL must be an address such as https://school.example, without a path, not "https://x.example/school"',
  ],
  [
    { PUBLIC_URL: `https://asha:${SECRET}@x.example` },
    'PUBLIC_URL must be an address such as https://school.example, without a path, not "https://…@x.example"',
  ],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development, test or staging, not "prod"'],
  [{ ALLOW_TEST_PAYMENTS: 'maybe' }, 'ALLOW_TEST_PAYMENTS must be 1 or 0, not "maybe"'],
  [{ TIME_ZONE: 'Kolkata' }, 'TIME_ZONE must be a time zone such as Asia/Kolkata, not "Kolkata"'],
  [
    { DATABASE_URL: `mysql://a:${SECRET}@db/x` },
    'DATABASE_URL must begin with postgres:// or postgresql://, not with mysql://',
  ],
  [{ DATABASE_URL: `postgres://a:${SECRET}#1@db/x` }, 'DATABASE_URL has # in its user or password: write it as %23'],
  [
    { DATABASE_URL: `postgres://a:p@${SECRET}/1@db/x` },
    'DATABASE_URL has / and @ in its user or password: write them as %2F and %40',
  ],
  [
    { DATABASE_URL: `postgres://a:*$${SECRET}@#@127.0.0.1:5432/x` },
    'DATABASE_URL has # and @ in its user or password: write them as %23 and %40',
  ],
  [
    { DATABASE_URL: `postgres://a\n:${SECRET}@db\n:5432/x` },
    'DATABASE_URL has a line break or another control character in it',
  ],
  [
    { DATABASE_URL: `postgres://a:p@${SECRET}?x@db/x` },
    'DATABASE_URL has ? and @ in its user or password: write them as %3F and %40',
  ],
  [{ DATABASE_URL: `postgres://a:${SECRET}?@db/x` }, 'DATABASE_URL has ? in its user or password: write it as %3F'],
  [
    { DATABASE_DIRECT_URL: `postgres://a:${SECRET}@db:port/x` },
    'DATABASE_DIRECT_URL is no address: write postgres://user:password@name:port, with a number as the port',
  ],
  [{ SMTP_URL: `smtps://a:${SECRET}/@mail.example` }, 'SMTP_URL has / in its user or password: write it as %2F'],
  [{ SMTP_URL: 'mail.example:465' }, 'SMTP_URL must begin with smtp:// or smtps://'],
  [
    { DATABASE_URL: 'postgres://a:${POSTGRES_PASSWORD}@db/x' },
    'DATABASE_URL has ${…} in it, which nothing replaces here: write the value',
  ],
  [{ SECRET_KEY: SECRET }, 'SECRET_KEY must have at least 32 characters, and has 15'],
  [
    { ADMIN_PASSWORD: `${SECRET} # of Asha` },
    'ADMIN_PASSWORD has a comment after its value: write the comment on a line of its own',
  ],
])('%o is refused in one line, which never shows a secret', (settings, sentence) => {
  expect(() => readConfig(settings)).toThrow(new ConfigError(sentence));
  expect(sentence).not.toContain(SECRET);
});

test('a passphrase keeps its quotes, and a place may begin at the home folder', () => {
  const environment = { BACKUP_TO: '~/backups/', BACKUP_PASSPHRASE: '"a long passphrase"', BACKUP_HOUR: '' };
  expect(readBackupSettings({ environment })).toMatchObject({
    to: `${homedir()}/backups/`,
    passphrase: '"a long passphrase"',
    hour: 3,
  });
});

test('the endpoint of backups is an address, also while their place is set in the browser', () => {
  expect(() => readBackupSettings({ environment: { BACKUP_S3_ENDPOINT: 's3.example' } })).toThrow(
    'BACKUP_S3_ENDPOINT must be an address such as https://s3.eu-central-1.amazonaws.com, not "s3.example"',
  );
});

test('names that look like ours and are none are said, with the one that is meant', () => {
  const sentence = (name: string, meant: string): string =>
    `${name} is an unknown setting and has no effect: is ${meant} meant?`;
  const names = Object.values(settings).flatMap((group) => Object.keys(group));
  const unknown = (environment: Settings): string[] => unknownSettings(environment, names);
  expect(unknown({ PUBLIC_ULR: '' })).toEqual([sentence('PUBLIC_ULR', 'PUBLIC_URL')]);
  expect(unknown({ port: '', TIMEZONE: '', DATABASE_URI: '', SMTP_HOST: '' })).toEqual([
    sentence('port', 'PORT'),
    sentence('TIMEZONE', 'TIME_ZONE'),
    sentence('DATABASE_URI', 'DATABASE_URL'),
    'SMTP_HOST is an unknown setting and has no effect: .env.example lists all that have one',
  ]);
  const others =
    'PATH HOME USER SHELL LANG TERM PWD MAIL HOSTNAME LOGNAME TZ POSTGRES_PASSWORD DOMAIN COMPOSE_PROFILES LECTERN_IMAGE SETTINGS_FILE BACKUP_FOLDER NODE_EXTRA_CA_CERTS NODE_OPTIONS OTEL_SERVICE_NAME LECTERN_SERVICE_HOST INVOCATION_ID npm_config_cache';
  expect(unknown(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])))).toEqual([]);
});
