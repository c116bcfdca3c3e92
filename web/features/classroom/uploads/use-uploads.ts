import { useEffect, useSyncExternalStore } from 'react';
import type { UploadItem } from './upload-item.ts';
import { uploads } from './uploads.ts';

export const useUploads = (): readonly UploadItem[] =>
  useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get);

/** Hides uploads from the tray while a page shows them itself. */
export const useShowUploads = (keys: readonly string[]): void => {
  const joined = keys.join(' ');
  useEffect(() => {
    const shown = joined.split(' ').filter(Boolean);
    for (const key of shown) uploads.show(key, true);
    return () => {
      for (const key of shown) uploads.show(key, false);
    };
  }, [joined]);
};

/** The upload that a page shows itself. */
export const useShownUpload = (key: string | undefined): UploadItem | undefined => {
  useShowUploads(key === undefined ? [] : [key]);
  return useUploads().find((item) => item.key === key);
};
