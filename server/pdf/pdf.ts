import { join } from 'node:path';
import { fail } from '#server/errors.ts';
import { createProcessPool, type ProcessPool } from '#server/processes/process-pool.ts';
import type { Sheet } from './sheet.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
const TIMEOUT_MS = 10_000;

/** Draws PDFs in separate processes. */
export interface Pdf {
  /** Draws one PDF of each owner at a time. Throws `pdf_not_drawn` and `busy`. */
  draw(sheet: Sheet, owner: string): Promise<Buffer>;
  close(): Promise<void>;
}

export const createPdf = (pool: ProcessPool = createProcessPool(PROGRAM)): Pdf => ({
  draw: async (sheet, owner) => {
    const result = await pool.run({ input: sheet, timeoutMs: TIMEOUT_MS, owner });
    if (result.kind === 'done') return result.bytes;
    if (result.kind === 'busy') throw fail('busy');
    const problem = result.kind === 'failed' ? result.problem : result.kind;
    throw fail('pdf_not_drawn', { cause: new Error(`${sheet.title}: ${problem}`) });
  },
  close: () => pool.close(),
});
