import { z } from 'zod';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { fail } from '#server/errors.ts';
import { createProcessPool } from './process-pool.ts';
import type { FileToRead, ReadFile } from './read-in-pool.ts';

/** Reading so much takes less than a turn of the event loop may, and less than the start of a process. */
const SMALL_BYTES = 32 * 1024;
const CPU_MS = 60_000;
/** Each of those who wait has a file in memory. */
const MAX_WAITING = 20;

const Refused = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && Object.hasOwn(errors, code)),
  message: z.string(),
});

interface TextReader<Read> {
  /** The path of a program that calls `readInPool` with `read`. */
  program: string;
  read: ReadFile<Read>;
  schema: z.ZodType<Read>;
  /** Of a file that needs too much processor time. */
  unreadable: ErrorCode;
}

/**
 * Reads text files that people bring. A large one is read in a process of its own, so that it holds nobody else. Throws what
 * `read` throws, and `busy`.
 */
export const createTextReading = <Read>({ program, read, schema, unreadable }: TextReader<Read>) => {
  const pool = createProcessPool(program, { maxWaiting: MAX_WAITING });
  const Answer = z.union([z.object({ read: schema }), Refused]);
  return async (bytes: Uint8Array, owner: string, format = ''): Promise<Read> => {
    if (bytes.length <= SMALL_BYTES) return read(bytes, format);
    const result = await pool.run({ input: { bytes, format } satisfies FileToRead, cpuMs: CPU_MS, owner });
    if (result.kind === 'busy') throw fail('busy');
    if (result.kind !== 'done')
      throw fail(unreadable, { cause: new Error(result.kind === 'failed' ? result.problem : result.kind) });
    const answer = Answer.parse(JSON.parse(result.bytes.toString()));
    if ('code' in answer) throw fail(answer.code, { message: answer.message });
    return answer.read;
  };
};
