import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { version } from '#server/version.ts';
import { Outcome } from './outcome.ts';
import { yieldMemory } from './yield-memory.ts';
import type { Order } from './pool-program.ts';

/** The limit of the JavaScript heap; a process that reaches it ends. */
const MAX_HEAP_MB = 256;
/** Only a busy machine takes as long: its processes wait for their turn. */
const PATIENCE_MS = 5 * 60_000;
const IDLE_MS = 10_000;
const MAX_PROCESSES = 2;
const MAX_WAITING = 256;

export interface PoolTask {
  /** The message to the program. */
  input: object;
  /**
   * The process is killed when it has used so much processor time, because a running call cannot be stopped otherwise. The clock
   * judges no task: on a busy machine, a good file may take minutes.
   */
  cpuMs: number;
  /** A task that needs more is restarted after those of other owners, with `cpuMs`. */
  firstTryCpuMs?: number;
  /**
   * Tasks of one owner run one at a time, in order. The owner with the least time used so far goes first.
   */
  owner: string;
  /** Tasks with the same key run one at a time. */
  key?: string;
  /** Aborts when no caller waits for the task any more. */
  signal?: AbortSignal;
}

/**
 * `failed`: the program threw, or its process ended by itself or used up its processor time, with the reason. `busy`: it could
 * not run, or not to its end, because of the machine or because the server closes; it may be tried again.
 */
export type PoolResult =
  | { kind: 'done'; bytes: Buffer }
  | { kind: 'failed'; problem: string }
  | { kind: 'busy' }
  | { kind: 'cancelled' };

const BUSY: PoolResult = { kind: 'busy' };

/**
 * Runs a program that may loop or fill the memory in separate processes, which are started on demand, reused for a moment, and
 * killed when a task needs too much processor time.
 */
export interface ProcessPool {
  run(task: PoolTask): Promise<PoolResult>;
  close(): Promise<void>;
}

export interface PoolOptions {
  idleMs?: number;
  /** For the start of a process and a task in it. */
  patienceMs?: number;
  maxWaiting?: number;
}

interface PoolProcess {
  child: ChildProcess;
  /** Aborts when the process has ended or is killed. */
  end: AbortController;
  /** What the end of a process means for its task. */
  ending: PoolResult;
  isReady: boolean;
}

interface Waiting extends PoolTask {
  /** For the next try. */
  limitMs: number;
  done: (result: PoolResult) => void;
}

/** Only the first reason counts. */
const markEnded = (running: PoolProcess, ending: PoolResult): void => {
  if (running.end.signal.aborted) return;
  running.ending = ending;
  running.end.abort();
};

/** Marks the process as ended at once, so that no task is sent to it before its exit. */
const kill = (running: PoolProcess, ending: PoolResult): void => {
  markEnded(running, ending);
  running.child.kill('SIGKILL');
};

/** A process does not end with these signals by itself: the system does when memory runs out, or an operator. */
const FROM_OUTSIDE = new Set(['SIGKILL', 'SIGTERM']);

const endingOf = (code: number | null, signal: string | null): PoolResult => {
  if (signal !== null && FROM_OUTSIDE.has(signal)) return BUSY;
  if (signal === 'SIGVTALRM') return { kind: 'failed', problem: 'it needed too much processor time' };
  return { kind: 'failed', problem: `the process ended with ${signal ?? code}` };
};

const start = (program: string): PoolProcess => {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  yieldMemory(child);
  const running = { child, end: new AbortController(), ending: BUSY, isReady: false };
  // What ends before it was given anything says nothing about a task.
  const endAs = (ending: PoolResult): void => markEnded(running, running.isReady ? ending : BUSY);
  child.on('error', (error) => endAs({ kind: 'failed', problem: String(error) }));
  child.once('exit', (code, signal) => endAs(endingOf(code, signal)));
  // A waiting request keeps the server alive; an idle process must not.
  child.unref();
  child.channel?.unref();
  return running;
};

/** Returns the next message of the process. Throws if it has ended. */
const nextMessage = async ({ child, end }: PoolProcess): Promise<unknown> => {
  const [message]: unknown[] = await once(child, 'message', { signal: end.signal });
  return message;
};

const runIn = async (
  running: PoolProcess,
  { input, limitMs, signal }: Waiting,
  patienceMs: number,
): Promise<PoolResult> => {
  const cancel = (): void => kill(running, { kind: 'cancelled' });
  const timer = setTimeout(() => kill(running, BUSY), patienceMs);
  signal?.addEventListener('abort', cancel);
  try {
    running.isReady ||= (await nextMessage(running)) === version;
    // The files of the program were replaced, and this process runs on: its restart is near.
    if (!running.isReady) kill(running, BUSY);
    running.child.send({ input, cpuMs: limitMs } satisfies Order);
    const outcome = Outcome.parse(await nextMessage(running));
    return 'bytes' in outcome
      ? { kind: 'done', bytes: Buffer.from(outcome.bytes) }
      : { kind: 'failed', problem: outcome.problem };
  } catch (error) {
    kill(running, { kind: 'failed', problem: String(error) });
    return running.ending;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
};

/** `program` is the path of a module that calls `joinPool`. */
export const createProcessPool = (program: string, options: PoolOptions = {}): ProcessPool => {
  const { idleMs = IDLE_MS, patienceMs = PATIENCE_MS, maxWaiting = MAX_WAITING } = options;
  const waiting: Waiting[] = [];
  const active = new Set<Waiting>();
  const idle = new Map<PoolProcess, NodeJS.Timeout>();
  const processes = new Set<PoolProcess>();
  /** The time used by each owner since the pool was last idle. */
  const tookMs = new Map<string, number>();
  let isClosed = false;

  const begin = (): PoolProcess => {
    const running = start(program);
    processes.add(running);
    running.end.signal.addEventListener('abort', () => {
      processes.delete(running);
      clearTimeout(idle.get(running));
      idle.delete(running);
    });
    return running;
  };

  const wake = (): PoolProcess | undefined => {
    const [running] = idle.keys();
    if (!running) return undefined;
    clearTimeout(idle.get(running));
    idle.delete(running);
    return running;
  };

  const mayRun = ({ owner, key }: Waiting): boolean =>
    active.size < MAX_PROCESSES &&
    !active.values().some((other) => other.owner === owner || (key !== undefined && other.key === key));

  const next = (): Waiting | undefined =>
    [...Map.groupBy(waiting, ({ owner }) => owner).values()]
      .flatMap(([first]) => (first && mayRun(first) ? [first] : []))
      .toSorted((a, b) => (tookMs.get(a.owner) ?? 0) - (tookMs.get(b.owner) ?? 0))[0];

  const remove = (task: Waiting): boolean => {
    const index = waiting.indexOf(task);
    if (index >= 0) waiting.splice(index, 1);
    return index >= 0;
  };

  const run = async (task: Waiting): Promise<void> => {
    const { owner, limitMs, cpuMs } = task;
    active.add(task);
    const running = wake() ?? begin();
    const startedAt = performance.now();
    const result = await runIn(running, task, patienceMs);
    tookMs.set(owner, (tookMs.get(owner) ?? 0) + performance.now() - startedAt);
    active.delete(task);
    const hasEnded = running.end.signal.aborted;
    if (!hasEnded) idle.set(running, setTimeout(() => kill(running, BUSY), idleMs).unref());
    if (result.kind === 'failed' && hasEnded && limitMs < cpuMs) {
      task.limitMs = cpuMs;
      waiting.unshift(task);
    } else task.done(result);
    runNext();
    if (active.size === 0) tookMs.clear();
  };

  const runNext = (): void => {
    for (let task = next(); task; task = next()) {
      remove(task);
      void run(task);
    }
  };

  const waitFor = (task: PoolTask): Promise<PoolResult> =>
    new Promise((resolve) => {
      const done = (result: PoolResult): void => {
        task.signal?.removeEventListener('abort', leave);
        resolve(result);
      };
      const place: Waiting = { ...task, limitMs: task.firstTryCpuMs ?? task.cpuMs, done };
      const leave = (): void => {
        if (remove(place)) done({ kind: 'cancelled' });
      };
      task.signal?.addEventListener('abort', leave);
      waiting.push(place);
      runNext();
    });

  return {
    run: async (task) => {
      if (task.signal?.aborted) return { kind: 'cancelled' };
      if (isClosed || waiting.length >= maxWaiting) return BUSY;
      return waitFor(task);
    },
    close: async () => {
      isClosed = true;
      for (const { done } of waiting.splice(0)) done(BUSY);
      for (const running of processes) kill(running, BUSY);
    },
  };
};
