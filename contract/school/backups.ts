import { z } from 'zod';
import { get, post, success, saying } from '../endpoint.ts';
import { Instant } from '../fields.ts';

/** One scheduled backup, or one that an admin started. */
export const BackupRun = z.object({
  _id: z.string(),
  state: z.enum(['running', 'verified', 'failed']),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  files: z.int().nullable(),
  sizeBytes: z.int().nullable(),
  /** What it added to the place: content that earlier backups have is stored once. */
  addedBytes: z.int().nullable(),
  problem: z.string().nullable(),
});
export type BackupRun = z.output<typeof BackupRun>;

export const backups = {
  list: get('/admin/backups', {
    access: 'admin',
    summary: 'List the backups that are kept, newest first, and when the next one is written',
    response: success({
      /** Null while no place for backups is set. */
      place: z.string().nullable(),
      isEncrypted: z.boolean(),
      nextAt: Instant.nullable(),
      lastVerifiedAt: Instant.nullable(),
      runs: z.array(BackupRun),
    }),
  }),
  start: post('/admin/backups', {
    access: 'admin',
    audit: 'work_started',
    summary: 'Write and verify a backup now',
    rateLimit: { perUser: 20 },
    status: 201,
    errors: ['backup_off', 'backup_running'],
    response: saying('Backup started', {}),
  }),
};
