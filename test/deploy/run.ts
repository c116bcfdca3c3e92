import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 15 * 60_000;
const START_TIMEOUT_MS = 20_000;

const execute = promisify(execFile);

/** Returns the output of a program; throws with what it wrote when it fails. */
export const run = async (program: string, words: string[], env = process.env): Promise<string> => {
  const { stdout } = await execute(program, words, { maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS, env });
  return stdout;
};

/** Where a program is. */
export const commandIn = async (name: string): Promise<string> =>
  (await run('sh', ['-c', 'command -v "$1"', 'sh', name])).trim();

export interface RunningProgram {
  pid: number;
  stop(): Promise<void>;
}

/** A port that nothing listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Resolves when a program that was just started listens on all of these ports. */
export const untilListening = async (child: ChildProcess, ports: readonly number[]): Promise<RunningProgram> => {
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  for (const port of ports) {
    while (!(await isListening(port))) {
      if (child.exitCode !== null || performance.now() > giveUpAt)
        throw new Error(`${child.spawnfile} does not listen on port ${port}`);
      await setTimeout(50);
    }
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};
