import { z } from 'zod';
import { del, file, get, post, success, saying } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { personalDataMessages as words } from './personal-data-messages.ts';

/** A file with everything about one user. */
const DataExport = z.object({
  _id: z.string(),
  requestedAt: Instant,
  /** Null while it is prepared; then the user may download it until `expiresAt`. */
  ready: z.object({ at: Instant, sizeBytes: z.int(), expiresAt: Instant }).nullable(),
  /** Whether it could not be prepared: another request tries again. */
  hasFailed: z.boolean(),
});
export type DataExport = z.output<typeof DataExport>;

/** What a user chooses about a deletion. */
const choices = {
  /** Whether questions and answers stay, without the name. */
  keepsPosts: z.boolean().default(true),
  /** Whether certificates can still be verified, with the name. */
  keepsCertificates: z.boolean().default(true),
};

export const PlannedDeletion = z.object({
  requestedAt: Instant,
  /** Until then it can be taken back. */
  deletesAt: Instant,
  isByAdmin: z.boolean(),
  keepsPosts: z.boolean(),
  keepsCertificates: z.boolean(),
});
export type PlannedDeletion = z.output<typeof PlannedDeletion>;

/** As admins see it. */
export const ReasonedDeletion = PlannedDeletion.extend({
  /** Empty when the person requested it. */
  reason: z.string(),
});
export type ReasonedDeletion = z.output<typeof ReasonedDeletion>;

/** With what came of it. */
const DeletionRecord = ReasonedDeletion.extend({
  userId: z.string(),
  /** Null once the account is deleted. */
  person: z.object({ fullName: z.string(), email: z.string() }).nullable(),
  doneAt: Instant.nullable(),
  /** How many rows were deleted or changed. */
  rows: z.int(),
});
export type DeletionRecord = z.output<typeof DeletionRecord>;

/** What came from the file of another school. */
const Brought = z.object({
  notes: z.int(),
  /** Notes of lectures that are not here, or that you may not watch. */
  skipped: z.int(),
  /** Titles of their lectures, as far as the file has them. */
  skippedLectures: z.array(z.string()),
  /** The name and the picture that were taken. */
  fullName: z.string().nullable(),
  hasPicture: z.boolean(),
  /** Certificates in the file. They are not stored: the page of the school that issued one proves it. */
  certificates: z.array(
    z.object({
      code: z.string(),
      courseTitle: z.string(),
      school: z.string(),
      issuedAt: Instant,
      address: z.string().nullable(),
    }),
  ),
});
export type Brought = z.output<typeof Brought>;

const ofPerson = { params: z.object({ userId: Id }), notFound: 'person_not_found' } as const;

export const personalData = {
  mine: get('/user/data', {
    access: 'user',
    summary: 'The latest export of your data, a planned deletion of your account, and what a deletion would end',
    response: success({
      export: DataExport.nullable(),
      deletion: PlannedDeletion.nullable(),
      /** What there is to decide about: certificates, and whether there are questions or answers. */
      certificates: z.int(),
      hasPosts: z.boolean(),
    }),
  }),
  requestExport: post('/user/export', {
    access: 'user',
    summary: 'Request a file with all your data; a notice says when it can be downloaded',
    audit: 'data_exported',
    needsConfirmation: true,
    rateLimit: { perUser: 10 },
    response: saying('Your data is being prepared. A notice says when it is ready.', { export: DataExport }),
  }),
  download: get('/user/exports/:exportId', {
    access: 'user',
    summary: 'Download an export of your data as ZIP',
    needsConfirmation: true,
    params: z.object({ exportId: Id }),
    notFound: 'export_not_found',
    rateLimit: { perUser: 60 },
    produces: 'application/zip',
    response: file,
  }),
  bring: post('/user/import', {
    access: 'user',
    summary:
      'Bring your notes along from another school, and your name and picture if you like: the ZIP with your data there',
    audit: 'data_imported',
    rateLimit: { perUser: 10 },
    form: {
      fields: z.object({ takesName: z.literal('true').optional(), takesPicture: z.literal('true').optional() }),
      files: { file: { accept: 'any', maxBytes: 200 * 1024 ** 2 } },
    },
    errors: ['foreign_export_unreadable'],
    response: saying(words.brought, Brought.shape),
  }),
  requestDeletion: post('/user/deletion', {
    access: 'user',
    summary:
      'Request the deletion of your account: it happens 14 days later unless you take it back. A second request changes what is kept, not the day',
    audit: 'deletion_planned',
    needsConfirmation: true,
    rateLimit: { perUser: 30 },
    body: z.object(choices),
    errors: ['last_admin', 'deletion_began'],
    response: saying('The deletion is planned', { deletion: PlannedDeletion }),
  }),
  takeBack: del('/user/deletion', {
    access: 'user',
    summary: 'Take the deletion of your account back',
    audit: 'deletion_taken_back',
    errors: ['deletion_began'],
    response: saying('Your account stays', {}),
  }),
  deletions: get('/admin/deletions', {
    access: 'admin',
    summary: 'List deletions of accounts: the planned ones, and the record of the latest 200',
    response: success({ deletions: z.array(DeletionRecord) }),
  }),
  deletePerson: post('/admin/people/:userId/deletion', {
    access: 'admin',
    summary: 'Request the deletion of an account on behalf of its user, who gets an email and can take it back',
    audit: 'deletion_planned',
    ...ofPerson,
    needsConfirmation: true,
    body: z.object({ ...choices, reason: z.string().trim().min(1, words.reasonMissing).max(500) }),
    incomplete: words.reasonMissing,
    errors: ['last_admin'],
    response: saying('The deletion is planned', { deletion: PlannedDeletion }),
  }),
  keepPerson: del('/admin/people/:userId/deletion', {
    access: 'admin',
    summary: 'Take a deletion back that was requested for a person',
    audit: 'deletion_taken_back',
    ...ofPerson,
    errors: ['deletion_began'],
    response: saying('The account stays', {}),
  }),
};
