import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { cpuMsOf } from '#server/processes/running-process.ts';
import { yieldMemory } from '#server/processes/yield-memory.ts';

/** Lower priority than request handling. */
const NICENESS = 15;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_BYTES = 16 * 1024;

export interface ToolRun {
  program: string;
  args: readonly string[];
  /** What it reads; nothing by default. */
  input?: string;
  /** Ends a run that hangs or gets no processor time on a busy machine. That says nothing about the file. */
  timeoutMs: number;
  /** Processor time after which it is killed, on systems that tell it. */
  cpuMs?: number;
  /** Short, so it runs at the priority of the server. */
  isBrief?: boolean;
  /** Kills the run; it then throws ToolError `stopped`. */
  signal?: AbortSignal;
  /** Called with each line of the output, which is then not collected. */
  onLine?: (line: string) => void;
}

/**
 * `missing`: no such program. `failed`: it ended with an error. `usedUp`: it needed more processor time than it may. `timeout`:
 * the clock ran out, perhaps because the machine is busy. `killed`: it was killed from outside.
 */
export type ToolProblem = 'missing' | 'failed' | 'usedUp' | 'killed' | 'timeout' | 'stopped';

const LOOK_EVERY_MS = 500;
/** A timer of more milliseconds ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Programs name an error of the disk only in words. */
const DISK_ERRORS = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['Read-only file system', 'EROFS'],
] as const;

/** A program failed; `said` is the end of its error output, and `code` the error of the disk that it names. */
export class ToolError extends Error {
  readonly problem: ToolProblem;
  readonly said: string;
  readonly code: string | undefined;

  constructor(program: string, problem: ToolProblem, said: string) {
    super(`${program} ${problem}${said === '' ? '' : `: ${said.trim().slice(-500)}`}`);
    this.name = 'ToolError';
    this.problem = problem;
    this.said = said;
    this.code = DISK_ERRORS.find(([words]) => said.includes(words))?.[1];
  }
}

/** Returns a function that accepts text and passes on complete lines. */
const lineReader = (onLine: (line: string) => void): ((text: string) => void) => {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-1024);
    for (const line of lines) onLine(line);
  };
};

/**
 * Runs a program without a shell, in its own process group, at low priority unless brief, for at most `timeoutMs`. Returns its
 * output, up to 4 MiB; throws ToolError.
 */
export const runTool = ({
  program,
  args,
  input = '',
  timeoutMs,
  cpuMs = Infinity,
  isBrief = false,
  signal,
  onLine,
}: ToolRun): Promise<string> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ToolError(program, 'stopped', ''));
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true });
    let output = '';
    let errors = '';
    let ended: ToolProblem | undefined;
    const kill = (problem: ToolProblem): void => {
      ended ??= problem;
      killGroup(child.pid);
      // A process that has left the group may still hold them.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const onAbort = (): void => kill('stopped');
    const timer = setTimeout(() => kill('timeout'), Math.min(timeoutMs, LONGEST_TIMER_MS));
    const look = async (pid: number): Promise<void> => {
      const isUsedUp = (await cpuMsOf(pid)) > cpuMs;
      if (isUsedUp && child.exitCode === null && child.signalCode === null) kill('usedUp');
    };
    const watch = setInterval(() => child.pid !== undefined && void look(child.pid), LOOK_EVERY_MS);
    signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (error: ToolError | undefined): void => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
      if (error) reject(error);
      else resolve(output);
    };
    // A program need not read what it gets.
    child.stdin.on('error', () => undefined).end(input);
    const readLines = onLine && lineReader(onLine);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (readLines) readLines(text);
      else if (output.length < MAX_OUTPUT_BYTES) output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERROR_BYTES);
    });
    child.once('error', (error) => settle(new ToolError(program, ended ?? 'missing', error.message)));
    child.once('close', (code, killedBy) => {
      if (code === 0 && !ended) settle(undefined);
      else settle(new ToolError(program, ended ?? (killedBy === null ? 'failed' : 'killed'), errors));
    });
    yieldMemory(child);
    if (!isBrief) lowerPriority(child.pid);
    return undefined;
  });

const killGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
};

const lowerPriority = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(NICENESS, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended already, or the priority cannot be changed.
  }
};
