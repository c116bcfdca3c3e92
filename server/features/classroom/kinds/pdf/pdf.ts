import { open, rm } from 'node:fs/promises';
import { z } from 'zod';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { wordsOf } from '#server/search/words.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import { kindOfFile } from '#video-format/lecture-file.ts';
import type { Kind } from '../kind.ts';

const MAX_BYTES = 200 * 1024 * 1024;
const COPIED_BYTES = 1024 * 1024;
/** The share of the lecture's length that a page has. */
const PAGE_MS = 15_000;
/** More words than a book has are not searched. */
const WORDS_MAX = 20_000;

const NAME = 'document.pdf';

const Pdf = z.object({ pages: z.int(), isSaved: z.boolean() });

/** Copies an upload, wherever it is stored, to a path. Throws `not_a_pdf` and `too_large`. */
const copyTo = async (path: string, upload: CompleteUpload): Promise<number> => {
  const from = await upload.open();
  const to = await open(path, 'wx');
  try {
    const buffer = Buffer.alloc(COPIED_BYTES);
    if (from.sizeBytes > MAX_BYTES) throw fail('too_large');
    for (let position = 0; position < from.sizeBytes;) {
      const bytes = await from.read(buffer, position);
      if (position === 0 && kindOfFile(buffer.subarray(0, bytes)) !== 'pdf') throw fail('not_a_pdf');
      if (bytes === 0) throw fail('damaged_pdf');
      await to.write(buffer, 0, bytes);
      position += bytes;
    }
    if (from.sizeBytes === 0) throw fail('not_a_pdf');
    return from.sizeBytes;
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
};

/** A document whose pages are read in order. */
export const pdfKind: Kind = {
  // Every page was shown.
  done: { from: 1, atEndFrom: 1 },
  replacedBy: 'pdf',
  stored: Pdf,
  searched: null,
  read: async ({ id, content, upload }, { pdf, temporaryFiles }) => {
    if (!upload) throw fail('lecture_file_missing');
    const path = await temporaryFiles.path();
    try {
      const sizeBytes = await copyTo(path, upload);
      const { pages, text } = await pdf.read(path, id);
      return {
        durationMs: pages * PAGE_MS,
        file: {
          key: `documents/${id}-${newId().slice(0, 8)}.pdf`,
          contentType: 'application/pdf',
          sizeBytes,
          name: NAME,
        },
        content: { pages, isSaved: content.isSaved ?? true },
        words: wordsOf(text).slice(0, WORDS_MAX),
      };
    } finally {
      await rm(path, { force: true });
    }
  },
  change: (stored, { isSaved }) => (isSaved === undefined ? undefined : { content: { ...Pdf.parse(stored), isSaved } }),
  present: (stored, { names, addressOf }) => {
    const { pages, isSaved } = Pdf.parse(stored);
    return { pdf: names.includes(NAME) ? { address: addressOf(NAME), pages, isSaved } : null };
  },
};
