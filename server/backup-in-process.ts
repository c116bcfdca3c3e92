import { z } from 'zod';
import { runScheduledBackup } from './backup/backup.ts';
import { readBackupSettings } from './backup/settings.ts';
import { readConfig } from './config.ts';
import { OperatorError } from './errors.ts';
import { openDatabase, openStorage } from './platform.ts';
import { schoolData } from './school-data.ts';
import { findTimeZone } from './settings/settings.ts';
import { createTemporaryFiles } from './storage/temporary-files.ts';

const Input = z.object({
  environment: z.record(z.string(), z.string().optional()),
  place: z.string(),
  run: z.string(),
  nowMs: z.int(),
});

const save = async (input: unknown) => {
  const { environment, place, run, nowMs } = Input.parse(input);
  const config = readConfig(environment);
  const { keep, passphrase } = readBackupSettings(config);
  const database = await openDatabase(config);
  const storage = await openStorage(config, await createTemporaryFiles(config.dataDir));
  try {
    const timeZone = await findTimeZone(config, database.db);
    const school = { database, storage, dataDir: config.dataDir, timeZone, data: schoolData };
    const startedAtMs = performance.now();
    const clock = { now: () => nowMs + Math.round(performance.now() - startedAtMs) };
    const to = { place, passphrase, environment };
    const { manifest, kept } = await runScheduledBackup(to, { ...school, clock }, { run, keep });
    const { id, files, added } = manifest;
    return { id, kept, files: files.count, sizeBytes: files.sizeBytes, addedBytes: added.sizeBytes };
  } finally {
    await storage.close();
    await database.close();
  }
};

const resultOf = async (input: unknown): Promise<object> => {
  try {
    return { done: await save(input) };
  } catch (error) {
    const isForOperator = error instanceof OperatorError;
    const message =
      error instanceof Error ? (isForOperator ? error.message : (error.stack ?? error.message)) : String(error);
    return { failure: { message, isForOperator } };
  }
};

process.once('message', (input) => {
  void resultOf(input).then((result) => process.send?.(result, () => process.exit()));
});
// The server ends this process when it stops, and its end is seen when it could not.
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
