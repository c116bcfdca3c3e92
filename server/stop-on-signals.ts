import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from './app.ts';
import type { Config } from './config.ts';

/** Longer than a balancer takes to notice that asks each second or two. */
const DRAIN_MS = 5000;
/** Longer than connections may take to end, and with `DRAIN_MS` shorter than the supervisors of `deploy/` wait. */
const CLOSE_MS = 12_000;

/** Whether other processes may serve in the place of this one. */
const mayHaveOthers = ({ role, databaseUrl }: Config): boolean => role !== 'worker' && databaseUrl !== undefined;

const endWith = (problem: string): never => {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
};

/**
 * SIGTERM closes the app, and before, where other processes may serve, leaves balancers time to notice. SIGINT, as from Ctrl-C,
 * closes it at once. A second signal ends the process. The returned signal tells that a stop has begun.
 */
export const stopOnSignals = (app: App, config: Config): AbortSignal => {
  const stopping = new AbortController();
  const stop = async (servesMs: number): Promise<void> => {
    stopping.abort();
    setTimeout(() => endWith('What was still running after the time to stop was ended'), servesMs + CLOSE_MS).unref();
    app.drain();
    await sleep(servesMs);
    await app.close();
  };
  const stopOn = (name: NodeJS.Signals, servesMs: number): void => {
    process.on(name, () => {
      if (stopping.signal.aborted) process.exit(1);
      stop(servesMs).then(
        () => process.exit(0),
        (error: unknown) => endWith(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      );
    });
  };
  stopOn('SIGTERM', mayHaveOthers(config) ? DRAIN_MS : 0);
  stopOn('SIGINT', 0);
  return stopping.signal;
};
