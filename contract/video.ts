import { z } from 'zod';
import { answer, endpoint } from './endpoint.ts';

export const VideoStatus = z.object({
  /** The program that converts videos; null when there is none. */
  engine: z.object({ path: z.string(), version: z.string() }).nullable(),
  /** What is missing or wrong with it, as a sentence. */
  problem: z.string().nullable(),
  /** Lectures by what became of their videos. */
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
  status: endpoint({
    method: 'GET',
    path: '/admin/video',
    access: 'admin',
    summary: 'What converts videos, what waits for it, and what the last look over the files found',
    response: answer({ video: VideoStatus }),
  }),
  queueLacking: endpoint({
    method: 'POST',
    path: '/admin/video/queue',
    access: 'admin',
    summary: 'Process every video that lacks sizes, a poster or a storyboard',
    response: answer({ queued: z.int() }),
  }),
};
