import { runningProcesses } from './cpu-time.ts';
import { until } from './until.ts';

/** Sends a signal to the processes that this one starts after `before`. SIGSTOP has the effect of a machine that is busy for ever. */
export const signalNext = async (before: readonly string[], signal: NodeJS.Signals): Promise<void> => {
  const ids = (): string[] => runningProcesses().filter((id) => !before.includes(id));
  await until(() => ids().length > 0, 'a process has started');
  for (const id of ids()) process.kill(Number(id), signal);
};
