import { readFile } from 'node:fs/promises';
import { media } from './site.ts';

/** A video that is long on the way: the small one, followed by a box that says it may be skipped. */
export const aLargeVideo = async (sizeBytes: number): Promise<Buffer> => {
  const video = await readFile(media('three-seconds.mp4'));
  const padding = Buffer.alloc(sizeBytes - video.length);
  padding.writeUInt32BE(padding.length, 0);
  padding.write('free', 4, 'latin1');
  return Buffer.concat([video, padding]);
};
