import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Where memory runs out, Linux ends this process and not the server, which reports it or starts another. */
export const yieldMemory = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // It has ended already, or this is not Linux.
  }
};
