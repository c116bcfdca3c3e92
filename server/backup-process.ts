import { fork } from 'node:child_process';
import { OperatorError } from './errors.ts';
import { yieldMemory } from './processes/yield-memory.ts';
import type { RunBackup } from './features/school/backups/backups.ts';

interface Sent {
  done?: Awaited<ReturnType<RunBackup>>;
  /** The message for an operator, or a stack. */
  failure?: { message: string; isForOperator: boolean };
}

/**
 * Runs a backup in a process of its own: on SQLite, and with sums of gigabytes, it would hold up the requests of this one.
 * The signal ends it at once, and so does the end of this process; what it wrote is used by the next one.
 */
export const runBackupInProcess: RunBackup = (input, signal) =>
  new Promise((resolve, reject) => {
    const program = new URL('./backup-in-process.ts', import.meta.url);
    const child = fork(program, { execArgv: [], signal, killSignal: 'SIGKILL' });
    yieldMemory(child);
    child.once('message', ({ done, failure }: Sent) => {
      if (done) resolve(done);
      else if (failure?.isForOperator === true) reject(new OperatorError(failure.message));
      else reject(new Error(failure?.message ?? 'the process of the backup failed'));
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process of the backup ended')));
    child.send(input);
  });
