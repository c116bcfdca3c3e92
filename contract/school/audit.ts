import { z } from 'zod';
import { AUDIT_GROUPS } from './audit-events.ts';
import { file, get, success } from '../endpoint.ts';
import { Id, Instant, pageOf, searchTerm } from '../fields.ts';

export const AuditEvent = z.object({
  _id: z.string(),
  at: Instant,
  kind: z.string(),
  group: z.enum(AUDIT_GROUPS),
  /** The event in words. */
  text: z.string(),
  /** Of what changed, such as a plan or a lecture. */
  name: z.string().nullable(),
  actor: z.object({
    kind: z.enum(['person', 'key', 'system']),
    /** '' for the school itself, and for accounts and keys that no longer exist. */
    name: z.string(),
    /** The account of a person. */
    userId: z.string().nullable(),
  }),
  /** Whom it is about. */
  person: z.object({ _id: z.string(), name: z.string() }).nullable(),
  course: z.object({ _id: z.string(), title: z.string() }).nullable(),
  /** The network address, and the browser and system of the request. */
  address: z.string().nullable(),
  browser: z.string().nullable(),
  /** More than 1 for failed logins, which are counted by hour. */
  times: z.int(),
  /**
   * Values before and after, or facts of the event; never a secret. `before` is null where nothing stood before, `after`
   * where nothing is left; '' is an empty value.
   */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type AuditEvent = z.output<typeof AuditEvent>;

const filter = {
  group: z.enum(AUDIT_GROUPS).optional(),
  /** In the name or email of a person, or in the title of a course. */
  search: searchTerm.default(''),
  /** By this person, or about them. */
  person: Id.optional(),
  course: Id.optional(),
  /** Of so many days until now. */
  days: z.coerce.number().int().min(1).max(3660).optional(),
};
const page = {
  ...pageOf(25),
};
const found = success({ events: z.array(AuditEvent), total: z.int() });

export const audit = {
  list: get('/admin/audit', {
    access: 'admin',
    scope: 'audit:read',
    summary: 'List who did what, the latest first',
    query: z.object({ ...filter, ...page }),
    response: found,
  }),
  exportCsv: get('/admin/audit/export', {
    access: 'admin',
    audit: 'data_exported',
    needsConfirmation: true,
    summary: 'Export who did what as a CSV file, at most 100,000 events',
    query: z.object(filter),
    produces: 'text/csv',
    response: file,
  }),
  exportLines: get('/admin/audit/export-lines', {
    access: 'admin',
    audit: 'data_exported',
    needsConfirmation: true,
    summary: 'Export who did what as JSON lines, at most 100,000 events',
    query: z.object(filter),
    produces: 'application/jsonl',
    response: file,
  }),
  own: get('/user/audit', {
    access: 'user',
    summary: 'List your logins and what changed about your account, the latest first',
    query: z.object(page),
    response: found,
  }),
};
