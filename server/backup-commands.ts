import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type BackupPlace, proveBackup, restoreFrom, saveBackup } from './backup/backup.ts';
import { cancelMove, moveSchool } from './backup/move-school.ts';
import type { Manifest } from './backup/manifest.ts';
import { readBackupSettings, readPassphraseFile } from './backup/settings.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { newestSchema } from './database/migrate.ts';
import { schemaOf } from './database/whole-tables.ts';
import { OperatorError } from './errors.ts';
import { openDatabase, openStorage } from './platform.ts';
import { findTimeZone } from './settings/settings.ts';
import { prepareDataFolder } from './storage/data-folder.ts';
import { createTemporaryFiles } from './storage/temporary-files.ts';
import { schoolData } from './school-data.ts';

const clock = systemClock;

const sizeText = (sizeBytes: number): string =>
  sizeBytes < 1e9 ? `${(sizeBytes / 1e6).toFixed(1)} MB` : `${(sizeBytes / 1e9).toFixed(1)} GB`;

const describe = ({ tables, files, atMs }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${files.count} files (${sizeText(files.sizeBytes)}) of ${new Date(atMs).toISOString()}`;

const open = async (config: Config) => {
  const database = await openDatabase(config, { timeLimits: 'none' });
  return {
    database,
    storage: await openStorage(config, await createTemporaryFiles(config.dataDir)),
    dataDir: config.dataDir,
    clock,
    data: schoolData,
  };
};

const backup = async (config: Config, place: BackupPlace): Promise<string> => {
  const school = await open(config);
  try {
    if (((await schemaOf(school.database)) ?? 0) < newestSchema())
      throw new OperatorError('There is no school of this version here: start the program once, then back up');
    const manifest = await saveBackup(place, {
      ...school,
      timeZone: await findTimeZone(config, school.database.db),
    });
    const { missing, added } = manifest;
    const lines = [`Saved ${describe(manifest)} to ${place.place}; ${sizeText(added.sizeBytes)} are new`];
    if (missing.length > 0)
      lines.push(`Files are missing that rows name, so it cannot be verified: ${missing.join(', ')}`);
    return lines.join('\n');
  } finally {
    await school.storage.close();
    await school.database.close();
  }
};

const verify = async (_config: Config, place: BackupPlace): Promise<string> => {
  const manifest = await proveBackup(place, { data: schoolData, clock });
  return `${place.place} holds ${describe(manifest)}. Every sum agrees, every file is there, the ledger adds up, and everybody has the access they had`;
};

const restore = async (config: Config, place: BackupPlace): Promise<string> => {
  const target = await open(config);
  try {
    return `Restored ${describe(await restoreFrom(place, target))}`;
  } finally {
    await target.storage.close();
    await target.database.close();
  }
};

/** An address of PostgreSQL, or a folder for SQLite; files go along with the folder unless `files` says otherwise. */
const targetOf = async (config: Config, to: string, files: string | undefined) => {
  const isPostgres = /^postgres(?:ql)?:\/\//.test(to);
  const place = {
    databaseUrl: isPostgres ? to : undefined,
    databaseDirectUrl: undefined,
    dataDir: isPostgres ? config.dataDir : resolve(to),
  };
  await prepareDataFolder(place.dataDir, { isReadByProxy: false });
  const bucket = files === undefined ? undefined : /^s3:\/\/([a-z0-9.-]+)\/?$/.exec(files)?.[1];
  if (files !== undefined && bucket === undefined) throw new OperatorError('--files must be s3://bucket');
  const environment = bucket === undefined ? {} : { ...config.environment, S3_BUCKET: bucket };
  const settings = [
    isPostgres
      ? 'DATABASE_URL to the address that you gave'
      : `DATABASE_URL to nothing, and DATA_DIR to ${place.dataDir}`,
    ...(bucket === undefined
      ? isPostgres
        ? []
        : ['S3_BUCKET and the other S3_* settings to nothing']
      : [`S3_BUCKET to ${bucket}`]),
  ];
  const isStaying = isPostgres && bucket === undefined;
  const openFiles = async () =>
    openStorage({ ...config, ...place, environment }, await createTemporaryFiles(place.dataDir));
  return {
    database: await openDatabase(place, { timeLimits: 'none' }),
    dataDir: place.dataDir,
    isStaying,
    openFiles,
    settings,
  };
};

/** Moves the school of the settings, which runs meanwhile, and says what to set then. */
const move = async (config: Config, { to, files, isCancelled }: MoveWords): Promise<string> => {
  const opened = await open(config);
  try {
    if (isCancelled) {
      await cancelMove(opened);
      return 'The move is cancelled: the school can be changed again';
    }
    if (to === undefined)
      throw new OperatorError('Name the new place: npm run move -- --to postgres://… or --to FOLDER');
    const school = { ...opened, timeZone: await findTimeZone(config, opened.database.db) };
    const { openFiles, isStaying, settings, ...target } = await targetOf(config, to, files);
    const storage = isStaying ? school.storage : await openFiles();
    try {
      await moveSchool(school, { ...target, storage, clock, data: schoolData }, (line) =>
        process.stdout.write(`${line}\n`),
      );
    } finally {
      if (!isStaying) await storage.close();
      await target.database.close();
    }
    return [
      'The school has moved. Stop it, set',
      ...settings.map((line) => `  ${line}`),
      'and start it. The old place stays read-only;',
      '`npm run move -- --cancel` with the old settings ends that.',
    ].join('\n');
  } finally {
    await opened.storage.close();
    await opened.database.close();
  }
};

interface MoveWords {
  to: string | undefined;
  files: string | undefined;
  isCancelled: boolean;
}

/** What `parseArgs` refuses is a mistake of the person at the shell. */
const parseWords = <T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> => {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
};

const runMove = (config: Config, args: string[]): Promise<string> => {
  const { values } = parseWords({
    args,
    options: { to: { type: 'string' }, files: { type: 'string' }, cancel: { type: 'boolean', default: false } },
  });
  return move(config, { to: values.to, files: values.files, isCancelled: values.cancel });
};

const commands = { backup, verify, restore };

/** Runs `backup`, `verify`, `restore` or `move`; returns what was done, or undefined for any other command. */
export const runBackupCommand = async (config: Config, words: readonly string[]): Promise<string | undefined> => {
  const [name, ...rest] = words;
  if (name === 'move') return runMove(config, rest);
  const run = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!run) return undefined;
  const { values, positionals } = parseWords({
    args: rest,
    options: { 'passphrase-file': { type: 'string' } },
    allowPositionals: true,
  });
  const [place] = positionals;
  if (place === undefined || positionals.length > 1)
    throw new OperatorError(`Name one place: npm run ${name} -- FILE, FOLDER/ or s3://bucket/prefix`);
  const file = values['passphrase-file'];
  const passphrase = file === undefined ? readBackupSettings(config).passphrase : await readPassphraseFile(file);
  return run(config, { place, passphrase, environment: config.environment });
};
