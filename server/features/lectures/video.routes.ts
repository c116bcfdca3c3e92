import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { VideoStatus } from '#contract/video.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Processing } from './processing.ts';

export interface VideoParts {
  processing: Processing;
  lastSweep: () => Promise<VideoStatus['sweep']>;
}

export const videoRoutes = (implement: Implement, { processing, lastSweep }: VideoParts): void => {
  implement(api.video.status, async () => ({
    message: messages.video.status,
    video: { ...(await processing.status()), sweep: await lastSweep() },
  }));

  implement(api.video.queueLacking, async () => ({
    message: messages.video.queued,
    queued: await processing.queueLacking(),
  }));
};
