import { integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { secret, passing } from './reasons.ts';

export const jobs = table('jobs', {
  key: ['id'],
  columns: {
    id: text,
    name: text,
    /** JSON, checked by the job's own schema when it runs. */
    payload: json,
    state: oneOf('waiting', 'running', 'done', 'failed'),
    run_at: time,
    attempts: integer,
    leased_by: text.orNull(),
    leased_until: time.orNull(),
    last_error: text.orNull(),
    created_at: time,
    finished_at: time.orNull(),
  },
  person: { rows: { mentions: 'payload' }, onDeletion: 'delete' },
  archive: { file: 'school/planned.jsonl', title: 'Work that is planned, such as gifts for a later day.' },
});
export type JobRow = RowOf<typeof jobs>;

export const signingKeys = table('signing_keys', {
  columns: {
    id: text,
    purpose: text,
    secret: text,
    created_at: time,
    retired_at: time.orNull(),
  },
  person: null,
  archive: secret,
});
export type SigningKeyRow = RowOf<typeof signingKeys>;

export const topicVersions = table('topic_versions', {
  columns: {
    topic: text,
    version: integer,
  },
  person: null,
  archive: passing,
});

export const rateCounters = table('rate_counters', {
  columns: {
    name: text,
    window_started_at: time,
    count: integer,
  },
  person: null,
  archive: passing,
});

/** One scheduled backup, or one that an admin started. */
export const backupRuns = table('backup_runs', {
  columns: {
    /** The id of its job. */
    id: text,
    place: text,
    state: oneOf('running', 'verified', 'failed'),
    started_at: time,
    finished_at: time.orNull(),
    /** The backup it made; rows of removed backups are deleted. */
    backup_id: text.orNull(),
    files: integer.orNull(),
    size_bytes: integer.orNull(),
    /** Bytes added to the place. */
    added_bytes: integer.orNull(),
    problem: text.orNull(),
  },
  person: null,
  archive: passing,
});
export type BackupRunRow = RowOf<typeof backupRuns>;

/** A record of the sandbox as JSON. */
export const sandboxRecords = table('sandbox_records', {
  columns: {
    kind: text,
    id: text,
    record: text,
    /** Grows in the order in which records were first stored. */
    place: integer,
    /** Grows with each turn that changed something. */
    revision: integer,
  },
  person: null,
  archive: { leftOut: 'The built-in test provider: no real money.' },
});
export type SandboxRecordRow = RowOf<typeof sandboxRecords>;
