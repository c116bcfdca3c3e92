import { Worker } from 'node:worker_threads';
import { OperatorError } from './errors.ts';
import type { RunBackup } from './features/school/backups/backups.ts';

interface Posted {
  done?: Awaited<ReturnType<RunBackup>>;
  /** What an operator can fix, or a stack. */
  failure?: { message: string; isForOperator: boolean };
}

/**
 * Runs a backup in a thread of its own: on SQLite, and with sums of gigabytes, it would hold up the requests of this process.
 * The signal ends it at once; what it wrote is used by the next one.
 */
export const runBackupInThread: RunBackup = (input, signal) =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./backup-in-thread.ts', import.meta.url), { workerData: input });
    const stop = (): void => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', ({ done, failure }: Posted) => {
      if (done) resolve(done);
      else if (failure?.isForOperator === true) reject(new OperatorError(failure.message));
      else reject(new Error(failure?.message ?? 'the thread of the backup failed'));
    });
    thread.once('error', reject);
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('the thread of the backup ended'));
    });
  });
