import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';

/** An import of people from a file. */
export const peopleImports = table('people_imports', {
  columns: {
    id: text,
    file_name: text,
    state: oneOf('draft', 'running', 'done'),
    /** JSON, as are the chosen `columns`, the `report` and the cells of the lines. */
    header: json,
    columns: text.orNull(),
    /** The last day of their access. */
    until_day: text.orNull(),
    report: text.orNull(),
    created_by: text,
    created_at: time,
  },
  person: null,
  archive: { leftOut: 'The people are accounts.' },
});
export type PeopleImportRow = RowOf<typeof peopleImports>;

export const peopleImportRows = table('people_import_rows', {
  columns: {
    import_id: text,
    line: integer,
    cells: text,
    /** Null until the running import has reached the line. */
    outcome: oneOf('new', 'known', 'faulty').orNull(),
    /** JSON: the problem of a faulty line. */
    problem: json.orNull(),
  },
  person: {
    rows: { mentions: 'cells' },
    onDeletion: { set: { cells: '[]' }, why: 'The number of the line.' },
  },
  archive: { leftOut: 'The people are accounts.' },
});
export type PeopleImportLineRow = RowOf<typeof peopleImportRows>;

/** The deletion of an account: planned until `done_at`, then its record. */
export const accountDeletions = table('account_deletions', {
  key: ['user_id'],
  columns: {
    user_id: text,
    requested_at: time,
    /** The user, or an admin. */
    requested_by: text,
    /** Of an admin; '' from the user. */
    reason: text,
    keeps_posts: flag,
    keeps_certificates: flag,
    deletes_at: time,
    /** When its steps began: it cannot be taken back any more. */
    started_at: time.orNull(),
    done_at: time.orNull(),
    /** JSON: the number of rows by table. */
    removed: json,
  },
  person: {
    rows: { userId: 'user_id' },
    onDeletion: { keep: 'The record of the deletion: when, why and how many rows.' },
  },
  archive: { file: 'people/deletions.jsonl', title: 'Planned and done deletions of accounts.' },
});
export type AccountDeletionRow = RowOf<typeof accountDeletions>;

/** A file with everything about one user. */
export const dataExports = table('data_exports', {
  columns: {
    id: text,
    user_id: text,
    requested_at: time,
    /** Null until the file is complete, as are its key and its size. */
    ready_at: time.orNull(),
    file_key: text.orNull(),
    size_bytes: integer.orNull(),
    expires_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'exports',
    exported: ['requested_at', 'ready_at'],
    onDeletion: 'steps',
  },
  archive: { leftOut: 'Files of a few days, which people request again.' },
});
export type DataExportRow = RowOf<typeof dataExports>;
