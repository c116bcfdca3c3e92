import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 15 * 60_000;

const execute = promisify(execFile);

/** Returns the output of a program; throws with what it wrote when it fails. */
export const run = async (program: string, words: string[], env = process.env): Promise<string> => {
  const { stdout } = await execute(program, words, { maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS, env });
  return stdout;
};

/** Where a program is. */
export const commandIn = async (name: string): Promise<string> =>
  (await run('sh', ['-c', 'command -v "$1"', 'sh', name])).trim();
