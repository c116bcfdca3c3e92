import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';

/** The jobs of one kind that are not done. */
export const JobKind = z.object({
  name: z.string(),
  /** Due, and not begun. */
  waiting: z.int(),
  /** Due later. */
  scheduled: z.int(),
  running: z.int(),
  /** Given up in the last day. */
  failed: z.int(),
  /** When the oldest waiting job became due. */
  oldestDueAt: Instant.nullable(),
  /** How far one has come that goes through all people; null for other kinds. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
});
export type JobKind = z.output<typeof JobKind>;

/** A job that runs once per period. */
export const PeriodicJob = z.object({
  name: z.string(),
  everyMs: z.int(),
  /** The outcome of the last run, or the current state; `retrying` after a failed attempt. Null before the first run. */
  state: z.enum(['done', 'failed', 'retrying', 'running']).nullable(),
  lastEndedAt: Instant.nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  nextAt: Instant,
});
export type PeriodicJob = z.output<typeof PeriodicJob>;

/** A job that failed too often and is not retried. */
export const FailedJob = z.object({
  _id: z.string(),
  name: z.string(),
  attempts: z.int(),
  error: z.string(),
  failedAt: Instant,
});
export type FailedJob = z.output<typeof FailedJob>;

/** The place of files, and the space that they use. */
export const StorageUse = z.object({
  kind: z.enum(['disk', 'bucket']),
  /** The folder, or the bucket. */
  place: z.string(),
  /** Null for a bucket: object stores do not report it. */
  freeBytes: z.int().nullable(),
  totalBytes: z.int().nullable(),
  /** By the first part of their keys, such as `videos`. */
  folders: z.array(z.object({ name: z.string(), sizeBytes: z.int() })),
  /** When the folders were measured, which happens once a day. */
  measuredAt: Instant.nullable(),
});
export type StorageUse = z.output<typeof StorageUse>;

export const system = {
  overview: get('/admin/system', {
    access: 'admin',
    summary: 'Get the jobs that are not done, the last and next run of periodic ones, and the use of the storage',
    response: success({
      jobs: z.array(JobKind),
      periodicJobs: z.array(PeriodicJob),
      failedJobs: z.array(FailedJob),
      storage: StorageUse,
    }),
  }),
  retryJob: post('/admin/jobs/:jobId/retry', {
    access: 'admin',
    audit: 'work_started',
    summary: 'Run a job again that was given up',
    params: z.object({ jobId: Id }),
    notFound: 'job_not_found',
    response: saying('The job runs again', {}),
  }),
};
