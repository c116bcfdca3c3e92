import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Drawn, type Drawing } from './drawing.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
/** Some drawings would take minutes, inside one call that cannot be stopped in any other way. */
const TIMEOUT_MS = 10_000;
const IDLE_MS = 10_000;
const MAX_PROCESSES = 2;
const MAX_WAITING = 32;

export type Rendering = { kind: 'drawn'; bytes: Buffer } | { kind: 'refused'; problem: string } | { kind: 'busy' };

/** Processes that draw pictures: begun when needed, kept for a moment, ended when one takes too long. */
export interface Renderers {
  render(drawing: Drawing): Promise<Rendering>;
  close(): Promise<void>;
}

interface Options {
  program?: string;
  timeoutMs?: number;
  idleMs?: number;
}

interface Task {
  drawing: Drawing;
  done: (rendering: Rendering) => void;
}

export const createRenderers = (options: Options = {}): Renderers => {
  const { program = PROGRAM, timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = options;
  const waiting: Task[] = [];
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const running = new Set<ChildProcess>();
  let isClosed = false;

  const start = (): ChildProcess => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    running.add(child);
    // While it draws, the request that waits for it keeps the process alive; an idle one must not.
    child.unref();
    child.channel?.unref();
    child.once('error', () => end(child));
    child.once('exit', () => end(child));
    return child;
  };
  const end = (child: ChildProcess): void => {
    clearTimeout(idle.get(child));
    idle.delete(child);
    running.delete(child);
    child.kill('SIGKILL');
    next();
  };
  const rest = (child: ChildProcess): void => {
    idle.set(child, setTimeout(() => end(child), idleMs).unref());
    next();
  };
  const wake = (): ChildProcess | undefined => {
    const [child] = idle.keys();
    if (child === undefined) return running.size < MAX_PROCESSES ? start() : undefined;
    clearTimeout(idle.get(child));
    idle.delete(child);
    return child;
  };

  const order = (child: ChildProcess, { drawing, done }: Task): void => {
    const finish = (rendering: Rendering): void => {
      clearTimeout(timer);
      child.off('message', heard);
      child.off('exit', lost);
      child.off('error', lost);
      done(rendering);
    };
    const heard = (message: unknown): void => {
      const drawn = Drawn.safeParse(message);
      if (!drawn.success) return lost();
      finish(
        'bytes' in drawn.data
          ? { kind: 'drawn', bytes: Buffer.from(drawn.data.bytes) }
          : { kind: 'refused', problem: drawn.data.problem },
      );
      return rest(child);
    };
    const lost = (): void => {
      finish({ kind: 'refused', problem: 'the drawing process ended' });
      end(child);
    };
    const timer = setTimeout(lost, timeoutMs);
    child.on('message', heard);
    child.once('exit', lost);
    child.once('error', lost);
    child.send(drawing, (error) => {
      if (error) lost();
    });
  };

  const next = (): void => {
    if (waiting.length === 0) return;
    const child = wake();
    const task = child && waiting.shift();
    if (task) order(child, task);
  };

  return {
    render: (drawing) =>
      new Promise((done) => {
        if (isClosed || waiting.length >= MAX_WAITING) return done({ kind: 'busy' });
        waiting.push({ drawing, done });
        return next();
      }),
    close: async () => {
      isClosed = true;
      for (const { done } of waiting.splice(0)) done({ kind: 'busy' });
      for (const child of running) end(child);
    },
  };
};
