import { call } from '#web/api/call.ts';
import { readToken } from '#web/api/connection.ts';
import { sessionStore } from '#web/session/session.ts';
import { heldUploads } from '#web/uploads/held-uploads.ts';
import { createUploadQueue } from '#web/uploads/upload-queue.ts';
import { sendFile, uploadAddress } from '#web/uploads/tus-sending.ts';

/** The uploads of this tab. They belong to no page: whoever starts one may go anywhere in the site meanwhile. */
export const uploads = createUploadQueue({
  nowMs: () => performance.now(),
  server: {
    send: sendFile,
    sentByTabs: heldUploads,
    list: async () => (await call('GET /uploads')).uploads,
    makeLecture: async (uploadId, body) => {
      await call('POST /uploads/:uploadId/lecture', { params: { uploadId }, body });
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

/** Whose uploads these are; an ended sign-in keeps them for the same person. */
let owner = sessionStore.get()?.user._id;

const followSession = (): void => {
  const session = sessionStore.get();
  if (sessionStore.hasLoggedOut() || (session && owner !== undefined && session.user._id !== owner)) uploads.clear();
  if (!session) return;
  owner = session.user._id;
  if (session.role === 'ADMIN') uploads.goOnAll();
};

sessionStore.subscribe(followSession);
