import { readFile } from 'node:fs/promises';

/** Whether a process of this machine runs; one of another user does too. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Ticks of proc(5) have this length on every Linux. */
const TICK_MS = 10;

/** What proc(5) says after the name, which may have spaces and brackets; empty where there is none. */
const statOf = async (pid: number): Promise<string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** The start of a process in ticks since the start of the machine; undefined if it has ended or is unknown. */
export const beginningOf = async (pid: number): Promise<string | undefined> => {
  const stat = await statOf(pid);
  return stat[0] === 'Z' ? undefined : stat[19];
};

/** The processor time of a process and of those that it started and that have ended; 0 if it is unknown. */
export const cpuMsOf = async (pid: number): Promise<number> =>
  (await statOf(pid)).slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
