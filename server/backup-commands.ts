import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type BackupPlace, proveBackup, restoreFrom, saveBackup } from './backup/backup.ts';
import type { Manifest } from './backup/manifest.ts';
import type { EmptyPlace } from './backup/restore-backup.ts';
import { readBackupSettings, readPassphraseFile } from './backup/settings.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { DATABASE_FILE, sqlitePath } from './database/inspect.ts';
import { setReadOnly } from './database/read-only.ts';
import { schemaOf } from './database/whole-tables.ts';
import { OperatorError } from './errors.ts';
import { openDatabase, openStorage } from './platform.ts';
import { schoolData } from './school-data.ts';
import { inspectSettings } from './settings/inspect-settings.ts';
import { findTimeZone } from './settings/settings.ts';
import { prepareDataFolder } from './storage/data-folder.ts';
import { createTemporaryFiles } from './storage/temporary-files.ts';

const clock = systemClock;

const sizeText = (sizeBytes: number): string =>
  sizeBytes < 1e9 ? `${(sizeBytes / 1e6).toFixed(1)} MB` : `${(sizeBytes / 1e9).toFixed(1)} GB`;

const describe = ({ tables, files, atMs }: Manifest): string =>
  `${tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${files.count} files (${sizeText(files.sizeBytes)}) of ${new Date(atMs).toISOString()}`;

const open = async (config: Config) => {
  await prepareDataFolder(config.dataDir, { isReadByProxy: config.mediaOffload === 'x-accel' });
  const database = await openDatabase(config, { timeLimits: 'none' });
  const storage = await openStorage(config, await createTemporaryFiles(config.dataDir));
  const close = async (): Promise<void> => {
    await storage.close();
    await database.close();
  };
  return { database, storage, dataDir: config.dataDir, clock, data: schoolData, close };
};

/** To open a school that is not there would create one. */
const assertSchool = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl === undefined && !existsSync(sqlitePath(dataDir)))
    throw new OperatorError(`There is no school in ${dataDir}: correct DATA_DIR, or set DATABASE_URL`);
};

const backup = async (config: Config, place: BackupPlace): Promise<string> => {
  const school = await open(config);
  try {
    const timeZone = await findTimeZone(config, school.database.db);
    const manifest = await saveBackup(place, { ...school, timeZone });
    const { missing, added } = manifest;
    const lines = [`Saved ${describe(manifest)} to ${place.place}; ${sizeText(added.sizeBytes)} are new`];
    if (missing.length > 0)
      lines.push(`Files are missing that rows name, so it cannot be verified: ${missing.join(', ')}`);
    return lines.join('\n');
  } finally {
    await school.close();
  }
};

const verify = async (place: BackupPlace): Promise<string> => {
  const manifest = await proveBackup(place, { data: schoolData, clock });
  return `${place.place} holds ${describe(manifest)}. Verified: checksums, files, ledger and access match`;
};

const namesIn = (folder: string): Promise<string[] | undefined> => readdir(folder).catch(() => undefined);

/** Opens an empty place for `work`. If that fails, an empty new place is removed. */
const inNewPlace = async <T>(config: Config, work: (place: EmptyPlace) => Promise<T>): Promise<T> => {
  const { dataDir } = config;
  const present = await namesIn(dataDir);
  const { close, ...place } = await open(config);
  try {
    const result = await work(place);
    await close();
    return result;
  } catch (error) {
    const isEmpty = (await schemaOf(place.database).catch(() => 0)) === undefined;
    await close();
    for (const name of (await namesIn(dataDir)) ?? []) {
      if (present?.includes(name)) continue;
      if (!name.startsWith(DATABASE_FILE)) await rmdir(join(dataDir, name)).catch(() => undefined);
      else if (isEmpty) await rm(join(dataDir, name));
    }
    if (!present) await rmdir(dataDir).catch(() => undefined);
    throw error;
  }
};

const restore = (config: Config, from: BackupPlace, { keepsFiles }: { keepsFiles: boolean }): Promise<string> =>
  inNewPlace(config, async (place) => `Restored ${describe(await restoreFrom(from, { ...place, keepsFiles }))}`);

const switchReadOnly = async (config: Config, word: string | undefined): Promise<string> => {
  if (word !== 'on' && word !== 'off') throw new OperatorError('Use npm run read-only -- on, or off');
  assertSchool(config);
  const database = await openDatabase(config, { timeLimits: 'none' });
  try {
    if ((await schemaOf(database)) === undefined) throw new OperatorError('There is no school: the database is empty');
    await setReadOnly(database, word === 'on');
  } finally {
    await database.close();
  }
  return word === 'on'
    ? 'The school is read-only. People can watch and log in; changes are refused until `npm run read-only -- off`'
    : 'The school can be changed again';
};

/** Arguments that `parseArgs` rejects are errors of the operator. */
const parseWords = <T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> => {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
};

const onePlace = (name: string): OperatorError =>
  new OperatorError(`Name one place: npm run ${name} -- FILE, FOLDER/ or s3://bucket/prefix`);

/**
 * The named place, or else that of the school, which a restore does not know. Secrets from the browser open the school's
 * place only; every other one needs those of the environment.
 */
const placeOf = async (
  config: Config,
  command: 'backup' | 'verify' | 'restore',
  { named, passphraseFile }: { named: string | undefined; passphraseFile: string | undefined },
): Promise<BackupPlace> => {
  if (command === 'backup') assertSchool(config);
  const ofSchool = command === 'restore' ? undefined : await inspectSettings(config, {}).backups();
  const place = named ?? ofSchool?.place;
  if (place === undefined) throw onePlace(command);
  const environment = ofSchool?.place === place ? ofSchool.environment() : config.environment;
  const passphrase =
    passphraseFile === undefined
      ? readBackupSettings({ environment }).passphrase
      : await readPassphraseFile(passphraseFile);
  return { place, passphrase, environment };
};

/** Runs `backup`, `verify`, `restore` or `read-only`; returns the result as a line, or undefined for any other command. */
export const runBackupCommand = async (config: Config, words: readonly string[]): Promise<string | undefined> => {
  const [name, ...rest] = words;
  if (name === 'read-only') return switchReadOnly(config, rest[0]);
  if (name !== 'backup' && name !== 'verify' && name !== 'restore') return undefined;
  const { values, positionals } = parseWords({
    args: rest,
    options: { 'passphrase-file': { type: 'string' }, 'keep-files': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 1) throw onePlace(name);
  const from = await placeOf(config, name, { named: positionals[0], passphraseFile: values['passphrase-file'] });
  if (name === 'restore') return restore(config, from, { keepsFiles: values['keep-files'] });
  return name === 'backup' ? backup(config, from) : verify(from);
};
