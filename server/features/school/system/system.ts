import type { FailedJob, JobKind, PeriodicJob, StorageUse } from '#contract/school/system.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import type { JobCount } from '#server/jobs/jobs.queries.ts';
import type { Platform } from '#server/platform.ts';
import type { FileSweep } from '#server/storage/file-sweep.ts';
import { readS3Settings } from '#server/storage/settings.ts';

export interface SystemNeeds {
  lastSweep: () => Promise<FileSweep | null>;
  /** How far jobs have come that go through all people, by their names. */
  progress: () => Promise<ReadonlyMap<string, { done: number; total: number }>>;
}

/** One row for each kind, from one for each kind and state. */
const kindsOf = (
  counts: readonly JobCount[],
  progress: Awaited<ReturnType<SystemNeeds['progress']>>,
  now: number,
): JobKind[] =>
  [...Map.groupBy(counts, ({ name }) => name)].map(([name, ofName]) => {
    const countOf = (state: JobCount['state']): number => ofName.find((row) => row.state === state)?.count ?? 0;
    const due = ofName.find(({ state }) => state === 'due');
    return {
      name,
      waiting: countOf('due'),
      scheduled: countOf('scheduled'),
      running: countOf('running'),
      failed: countOf('failed'),
      oldestDueAt: due ? toInstant(now - due.oldestDueMs) : null,
      progress: progress.get(name) ?? null,
    };
  });

const wholeOrNull = (bytes: number): number | null => (Number.isFinite(bytes) ? Math.round(bytes) : null);

export type System = ReturnType<typeof createSystem>;

/** The jobs of the server and the use of its storage. */
export const createSystem = ({ config, jobs, storage, clock }: Platform, { lastSweep, progress }: SystemNeeds) => ({
  jobs: async (): Promise<{ jobs: JobKind[]; periodicJobs: PeriodicJob[]; failedJobs: FailedJob[] }> => {
    const [counts, periodic, failed] = await Promise.all([jobs.counts(), jobs.periodic(), jobs.failed()]);
    return {
      jobs: kindsOf(counts, await progress(), clock.now()),
      periodicJobs: periodic.map(({ lastEndedAtMs, nextAtMs, ...job }) => ({
        ...job,
        lastEndedAt: toInstantOrNull(lastEndedAtMs),
        nextAt: toInstant(nextAtMs),
      })),
      failedJobs: failed.map(({ id, name, attempts, last_error: error, finished_at: failedAt }) => ({
        _id: id,
        name,
        attempts,
        error: error ?? '',
        failedAt: toInstant(failedAt ?? 0),
      })),
    };
  },

  storage: async (): Promise<StorageUse> => {
    const bucket = readS3Settings(config.environment)?.bucket;
    const sweep = await lastSweep();
    return {
      kind: bucket === undefined ? 'disk' : 'bucket',
      place: bucket ?? config.dataDir,
      freeBytes: wholeOrNull(await storage.freeBytes()),
      totalBytes: wholeOrNull(await storage.totalBytes()),
      folders: Object.entries(sweep?.folderBytes ?? {})
        .map(([name, sizeBytes]) => ({ name, sizeBytes }))
        .toSorted((a, b) => b.sizeBytes - a.sizeBytes),
      measuredAt: sweep ? toInstant(sweep.atMs) : null,
    };
  },

  /** Runs a job again that was given up. Throws `job_not_found`. */
  retryJob: async (id: string): Promise<void> => {
    if (!(await jobs.retry(id))) throw fail('job_not_found');
  },
});
