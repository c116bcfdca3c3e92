import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Drawn, type Drawing } from './drawing.ts';

const PROGRAM = join(import.meta.dirname, 'render.ts');
/** Some images would take minutes, inside one call that cannot be stopped in any other way. */
const TIMEOUT_MS = 10_000;
const SVG_TIMEOUT_MS = 2000;
const START_TIMEOUT_MS = 30_000;
const IDLE_MS = 10_000;
const MAX_PROCESSES = 2;
const MAX_WAITING = 256;

export type Rendering =
  | { kind: 'drawn'; bytes: Buffer }
  | { kind: 'refused'; problem: string }
  | { kind: 'busy' }
  | { kind: 'cancelled' };

export interface RenderTask {
  drawing: Drawing;
  /** Who sent the image: each sender has one image drawn at a time. */
  sender: string;
  /** Aborts when nobody waits for the image any more. */
  signal: AbortSignal;
}

/** Processes that draw images: started when needed, kept for a moment, killed when one takes too long. */
export interface Renderers {
  render(task: RenderTask): Promise<Rendering>;
  close(): Promise<void>;
}

interface Options {
  idleMs?: number;
  maxWaiting?: number;
}

interface Renderer {
  child: ChildProcess;
  /** Aborts when the process has ended. */
  ended: AbortSignal;
  isReady: boolean;
}

interface Waiting extends RenderTask {
  done: (rendering: Rendering) => void;
}

const start = (): Renderer => {
  const child = fork(PROGRAM, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const end = new AbortController();
  child.on('error', () => end.abort());
  child.once('exit', () => end.abort());
  // The request that waits for an image keeps this process alive; an idle drawing process must not.
  child.unref();
  child.channel?.unref();
  return { child, ended: end.signal, isReady: false };
};

/** The next message of the process, which is killed when there is none in time. Throws when the process has ended. */
const nextMessage = async ({ child, ended }: Renderer, timeoutMs: number): Promise<unknown> => {
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  try {
    const [message]: unknown[] = await once(child, 'message', { signal: ended });
    return message;
  } finally {
    clearTimeout(timer);
  }
};

const draw = async (renderer: Renderer, { drawing, signal }: RenderTask): Promise<Rendering> => {
  const kill = (): void => void renderer.child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    if (!renderer.isReady) await nextMessage(renderer, START_TIMEOUT_MS);
    renderer.isReady = true;
    renderer.child.send(drawing);
    const drawn = Drawn.parse(await nextMessage(renderer, drawing.isSvg ? SVG_TIMEOUT_MS : TIMEOUT_MS));
    return 'bytes' in drawn
      ? { kind: 'drawn', bytes: Buffer.from(drawn.bytes) }
      : { kind: 'refused', problem: drawn.problem };
  } catch {
    kill();
    return signal.aborted ? { kind: 'cancelled' } : { kind: 'refused', problem: 'the drawing process ended' };
  } finally {
    signal.removeEventListener('abort', kill);
  }
};

export const createRenderers = (options: Options = {}): Renderers => {
  const { idleMs = IDLE_MS, maxWaiting = MAX_WAITING } = options;
  const waiting: Waiting[] = [];
  const active = new Set<Waiting>();
  const idle = new Map<Renderer, NodeJS.Timeout>();
  const renderers = new Set<Renderer>();
  let isClosed = false;

  const begin = (): Renderer => {
    const renderer = start();
    renderers.add(renderer);
    renderer.ended.addEventListener('abort', () => {
      renderers.delete(renderer);
      clearTimeout(idle.get(renderer));
      idle.delete(renderer);
    });
    return renderer;
  };

  const wake = (): Renderer | undefined => {
    const [renderer] = idle.keys();
    if (!renderer) return undefined;
    clearTimeout(idle.get(renderer));
    idle.delete(renderer);
    return renderer;
  };

  /** Its exit is noticed later: an image that arrives in between must find another process. */
  const endIdle = (renderer: Renderer): void => {
    idle.delete(renderer);
    renderer.child.kill('SIGKILL');
  };

  /** One process at most draws an SVG, so that photos are drawn whatever SVGs are sent. */
  const mayRun = (task: Waiting): boolean =>
    active.size < MAX_PROCESSES &&
    !active.values().some(({ sender, drawing }) => sender === task.sender || (drawing.isSvg && task.drawing.isSvg));

  const run = async (task: Waiting): Promise<void> => {
    active.add(task);
    const renderer = wake() ?? begin();
    const rendering = await draw(renderer, task);
    active.delete(task);
    if (!renderer.ended.aborted && !renderer.child.killed)
      idle.set(renderer, setTimeout(() => endIdle(renderer), idleMs).unref());
    task.done(rendering);
    runNext();
  };

  const runNext = (): void => {
    for (;;) {
      const index = waiting.findIndex(mayRun);
      const [task] = index < 0 ? [] : waiting.splice(index, 1);
      if (!task) return;
      void run(task);
    }
  };

  const waitFor = (task: RenderTask): Promise<Rendering> =>
    new Promise((resolve) => {
      const done = (rendering: Rendering): void => {
        task.signal.removeEventListener('abort', leave);
        resolve(rendering);
      };
      const place: Waiting = { ...task, done };
      const leave = (): void => {
        const index = waiting.indexOf(place);
        if (index < 0) return;
        waiting.splice(index, 1);
        done({ kind: 'cancelled' });
      };
      task.signal.addEventListener('abort', leave);
      waiting.push(place);
      runNext();
    });

  return {
    render: async (task) => {
      if (task.signal.aborted) return { kind: 'cancelled' };
      if (isClosed || waiting.length >= maxWaiting) return { kind: 'busy' };
      return waitFor(task);
    },
    close: async () => {
      isClosed = true;
      for (const { done } of waiting.splice(0)) done({ kind: 'busy' });
      for (const { child } of renderers) child.kill('SIGKILL');
    },
  };
};
