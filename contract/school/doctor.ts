import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Instant } from '../fields.ts';

/** The result of one check of the doctor. */
export const Finding = z.object({
  check: z.enum([
    'folder',
    'disk',
    'files',
    'clock',
    'database',
    'schema',
    'jobs',
    'backups',
    'delivery',
    'payments',
    'webhook',
    'email',
    'video',
    'proxy',
    'address',
  ]),
  /** A warning keeps nothing from working. */
  status: z.enum(['ok', 'warning', 'failing']),
  title: z.string(),
  detail: z.string(),
  /** The setting that it is about. */
  setting: z.string().nullable(),
  /** The fix: a text, and its setting or command. */
  fix: z.object({ text: z.string(), code: z.string() }).nullable(),
});
export type Finding = z.output<typeof Finding>;

export const DoctorReport = z.object({
  checkedAt: Instant,
  findings: z.array(Finding),
  program: z.object({
    version: z.string(),
    nodeVersion: z.string(),
    startedAt: Instant,
    memoryBytes: z.int(),
  }),
});
export type DoctorReport = z.output<typeof DoctorReport>;

export const doctor = {
  examine: get('/admin/doctor', {
    access: 'admin',
    summary: 'Check everything that the server depends on',
    rateLimit: { perUser: 100 },
    response: success({ report: DoctorReport }),
  }),
  summary: get('/admin/doctor/summary', {
    access: 'admin',
    summary: 'Count the checks that fail or warn, as they were at most 15 minutes ago',
    response: success({ failing: z.int(), warning: z.int() }),
  }),
};
