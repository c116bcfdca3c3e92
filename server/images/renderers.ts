import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Drawn, type Drawing } from './drawing.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
/** Some drawings would take minutes, inside one call that cannot be stopped in any other way. */
const TIMEOUT_MS = 10_000;
const START_TIMEOUT_MS = 30_000;
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
  const starting = new Set<ChildProcess>();
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const running = new Set<ChildProcess>();
  let isClosed = false;

  const end = (child: ChildProcess): void => {
    clearTimeout(idle.get(child));
    idle.delete(child);
    running.delete(child);
    child.kill('SIGKILL');
    // A process that cannot even begin fails the order that it was begun for; else it would be begun for ever.
    if (starting.delete(child)) waiting.shift()?.done({ kind: 'refused', problem: 'no process to draw with' });
    next();
  };
  const rest = (child: ChildProcess): void => {
    idle.set(child, setTimeout(() => end(child), idleMs).unref());
    next();
  };
  const start = (): void => {
    const child = fork(program, {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    running.add(child);
    starting.add(child);
    // The request that waits for a picture keeps this process alive; an idle drawing process must not.
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => end(child), START_TIMEOUT_MS).unref();
    child.once('message', () => {
      clearTimeout(timer);
      starting.delete(child);
      rest(child);
    });
    child.once('error', () => end(child));
    child.once('exit', () => end(child));
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
    const [child] = idle.keys();
    if (child === undefined) {
      if (waiting.length > starting.size && running.size < MAX_PROCESSES) start();
      return;
    }
    const task = waiting.shift();
    if (!task) return;
    clearTimeout(idle.get(child));
    idle.delete(child);
    order(child, task);
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
