import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface Ended {
  /** The exit code, or undefined when it was killed or could not start. */
  code: number | undefined;
  output: string;
  elapsedMs: number;
}

const KEPT_OUTPUT_CHARACTERS = 400_000;
const LAST_WORDS_MS = 1000;

const groups = new Set<number>();

const endGroup = (pid: number): void => {
  groups.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
};

process.once('exit', () => groups.forEach(endGroup));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

/**
 * Runs one command and returns its output. Its process group ends with it and with this process, so that no server or
 * browser keeps running.
 */
export const runChild = (
  command: string,
  parameters: string[],
  { timeoutMs, env }: { timeoutMs: number; env: NodeJS.ProcessEnv },
): Promise<Ended> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env });
    const { pid } = child;
    if (pid !== undefined) groups.add(pid);
    let output = '';
    const keep = (text: string): void => {
      output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
    };
    const end = (code: number | undefined): void => {
      clearTimeout(timer);
      if (pid !== undefined) endGroup(pid);
      resolve({ code, output, elapsedMs: performance.now() - startedAt });
    };
    const timer = setTimeout(() => {
      keep(`\nended after ${Math.round(timeoutMs / 1000)} s without a result\n`);
      if (pid !== undefined) endGroup(pid);
    }, timeoutMs);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (error) => {
      keep(String(error));
      end(undefined);
    });
    child.once('close', (code) => end(code ?? undefined));
    child.once('exit', (code) => {
      // A grandchild that holds the pipes keeps them open: then what was said until now is enough.
      setTimeout(() => end(code ?? undefined), LAST_WORDS_MS).unref();
    });
  });

const TICKS_PER_SECOND = 100;

/** The processor time, of user and system, of every ended child and of theirs. Undefined where there is no /proc. */
export const childCpuSeconds = (): number | undefined => {
  if (!existsSync('/proc/self/stat')) return undefined;
  // After the name, which may have spaces: `cutime` and `cstime` are the 14th and 15th.
  const values = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(values[13]) + Number(values[14])) / TICKS_PER_SECOND;
};
