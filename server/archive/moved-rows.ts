import { z } from 'zod';
import { EmailWording } from '#contract/school/email-texts.ts';
import { sectionNames } from '#server/settings/sections.ts';
import type { Row } from './archived-table.ts';

/** Backups stay: another school would write over those of this one. */
const moves = (section: string): boolean => sectionNames.some((name) => name === section && name !== 'backups');

const SECTION = /^settings\.(?<section>\w+)$/;
/** The other settings that say something of the school, and not of the server. */
const OTHERS = /^(?:email_text\.[\w-]+|first_step_\w+|public_address|purchase_mode|sample_courses)$/;

/** What is no JSON is read by nothing. */
const parsed = (json: unknown): unknown => {
  try {
    return JSON.parse(String(json));
  } catch {
    return undefined;
  }
};
const Section = z.looseObject({ values: z.record(z.string(), z.json()) });

/** A setting without its secrets. */
const movedSetting = (row: Row): Row | undefined => {
  const name = String(row['name']);
  if (name.startsWith('email_text.') && !EmailWording.safeParse(parsed(row['value'])).success) return undefined;
  if (OTHERS.test(name)) return row;
  const { section = '' } = SECTION.exec(name)?.groups ?? {};
  if (!moves(section)) return undefined;
  const { data: found } = Section.safeParse(parsed(row['value']));
  return found && { ...row, value: JSON.stringify({ values: found.values, secrets: {} }) };
};

/** Work that a row waits for. Other jobs repeat by themselves, or belong to the server. */
const MOVED_JOBS: ReadonlySet<unknown> = new Set([
  'announcements.send',
  'billing.recompute-holders',
  'billing.send-gift',
  'catalog.purge-course',
  'certificates.issue-to-earlier',
  'classes.announce-recording',
  'classroom.caption-words',
  'classroom.read-captions-again',
  'gifts.schedule',
  'lectures.process-video',
  'lectures.purge',
  'news.announce',
  'news.tell',
  'payments.look-up',
  'payments.request-closed',
  'payments.settle-cancel',
  'payments.settle-refund',
  'receipts.issue',
  'receipts.send',
  'refunds.request-again',
  'reports.recompute-sales',
]);

/** A job that has not run, without who ran it. */
const movedJob = (row: Row): Row | undefined => {
  if (!MOVED_JOBS.has(row['name']) || (row['state'] !== 'waiting' && row['state'] !== 'running')) return undefined;
  return {
    ...row,
    state: 'waiting',
    attempts: 0,
    leased_by: null,
    leased_until: null,
    last_error: null,
    finished_at: null,
  };
};

/** A row as another school may have it; undefined for one that stays. */
export const movedRow = (table: string, row: Row): Row | undefined => {
  if (table === 'settings') return movedSetting(row);
  return table === 'jobs' ? movedJob(row) : row;
};
