import { z } from 'zod';
import { del, get, post, success, saying } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { messages } from '../messages.ts';

/** A file with everything of the school, for another installation. */
const SchoolExport = z.object({
  _id: z.string(),
  requestedAt: Instant,
  /** Null while it is prepared; then it can be downloaded until `expiresAt`. */
  ready: z.object({ at: Instant, sizeBytes: z.int(), expiresAt: Instant }).nullable(),
  /** Whether it could not be prepared: another request tries again. */
  hasFailed: z.boolean(),
});
export type SchoolExport = z.output<typeof SchoolExport>;

const ofExport = { params: z.object({ exportId: Id }), notFound: 'export_not_found' } as const;

export const schoolExports = {
  list: get('/admin/school-exports', {
    access: 'admin',
    summary: 'List the exports of the whole school, the newest first',
    response: success({ exports: z.array(SchoolExport) }),
  }),
  request: post('/admin/school-exports', {
    access: 'admin',
    summary: 'Request a ZIP with the whole school in open formats; a notice says when it can be downloaded',
    audit: 'school_exported',
    needsConfirmation: true,
    rateLimit: { perUser: 10 },
    response: saying(messages.schoolExports.requested, { export: SchoolExport }),
  }),
  address: post('/admin/school-exports/:exportId/address', {
    access: 'admin',
    summary: 'Create an address of an export that works for a day without a login, so that a download can be resumed',
    audit: 'school_export_downloaded',
    ...ofExport,
    needsConfirmation: true,
    response: saying('The download can begin', { address: z.string() }),
  }),
  remove: del('/admin/school-exports/:exportId', {
    access: 'admin',
    summary: 'Delete an export of the school; its addresses end',
    audit: 'school_export_deleted',
    ...ofExport,
    response: saying(messages.schoolExports.removed, {}),
  }),
};
