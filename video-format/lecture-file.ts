import { sniffAudio } from './audio.ts';
import { latin1 } from './boxes.ts';
import { sniffVideo } from './sniff.ts';

const isPdf = (firstBytes: Uint8Array): boolean => latin1(firstBytes, 0, Math.min(5, firstBytes.length)) === '%PDF-';

/** What lecture a file makes, by its first bytes; undefined for a file that makes none. */
export const kindOfFile = (firstBytes: Uint8Array): 'video' | 'audio' | 'pdf' | undefined => {
  if (sniffVideo(firstBytes)) return 'video';
  if (isPdf(firstBytes)) return 'pdf';
  return sniffAudio(firstBytes) ? 'audio' : undefined;
};
