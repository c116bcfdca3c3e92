import { sniffAudio } from './audio.ts';
import { latin1 } from './boxes.ts';
import { sniffVideo } from './sniff.ts';

/** Readers look for the header in so many bytes: programs write lines of their own before it. */
const PDF_STARTS_WITHIN = 1024;

const isPdf = (firstBytes: Uint8Array): boolean =>
  latin1(firstBytes, 0, Math.min(PDF_STARTS_WITHIN, firstBytes.length)).includes('%PDF-');

/** What lecture a file makes, by its first bytes; undefined for a file that makes none. */
export const kindOfFile = (firstBytes: Uint8Array): 'video' | 'audio' | 'pdf' | undefined => {
  if (sniffVideo(firstBytes)) return 'video';
  if (sniffAudio(firstBytes)) return 'audio';
  return isPdf(firstBytes) ? 'pdf' : undefined;
};
