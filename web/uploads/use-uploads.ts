import { useSyncExternalStore } from 'react';
import type { UploadItem } from '#web/uploads/upload-item.ts';
import { uploads } from '#web/uploads/uploads.ts';

export const useUploads = (): readonly UploadItem[] =>
  useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get);
