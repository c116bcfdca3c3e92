import { useEffect, useSyncExternalStore } from 'react';
import { call } from '#web/api/call.ts';
import { readToken } from '#web/api/connection.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { mayUpload } from '#web/app/session/use-session.ts';
import { lockedUploads, sendFile, uploadAddress } from './tus-client.ts';
import { createUploadQueue } from './upload-queue.ts';
import type { UploadItem } from './upload-items.ts';

/** The uploads of this tab. They continue while the user visits other pages. */
export const uploads = createUploadQueue({
  nowMs: () => performance.now(),
  server: {
    send: sendFile,
    lockedByTabs: lockedUploads,
    list: async () => (await call('GET /uploads')).uploads,
    makeLecture: async (uploadId, body) => {
      const { lectureId } = await call('POST /uploads/:uploadId/lecture', { params: { uploadId }, body });
      return lectureId ?? undefined;
    },
    replaceVideo: async (courseId, lectureId, uploadId) => {
      await call('POST /courses/:courseId/lecture/:lectureId/video', {
        params: { courseId, lectureId },
        body: { uploadId },
      });
    },
    remove: async (uploadId) => {
      const headers = { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${readToken() ?? ''}` };
      await fetch(uploadAddress(uploadId), { method: 'DELETE', headers });
    },
  },
});

/** The owner of the uploads; they are kept when the session ends and the same user logs in again. */
let owner = sessionStore.get()?.user._id;

const followSession = (): void => {
  const session = sessionStore.get();
  if (sessionStore.hasLoggedOut() || (session && owner !== undefined && session.user._id !== owner)) uploads.clear();
  if (!session) return;
  owner = session.user._id;
  if (mayUpload(session)) uploads.resumeAll();
};

sessionStore.subscribe(followSession);

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
