import { z } from 'zod';
import { file, get, post, put, success, saying } from '../endpoint.ts';
import { FileReport } from '../file-report.ts';
import { messages } from '../messages.ts';
import { Id, MIB, oneLine } from '../fields.ts';

const admin = messages.admin;

const ofImport = { params: z.object({ importId: Id }), notFound: 'import_not_found' } as const;
const column = z.int({ error: messages.people.columnMissing }).min(0).max(99);

/** The columns of the file, counted from 0. A name may be in two columns, or in none: then it is taken from the email. */
export const ImportColumns = z.object({
  name: z.array(column, { error: messages.people.columnMissing }).max(2),
  email: column,
  /** The name of a plan that the person gets. */
  plan: column.nullable().default(null),
  /** The last day of the access; that of the plan, or the one of the whole import, where it is empty. */
  until: column.nullable().default(null),
});
export type ImportColumns = z.output<typeof ImportColumns>;

/** `known` has an account already; `waiting` is not reached yet by an import that runs. */
export const ImportOutcome = z.enum(['new', 'known', 'faulty', 'waiting']);
export type ImportOutcome = z.output<typeof ImportOutcome>;

/** People from a CSV file. Before the import, its lines have the planned outcome; afterwards, the actual one. */
const PeopleImport = z.object({
  _id: z.string(),
  fileName: z.string(),
  state: z.enum(['draft', 'running', 'done']),
  /** Whether it stopped before its last line: running it again continues there. */
  hasFailed: z.boolean(),
  header: z.array(z.string()),
  /** The first rows of the file. */
  samples: z.array(z.array(z.string())),
  /** As they were chosen, or guessed from the header; null when they cannot be guessed. */
  columns: ImportColumns.nullable(),
  /** The last day of the access of people whose line gives none; null when they get none. */
  untilDay: z.string().nullable(),
  counts: z.record(ImportOutcome, z.int()),
  report: FileReport,
  /** Whether a line gives access to an account whose address is not confirmed: it waits for that. */
  waitsForConfirmation: z.boolean(),
  lines: z.array(
    z.object({
      line: z.int(),
      fullName: z.string(),
      email: z.string(),
      outcome: ImportOutcome,
      problem: z.string().nullable(),
      /** The address of an existing account is not confirmed: what the line gives waits for that. */
      waitsForConfirmation: z.literal(true).optional(),
      /** What the line itself will give; null for nothing, and when the import has begun. */
      gets: z
        .object({
          /** Null for access to everything. */
          planName: z.string().nullable(),
          /** Null for life. */
          untilDay: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
});

const imported = { import: PeopleImport };

export const peopleImports = {
  create: post('/admin/people/imports', {
    access: 'admin',
    summary: 'Begin an import of people: read a CSV file, and check its lines without changing anything',
    form: {
      fields: z.object({ fileName: oneLine(200, messages.request.missingFile) }),
      files: { file: { accept: 'csv', maxBytes: 2 * MIB } },
    },
    status: 201,
    response: saying('File received', imported),
  }),
  read: get('/admin/people/imports/:importId', {
    access: 'admin',
    summary: 'Get an import with the outcome of each line',
    ...ofImport,
    response: success(imported),
  }),
  check: put('/admin/people/imports/:importId/columns', {
    access: 'admin',
    summary: 'Choose the columns of an import, and check its lines again without changing anything',
    ...ofImport,
    body: ImportColumns,
    incomplete: messages.people.columnMissing,
    errors: ['import_started'],
    response: saying('File checked', imported),
  }),
  run: post('/admin/people/imports/:importId/run', {
    access: 'admin',
    audit: 'people_imported',
    summary:
      'Run an import in the background: create accounts, invite by email, and give access until a day if there is one',
    ...ofImport,
    body: z.object({ untilDay: z.iso.date({ error: admin.dayMissing }).nullable().default(null) }),
    errors: ['import_started'],
    response: saying('Import started. Invitations are sent by email.', imported),
  }),
  faulty: get('/admin/people/imports/:importId/faulty', {
    access: 'admin',
    audit: 'data_exported',
    summary: 'Get the faulty lines of an import as a CSV file, with what is wrong',
    ...ofImport,
    produces: 'text/csv',
    response: file,
  }),
};
