import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const preload = path.join(import.meta.dirname, 'clock-offset.ts');

/** One process of the product, as it is shipped. */
interface ServerProcess {
  origin: string;
  child: ChildProcess;
}

const untilReady = async (child: ChildProcess): Promise<string> => {
  let said = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(chunk);
    const address = /ready at ([^\s"]+)["\n]/.exec(said)?.[1];
    if (address !== undefined) return address.replace('//localhost:', '//127.0.0.1:');
  }
  throw new Error(`a server ended while it started: ${said}`);
};

const isAlive = ({ child }: ServerProcess): boolean => child.exitCode === null && child.signalCode === null;

const die = async ({ child }: ServerProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** As a supervisor ends it. */
const endOf = async ({ child }: ServerProcess): Promise<{ code: number | null; ms: number }> => {
  const begunAt = performance.now();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return { code: child.exitCode, ms: performance.now() - begunAt };
};

/**
 * Processes of the product on one database, at first two that start at once, or one on SQLite. They die and are restarted, and
 * their clocks move together.
 */
export const startServers = async (settingsOf: (place: number) => Record<string, string>) => {
  let aheadMs = 0;
  const setClock = async ({ child }: { child: ChildProcess }): Promise<void> => {
    if (!child.connected) return;
    const hearing = new AbortController();
    const { signal } = hearing;
    const heard = Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal })]);
    child.send(aheadMs, () => undefined);
    await heard;
    hearing.abort();
  };
  const start = async (place: number): Promise<ServerProcess> => {
    const child = spawn(process.execPath, ['--import', preload, 'server/main.ts'], {
      cwd: root,
      env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...settingsOf(place) },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await setClock({ child });
    const origin = await untilReady(child);
    child.stdout?.resume();
    return { origin, child };
  };
  const hasServer = settingsOf(0)['DATABASE_URL'] !== undefined;
  const places = await Promise.all(hasServer ? [start(0), start(1)] : [start(0)]);
  const dying = new Set<ServerProcess>();
  const comingBack = new Set<Promise<void>>();
  const living = (): ServerProcess[] => places.filter(isAlive);

  return {
    now: () => Date.now() + aheadMs,
    pid: (place: number): number | undefined => places[place]?.child.pid,
    /** Starts one more, in the next place. */
    add: async (): Promise<void> => {
      places.push(await start(places.length));
    },
    /** The address of the one in this place, or of the other while it is gone. */
    origin: (place: number): string => {
      const wanted = places[place % places.length];
      return (wanted && isAlive(wanted) ? wanted : living()[0])?.origin ?? '';
    },
    advance: async (ms: number): Promise<void> => {
      aheadMs += ms;
      await Promise.all(living().map(setClock));
    },
    /** Ends the one in this place in the middle of whatever it does; a new one comes in its stead. */
    kill: async (wanted: number): Promise<void> => {
      const place = wanted % places.length;
      const victim = places[place];
      // Two places of one process are killed once.
      if (!victim || !isAlive(victim) || dying.has(victim)) return;
      dying.add(victim);
      await die(victim);
      const back = start(place).then((fresh) => {
        places[place] = fresh;
        comingBack.delete(back);
      });
      comingBack.add(back);
    },
    /** Ends the one in this place as a supervisor does, and starts it again. Returns the code that it ended with. */
    restart: async (place: number): Promise<number | null> => {
      const running = places[place];
      if (!running) throw new Error('there is no such server');
      const { code } = await endOf(running);
      places[place] = await start(place);
      return code;
    },
    /** Ends the one in this place as a supervisor does. Returns the code that it ended with, and how long it took. */
    end: async (place: number): Promise<{ code: number | null; ms: number }> => {
      const running = places[place];
      if (!running) throw new Error('there is no such server');
      return endOf(running);
    },
    /** How many run. One that ended without `kill` stays away. */
    count: () => living().length,
    /** Resolves when all that died are back. */
    areWhole: async (): Promise<void> => {
      await Promise.all(comingBack);
    },
    stop: async (): Promise<void> => {
      await Promise.all(comingBack);
      await Promise.all(living().map(die));
    },
  };
};

export type Servers = Awaited<ReturnType<typeof startServers>>;
