import { messages } from '#contract/messages.ts';
import type { Notice } from '#contract/setup.ts';
import type { Database } from '#server/database/database.ts';
import type { Storage } from '#server/storage/storage.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** A long lecture and its sizes fit. On a small disk the tenth of it is low. */
const LOW_BYTES = 5 * GIB;
const LOW_SHARE = 0.1;

const sizeText = (sizeBytes: number): string =>
  sizeBytes < GIB ? `${Math.round(sizeBytes / MIB)} MB` : `${(sizeBytes / GIB).toFixed(1)} GB`;

/** What an admin should know of free disk space, before it is gone and once it is. */
export const diskNotices = async (
  database: Pick<Database, 'hasRoom'>,
  storage: Pick<Storage, 'freeBytes' | 'totalBytes'>,
): Promise<Notice[]> => {
  if (!(await database.hasRoom()))
    return [{ code: 'database_full', level: 'warning', text: messages.notices.databaseFull }];
  const freeBytes = await storage.freeBytes();
  const lowBytes = Math.min(LOW_BYTES, (await storage.totalBytes()) * LOW_SHARE);
  if (freeBytes >= lowBytes) return [];
  const text = messages.notices.diskLow(sizeText(freeBytes), sizeText(lowBytes));
  return [{ code: 'disk_low', level: 'warning', text }];
};
