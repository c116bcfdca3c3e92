import { messages } from '#contract/messages.ts';
import type { Notice } from '#contract/setup.ts';
import type { Database } from '#server/database/database.ts';
import { isDiskLow, lowDiskBytes, sizeText } from '#server/storage/disk-space.ts';
import type { Storage } from '#server/storage/storage.ts';

/** Notices of low disk space and of a full database. */
export const diskNotices = async (
  database: Pick<Database, 'hasFreeSpace'>,
  storage: Pick<Storage, 'freeBytes' | 'totalBytes'>,
): Promise<Notice[]> => {
  if (!(await database.hasFreeSpace()))
    return [{ code: 'database_full', level: 'warning', text: messages.notices.databaseFull }];
  const [freeBytes, totalBytes] = [await storage.freeBytes(), await storage.totalBytes()];
  if (!isDiskLow(freeBytes, totalBytes)) return [];
  const text = messages.notices.diskLow(sizeText(freeBytes), sizeText(lowDiskBytes(totalBytes)));
  return [{ code: 'disk_low', level: 'warning', text }];
};
