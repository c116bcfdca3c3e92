import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#server/errors.ts';
import { createProcessPool, type ProcessPool } from '#server/processes/process-pool.ts';
import type { PdfToRead } from './read.ts';
import type { CertificateSheet, Sheet } from './sheet.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
const READER = join(import.meta.dirname, 'read.ts');
/** A slow machine may need some seconds for the first document. */
const CPU_MS = 30_000;
const READ_CPU_MS = 60_000;

const PdfText = z.object({ pages: z.int().min(0), text: z.string() });
export type PdfText = z.output<typeof PdfText>;

/** Draws and reads PDFs, in separate processes. */
export interface Pdf {
  /** Draws one of each owner at a time: a PDF, or a picture of a certificate. Throws `pdf_not_drawn` and `busy`. */
  draw(sheet: Sheet | CertificateSheet, owner: string): Promise<Buffer>;
  /** The number of pages of the PDF at a path, and its text. Throws `empty_pdf`, `damaged_pdf` and `busy`. */
  read(path: string, owner: string): Promise<PdfText>;
  close(): Promise<void>;
}

export const createPdf = (
  pool: ProcessPool = createProcessPool(PROGRAM),
  readers: ProcessPool = createProcessPool(READER),
): Pdf => ({
  draw: async (sheet, owner) => {
    const result = await pool.run({ input: sheet, cpuMs: CPU_MS, owner });
    if (result.kind === 'done') return result.bytes;
    if (result.kind === 'busy') throw fail('busy');
    const problem = result.kind === 'failed' ? result.problem : result.kind;
    throw fail('pdf_not_drawn', { cause: new Error(`${sheet.title}: ${problem}`) });
  },
  read: async (path, owner) => {
    const result = await readers.run({ input: { path } satisfies PdfToRead, cpuMs: READ_CPU_MS, owner });
    if (result.kind === 'done') {
      const text = PdfText.parse(JSON.parse(result.bytes.toString()));
      if (text.pages === 0) throw fail('empty_pdf');
      return text;
    }
    if (result.kind === 'busy') throw fail('busy');
    throw fail('damaged_pdf', { cause: new Error(result.kind === 'failed' ? result.problem : result.kind) });
  },
  close: async () => {
    await Promise.all([pool.close(), readers.close()]);
  },
});
