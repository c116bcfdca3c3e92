import { useEffect, useSyncExternalStore } from 'react';
import type { UploadItem } from '#web/uploads/upload-item.ts';
import { uploads } from '#web/uploads/uploads.ts';

export const useUploads = (): readonly UploadItem[] =>
  useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get);

/** Hides the upload from the tray while a page shows it itself. */
export const useShownUpload = (key: string | undefined): UploadItem | undefined => {
  useEffect(() => {
    if (key === undefined) return undefined;
    uploads.show(key, true);
    return () => uploads.show(key, false);
  }, [key]);
  return useUploads().find((item) => item.key === key);
};
