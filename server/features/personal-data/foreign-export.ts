import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { createProcessPool } from '#server/processes/process-pool.ts';

const PROGRAM = join(import.meta.dirname, 'read-foreign-export.ts');
const CPU_MS = 20_000;
/** Each of those who wait has a file on the disk. */
const MAX_WAITING = 20;

/** The message to the process. */
export interface ForeignExportPart {
  path: string;
  part: 'contents' | 'picture';
}

const Head = z.object({
  fullName: z.string().nullable(),
  certificates: z.array(
    z.object({ code: z.string(), issuedAt: z.string(), site: z.string(), school: z.string(), courseTitle: z.string() }),
  ),
});
const Note = z.object({
  id: z.string(),
  lectureId: z.string(),
  fields: z.object({ positionMs: z.int(), text: z.string() }),
  /** Of the lecture, if the file has it. */
  title: z.string().nullable(),
});

export interface ForeignExport extends z.output<typeof Head> {
  notes(): Iterable<z.output<typeof Note>>;
}

const NEWLINE = 10;

function* linesOf(bytes: Buffer): Generator {
  for (let at = 0; at < bytes.length;) {
    const next = bytes.indexOf(NEWLINE, at);
    const end = next < 0 ? bytes.length : next;
    yield JSON.parse(bytes.toString('utf8', at, end));
    at = end + 1;
  }
}

/** Reads exports of strangers in a process of its own, one at a time. */
export const createForeignExports = () => {
  const pool = createProcessPool(PROGRAM, { maxWaiting: MAX_WAITING });
  const read = async ({ path, sender, signal }: ReceivedFile, part: ForeignExportPart['part']): Promise<Buffer> => {
    const input: ForeignExportPart = { path, part };
    const result = await pool.run({ input, cpuMs: CPU_MS, owner: sender, key: 'export', signal });
    if (result.kind === 'done') return result.bytes;
    if (result.kind === 'busy') throw fail('busy');
    if (result.kind === 'cancelled') throw fail('malformed_request');
    throw fail('foreign_export_unreadable', { cause: new Error(result.problem) });
  };
  return {
    /** Throws `foreign_export_unreadable` for all that is not as we write it. */
    contents: async (file: ReceivedFile): Promise<ForeignExport> => {
      const bytes = await read(file, 'contents');
      const lines = linesOf(bytes);
      return {
        ...Head.parse(lines.next().value),
        *notes() {
          for (const line of lines) yield Note.parse(line);
        },
      };
    },
    /** The picture of the person, as it was sent; nothing without one. */
    picture: (file: ReceivedFile): Promise<Buffer> => read(file, 'picture'),
  };
};
