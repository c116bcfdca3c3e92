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

/** The start of a process in ticks since the start of the machine; undefined if it has ended or is unknown. */
export const beginningOf = async (pid: number): Promise<string | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may have spaces and brackets: the state, and 18 numbers later the start.
  const [state, ...numbers] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? undefined : numbers[18];
};
