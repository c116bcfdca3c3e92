import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';

export const VideoStatus = z.object({
  /** The program that converts videos; null when there is none. */
  engine: z.object({ path: z.string(), version: z.string() }).nullable(),
  /** What is missing or wrong, as a sentence. */
  problem: z.string().nullable(),
  /** Lectures by the state of their videos. */
  processing: z.int(),
  failed: z.int(),
  needTranscode: z.int(),
  /** Lectures that lack sizes, a poster or a storyboard that could be made. */
  lacking: z.int(),
  /** The last look for files without a row and rows without a file. */
  sweep: z
    .object({
      atMs: z.int(),
      orphanFiles: z.int(),
      removedFiles: z.int(),
      missingFiles: z.int(),
    })
    .nullable(),
});
export type VideoStatus = z.output<typeof VideoStatus>;

export const video = {
  status: get('/admin/video', {
    access: 'admin',
    summary: 'Get the state of video processing and of the last check of the files',
    response: success({ video: VideoStatus }),
  }),
  queueLacking: post('/admin/video/queue', {
    access: 'admin',
    audit: 'work_started',
    summary: 'Process every video that is missing renditions, a poster or a storyboard',
    response: saying('Videos queued for processing', { queued: z.int() }),
  }),
};
