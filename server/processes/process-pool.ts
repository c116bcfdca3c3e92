import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Outcome } from './outcome.ts';

/** The limit of the JavaScript heap; a process that reaches it ends. */
const MAX_HEAP_MB = 256;
/** Only a busy machine takes as long: its processes wait for their turn. */
const START_TIMEOUT_MS = 30_000;
const STARTED_LATE = 'it did not start in time';
const IDLE_MS = 10_000;
const MAX_PROCESSES = 2;
const MAX_WAITING = 256;

export interface PoolTask {
  /** The message to the program. */
  input: object;
  /** After this time the process is killed, because a running call cannot be stopped otherwise. */
  timeoutMs: number;
  /** A task that takes longer is restarted after those of other owners, with `timeoutMs`. */
  firstTryMs?: number;
  /**
   * Tasks of one owner run one at a time, in order. The owner with the least time used so far goes first.
   */
  owner: string;
  /** Tasks with the same key run one at a time. */
  key?: string;
  /** Aborts when no caller waits for the task any more. */
  signal?: AbortSignal;
}

/** `failed`: the program threw, or its process ended or was killed, with the reason. */
export type PoolResult =
  | { kind: 'done'; bytes: Buffer }
  | { kind: 'failed'; problem: string }
  | { kind: 'busy' }
  | { kind: 'cancelled' };

/**
 * Runs a program that may loop or fill the memory in separate processes, which are started on demand, reused for a moment, and
 * killed when a task takes too long.
 */
export interface ProcessPool {
  run(task: PoolTask): Promise<PoolResult>;
  close(): Promise<void>;
}

export interface PoolOptions {
  idleMs?: number;
  startTimeoutMs?: number;
  maxWaiting?: number;
}

interface PoolProcess {
  child: ChildProcess;
  /** Aborts when the process has ended or is killed; the reason is a text. */
  end: AbortController;
  isReady: boolean;
}

interface Waiting extends PoolTask {
  /** For the next try. */
  limitMs: number;
  done: (result: PoolResult) => void;
}

/** Marks the process as ended at once, so that no task is sent to it before its exit. */
const kill = ({ child, end }: PoolProcess, reason: string): void => {
  end.abort(reason);
  child.kill('SIGKILL');
};

const start = (program: string): PoolProcess => {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = new AbortController();
  child.on('error', (error) => end.abort(String(error)));
  child.once('exit', (code, signal) => end.abort(`the process ended with ${signal ?? code}`));
  // A waiting request keeps the server alive; an idle process must not.
  child.unref();
  child.channel?.unref();
  return { child, end, isReady: false };
};

/** Returns the next message of the process, and kills it after `timeoutMs`. Throws if the process has ended. */
const nextMessage = async (
  running: PoolProcess,
  timeoutMs: number,
  reason = `it took longer than ${timeoutMs} ms`,
): Promise<unknown> => {
  const timer = setTimeout(() => kill(running, reason), timeoutMs);
  try {
    const [message]: unknown[] = await once(running.child, 'message', { signal: running.end.signal });
    return message;
  } finally {
    clearTimeout(timer);
  }
};

const runIn = async (
  running: PoolProcess,
  { input, limitMs, signal }: Waiting,
  startTimeoutMs: number,
): Promise<PoolResult> => {
  const cancel = (): void => kill(running, 'nobody waits for it');
  signal?.addEventListener('abort', cancel);
  try {
    if (!running.isReady) await nextMessage(running, startTimeoutMs, STARTED_LATE);
    running.isReady = true;
    running.child.send(input);
    const outcome = Outcome.parse(await nextMessage(running, limitMs));
    return 'bytes' in outcome
      ? { kind: 'done', bytes: Buffer.from(outcome.bytes) }
      : { kind: 'failed', problem: outcome.problem };
  } catch (error) {
    kill(running, String(error));
    if (signal?.aborted) return { kind: 'cancelled' };
    const reason = String(running.end.signal.reason);
    return reason === STARTED_LATE ? { kind: 'busy' } : { kind: 'failed', problem: reason };
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
};

/** `program` is the path of a module that calls `joinPool`. */
export const createProcessPool = (program: string, options: PoolOptions = {}): ProcessPool => {
  const { idleMs = IDLE_MS, startTimeoutMs = START_TIMEOUT_MS, maxWaiting = MAX_WAITING } = options;
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
    const { owner, limitMs, timeoutMs } = task;
    active.add(task);
    const running = wake() ?? begin();
    const startedAt = performance.now();
    const result = await runIn(running, task, startTimeoutMs);
    tookMs.set(owner, (tookMs.get(owner) ?? 0) + performance.now() - startedAt);
    active.delete(task);
    const hasEnded = running.end.signal.aborted;
    if (!hasEnded) idle.set(running, setTimeout(() => kill(running, 'it was idle'), idleMs).unref());
    if (result.kind === 'failed' && hasEnded && limitMs < timeoutMs && !isClosed) {
      task.limitMs = timeoutMs;
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
      const place: Waiting = { ...task, limitMs: task.firstTryMs ?? task.timeoutMs, done };
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
      if (isClosed || waiting.length >= maxWaiting) return { kind: 'busy' };
      return waitFor(task);
    },
    close: async () => {
      isClosed = true;
      for (const { done } of waiting.splice(0)) done({ kind: 'busy' });
      for (const running of processes) kill(running, 'the server closes');
    },
  };
};
