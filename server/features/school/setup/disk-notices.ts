import type { Said } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import type { SaidNotice } from '#contract/school/setup.ts';
import type { Database } from '#server/database/database.ts';
import { isDiskLow, lowDiskBytes, sizeText } from '#server/storage/disk-space.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TemporaryFiles } from '#server/storage/temporary-files.ts';

export interface Disks {
  database: Pick<Database, 'diskProblem'>;
  storage: Pick<Storage, 'freeBytes' | 'totalBytes'>;
  temporaryFiles: Pick<TemporaryFiles, 'isWritable'>;
}

const warn = (code: string, text: Said): SaidNotice => ({ code, level: 'warning', text });

/** The notice of a disk that accepts no writes, or of little space on it. */
export const diskNotices = async ({ database, storage, temporaryFiles }: Disks): Promise<SaidNotice[]> => {
  const { databaseFull, diskReadOnly, diskLow } = messages.notices;
  const problem = await database.diskProblem();
  if (problem === 'read-only' || !(await temporaryFiles.isWritable())) return [warn('disk_read_only', diskReadOnly)];
  if (problem === 'full') return [warn('database_full', databaseFull)];
  const [freeBytes, totalBytes] = [await storage.freeBytes(), await storage.totalBytes()];
  if (!isDiskLow(freeBytes, totalBytes)) return [];
  return [warn('disk_low', diskLow(sizeText(freeBytes), sizeText(lowDiskBytes(totalBytes))))];
};
