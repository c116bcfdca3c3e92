import { z } from 'zod';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';

const day = text.checkedBy(z.iso.date());

/** The runs of a course: the same lectures on days of their own. Their state follows from their days. */
export const batches = table('batches', {
  key: ['id'],
  columns: {
    id: text,
    course_id: text,
    name: text,
    starts_on: day,
    /** The last day, which is one of the batch. */
    ends_on: day,
    /** The latest end that its members were told: the terms of their purchases count from it. */
    promised_on: day,
    /** The last day on which it can be joined. */
    join_until: day,
    places: integer.orNull(),
    /** The plan whose buyers it is for; null for everybody who has the course. */
    plan_id: text.orNull(),
    after_end: oneOf('open', 'closed'),
    shows_places: flag,
    /** The weekly pattern of its live classes; null without one. */
    timetable: json.orNull(),
    /** Of the link to join it; null while it is off. */
    code: text.orNull(),
    code_limit: integer.orNull(),
    code_ends_on: day.orNull(),
    /** It opens the course too, until the end of this day. */
    code_opens_until: day.orNull(),
    /** Who set the link: they give the access that it opens. Null for one that was set before this was kept. */
    code_set_by: text.orNull(),
    created_at: time,
    updated_at: time,
    deleted_at: time.orNull(),
  },
  person: null,
  archive: { file: 'courses/batches.jsonl', title: 'Batches of courses.' },
});
export type BatchRow = RowOf<typeof batches>;

/** Who is and was in a batch: one membership of a person and a course is present. */
export const batchMembers = table('batch_members', {
  key: ['id'],
  columns: {
    id: text,
    batch_id: text,
    course_id: text,
    user_id: text,
    source: oneOf('purchase', 'code', 'joined', 'admin', 'moved'),
    /** The purchase that it follows from. */
    attempt_id: text.orNull(),
    /** Who moved the person here: the person, or one of the school. */
    moved_by: oneOf('member', 'school').orNull(),
    /** Its purchase was paid when all places were taken: a to-do. */
    is_excess: flag,
    joined_at: time,
    left_at: time.orNull(),
    left_because: oneOf('refund', 'moved', 'removed', 'replaced').orNull(),
    /** Of a move or a removal by the school. */
    reason: text,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'batches',
    exported: ['batch_id', 'course_id', 'source', 'joined_at', 'left_at', 'left_because', 'reason'],
    onDeletion: 'delete',
  },
  archive: { file: 'courses/batch-members.csv', title: 'Who is and was in a batch.' },
});
export type BatchMemberRow = RowOf<typeof batchMembers>;

/** When a batch has a live class of its course: in place of the date of the lecture. */
export const batchClasses = table('batch_classes', {
  key: ['batch_id', 'lecture_id'],
  columns: {
    batch_id: text,
    lecture_id: text,
    starts_at: time,
    minutes: integer,
    /** Moved manually: the timetable does not change it. */
    is_moved: flag,
    /** It does not take place in this batch. */
    is_cancelled: flag,
    /** How often its time was changed. */
    sequence: integer,
    updated_at: time,
  },
  person: null,
  archive: { file: 'courses/batch-classes.csv', title: 'When batches have their live classes.' },
});
export type BatchClassRow = RowOf<typeof batchClasses>;

/** Who is told once when a place in a full batch opens. */
export const batchWaiters = table('batch_waiters', {
  key: ['batch_id', 'user_id'],
  columns: { batch_id: text, user_id: text, created_at: time },
  person: {
    rows: { userId: 'user_id' },
    title: 'batches that you wait for',
    exported: ['batch_id', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { leftOut: 'Wishes of a few days.' },
});
