import { parseArgs } from 'node:util';
import { type BackupPlace, proveBackup, restoreFrom, saveBackup } from './backup/backup.ts';
import type { Manifest } from './backup/manifest.ts';
import { readBackupSettings, readPassphraseFile } from './backup/settings.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { newestSchema } from './database/migrate.ts';
import { schemaOf } from './database/whole-tables.ts';
import { OperatorError } from './errors.ts';
import { openDatabase, openStorage } from './platform.ts';
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
    const manifest = await saveBackup(place, { ...school, timeZone: config.timeZone });
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

const commands = { backup, verify, restore };

/** Runs `backup`, `verify` or `restore`; returns what was done, or undefined for any other command. */
export const runBackupCommand = async (config: Config, words: readonly string[]): Promise<string | undefined> => {
  const [name, ...rest] = words;
  const run = Object.entries(commands).find(([known]) => known === name)?.[1];
  if (!run) return undefined;
  const { values, positionals } = parseArgs({
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
