import { ApiError } from '#web/api/api-error.ts';
import { hasDownloads } from '#web/app/session/downloads.ts';
import type { OfflineChange } from './offline-store.ts';

/** What the server returns; without a connection, what `read` finds among the downloads. */
export const orOffline = async <T>(fetch: () => Promise<T>, read: () => Promise<T | undefined>): Promise<T> => {
  try {
    return await fetch();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0 || !hasDownloads()) throw error;
    const found = await read();
    if (found === undefined) throw error;
    return found;
  }
};

/** Updates the copy of a lecture on this device, if there is one. */
export const noteDownload = async (lectureId: string, change: OfflineChange): Promise<void> => {
  if (!hasDownloads()) return;
  const { changeDownload } = await import('./offline-store.ts');
  // The browser may deny its storage.
  await changeDownload(lectureId, change).catch(() => undefined);
};
