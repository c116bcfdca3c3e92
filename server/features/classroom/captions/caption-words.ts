import { join } from 'node:path';
import { z } from 'zod';
import { FileReport } from '#contract/file-report.ts';
import { wordsOf } from '#server/search/words.ts';
import { createTextReading } from '#server/processes/text-reading.ts';
import { textOfWebVtt } from '#video-format/transcript.ts';
import { readCaptions } from './caption-file.ts';

const ReadCaptions = z.object({ webVtt: z.string(), words: z.string(), report: FileReport });
export type ReadCaptions = z.output<typeof ReadCaptions>;

/** Captions, with the words by which they are found. */
export const readForSearch = (bytes: Uint8Array): ReadCaptions => {
  const { webVtt, report } = readCaptions(bytes);
  return { webVtt, words: wordsOf(textOfWebVtt(webVtt)).join(' '), report };
};

/** Throws `not_captions`, `damaged_captions` and `busy`. */
export const createCaptionReading = () =>
  createTextReading({
    program: join(import.meta.dirname, 'read-captions.ts'),
    read: readForSearch,
    schema: ReadCaptions,
    unreadable: 'damaged_captions',
  });
