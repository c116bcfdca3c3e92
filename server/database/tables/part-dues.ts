import { z } from 'zod';
import { Mode } from '#contract/billing/payments.ts';
import { integer, oneOf, table, text, time, type RowOf } from '../table.ts';
import { books } from './reasons.ts';

/** A part of a purchase: what was agreed, what the school changed since, and projections of what is paid. */
export const partDues = table('part_dues', {
  key: ['attempt_id', 'n'],
  columns: {
    attempt_id: text,
    /** From 1. */
    n: integer,
    user_id: text,
    mode: oneOf(Mode),
    amount_in_paise: integer,
    /** The agreed day. */
    due_on: text.checkedBy(z.iso.date()),
    /** The day until which the school postponed it. */
    promised_on: text.checkedBy(z.iso.date()).orNull(),
    written_off_at: time.orNull(),
    /** Why it was postponed or written off. */
    reason: text.orNull(),
    paid_in_paise: integer,
    /** What is still owed of it: 0 once it is paid, written off, or its purchase ended. */
    missing_in_paise: integer,
    /** When access pauses if something is missing then. */
    pauses_at: time,
    reminded_at: time.orNull(),
    /** How many of its reminders are over. */
    reminder: integer,
    /** When the next one is due; null while nothing is missing, and after the last one. */
    remind_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'parts',
    exported: ['n', 'amount_in_paise', 'due_on', 'promised_on', 'written_off_at', 'paid_in_paise'],
    onDeletion: { set: { reason: null }, why: books },
  },
  archive: { file: 'payments/parts.csv', title: 'Parts of purchases that are paid in parts.' },
});
export type PartDueRow = RowOf<typeof partDues>;
