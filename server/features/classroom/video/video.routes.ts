import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { VideoStatus } from '#contract/classroom/video.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Video } from './video.ts';

/** `lastSweep`: the result of the last sweep for files without a row. */
export const videoRoutes = (
  implement: Implement,
  video: Video,
  lastSweep: () => Promise<VideoStatus['sweep']>,
): void => {
  implement(api.video.status, async () => ({
    message: messages.video.status,
    video: { ...(await video.status()), sweep: await lastSweep() },
  }));

  implement(api.video.queueLacking, async () => ({
    message: messages.video.queued,
    queued: await video.queueLacking(),
  }));
};
