import { api } from '#contract/api.ts';
import type { VideoStatus } from '#contract/classroom/video.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Video } from './video.ts';

/** `lastSweep`: the result of the last sweep for files without a row. */
export const videoRoutes = (bind: Bind, video: Video, lastSweep: () => Promise<VideoStatus['sweep']>): void => {
  bind(api.video, {
    status: async ({ writer }) => ({ video: { ...(await video.status(await writer())), sweep: await lastSweep() } }),
    queueLacking: async () => ({ queued: await video.queueLacking() }),
  });
};
