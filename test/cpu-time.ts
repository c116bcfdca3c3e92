import { readFileSync } from 'node:fs';

/** The CPU time of this process, in milliseconds: unlike a clock it does not count what other programs do meanwhile. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The CPU time of the processes that this one started and that have ended, in milliseconds (proc(5): cutime and cstime). */
export const endedProcessesCpuMs = (): number => {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) * 10;
};

/** The ids of the processes that this one started and that have not ended. */
export const runningProcesses = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((id) => id !== '');
