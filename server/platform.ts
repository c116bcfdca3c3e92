import { type Branding, createBranding } from './settings/branding.ts';
import type { Clock } from './clock.ts';
import { type Config, ConfigError } from './config.ts';
import { type Database, openPostgres, openSqlite } from './database/database.ts';
import { inspectDatabase, sqlitePath } from './database/inspect.ts';
import { examinePostgres } from './database/postgres-state.ts';
import { isMigrated, migrate } from './database/migrate.ts';
import { OperatorError, UnavailableError } from './errors.ts';
import type { Images } from './images/images.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Observer } from './observer.ts';
import type { Pdf } from './pdf/pdf.ts';
import { createMailer, type Mailer } from './email/mailer.ts';
import { createOwnWords, type OwnWords } from './own-words.ts';
import { createPublicAddress, type PublicAddress } from './public-address.ts';
import { openSecretKey, type SecretKey } from './secret-key.ts';
import { fixedBackupsOf } from './settings/backup-access.ts';
import type { FixedPayments } from './settings/payment-access.ts';
import { createSettings, type Settings } from './settings/settings.ts';
import { createDiskStorage } from './storage/disk.ts';
import { createFileKeeper, type FileKeeper } from './storage/file-keeper.ts';
import { readS3Settings } from './storage/settings.ts';
import type { Storage } from './storage/storage.ts';
import { createTemporaryFiles, type TemporaryFiles } from './storage/temporary-files.ts';

/** The services of every feature. It knows no feature. */
export interface Platform {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly secretKey: SecretKey;
  readonly settings: Settings;
  readonly branding: Branding;
  readonly ownWords: OwnWords;
  readonly observer: Observer;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly storage: Storage;
  readonly temporaryFiles: TemporaryFiles;
  readonly files: FileKeeper;
  readonly images: Images;
  readonly pdf: Pdf;
  readonly mailer: Mailer;
  readonly publicAddress: PublicAddress;
}

export interface PlatformOptions extends Pick<Platform, 'config' | 'clock' | 'log' | 'observer' | 'images' | 'pdf'> {
  /** The port that the server listens on. */
  port: () => number;
  fixedPayments: FixedPayments;
}

export const openDatabase = (
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>,
  options: Parameters<typeof openPostgres>[1] = {},
): Promise<Database> | Database =>
  config.databaseUrl === undefined
    ? openSqlite(sqlitePath(config.dataDir), options.observer)
    : openPostgres(config.databaseUrl, { ...options, directUrl: config.databaseDirectUrl });

/** How many connections PostgreSQL has for this process. Throws for one that the school cannot work with, before anything is stored. */
const examineServer = async (config: Config, log: Log): Promise<{ poolSize?: number }> => {
  if (config.databaseUrl === undefined) return {};
  await using inspection = await inspectDatabase(config);
  if (!inspection) return {};
  const { problem, doubts, poolSize } = await examinePostgres(inspection, {
    isPooled: config.databaseDirectUrl !== undefined,
  });
  if (problem)
    throw new (problem.mayPass === true ? UnavailableError : OperatorError)(`${problem.detail} ${problem.code}`);
  for (const { detail, code } of doubts) log.warn({ setting: 'DATABASE_URL' }, `${detail} ${code}`);
  return { poolSize };
};

/** A migration may take long: on PostgreSQL it has connections without time limits. */
const migrateIfNeeded = async (
  database: Database,
  config: Config,
  { now, log }: { now: number; log: Log },
): Promise<void> => {
  if (await isMigrated(database)) return;
  log.info({}, 'the schema is being migrated');
  const url = config.databaseDirectUrl ?? config.databaseUrl;
  if (url === undefined) return migrate(database, now);
  const patient = await openPostgres(url, { timeLimits: 'none' });
  await migrate(patient, now).finally(patient.close);
};

/** A bucket where one is configured, whose client is loaded only then; otherwise the data folder. */
export const openStorage = async (
  { environment, dataDir, mediaOffload }: Config,
  temporaryFiles: TemporaryFiles,
): Promise<Storage> => {
  const settings = readS3Settings(environment);
  if (!settings) return createDiskStorage(dataDir, temporaryFiles);
  if (mediaOffload === 'x-accel')
    throw new ConfigError('MEDIA_OFFLOAD=x-accel needs the files in DATA_DIR, but S3_BUCKET is set');
  const { createS3Storage } = await import('./storage/s3.ts');
  return createS3Storage(settings);
};

/** Opens the database, migrates it, and creates each part once. `closePlatform` ends them, in their order. */
export const openPlatform = async ({
  port,
  fixedPayments,
  ...given
}: PlatformOptions): Promise<{ platform: Platform; closePlatform: () => Promise<void> }> => {
  const { config, clock, log, observer, images, pdf } = given;
  const fixedBackups = fixedBackupsOf(config.environment);
  const secretKey = await openSecretKey(config.secretKey, config.dataDir);
  const temporaryFiles = await createTemporaryFiles(config.dataDir);
  const storage = await openStorage(config, temporaryFiles);
  const database = await openDatabase(config, { observer, ...(await examineServer(config, log)) });
  await migrateIfNeeded(database, config, { now: clock.now(), log }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const jobs = createJobs(database, clock, log, { observer });
  const publicAddress = createPublicAddress(database, config.publicUrl, port);
  const settings = createSettings({ config, fixedPayments, fixedBackups, database, secretKey, clock });
  const branding = createBranding({ settings, storage });
  const ownWords = createOwnWords(database);
  const mailer = createMailer({
    config,
    settings,
    ownWords,
    branding,
    database,
    jobs,
    clock,
    observer,
    publicAddress,
    log,
  });
  const files = createFileKeeper({ database, jobs, storage, clock });
  const closePlatform = async (): Promise<void> => {
    await jobs.stop();
    await images.close();
    await pdf.close();
    await storage.close();
    await database.close();
  };
  return {
    platform: {
      ...given,
      secretKey,
      settings,
      branding,
      ownWords,
      database,
      jobs,
      publicAddress,
      mailer,
      storage,
      temporaryFiles,
      files,
    },
    closePlatform,
  };
};
