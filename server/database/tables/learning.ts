import { integer, json, table, text, time, type RowOf } from '../table.ts';
import { computed } from './reasons.ts';

export const lectureProgress = table('lecture_progress', {
  key: ['user_id', 'lecture_id'],
  columns: {
    user_id: text,
    lecture_id: text,
    course_id: text,
    position_ms: integer,
    /** JSON: merged [from, to) in milliseconds, ascending. */
    watched: json,
    watched_ms: integer,
    /** Time since this moment allows more coverage; counted coverage moves it forward. */
    allowance_from: time,
    /** The latest player, and its last heartbeat. */
    session_id: text,
    seq: integer,
    /** Stays set until the user reverts it. */
    done_at: time.orNull(),
    watched_at: time,
    /** Null for rows that versions before 0.4 wrote. */
    began_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'progress',
    exported: ['course_id', 'lecture_id', 'position_ms', 'watched', 'watched_ms', 'done_at', 'watched_at', 'began_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/progress.jsonl', title: 'How far people are in lectures. Positions are in milliseconds.' },
});
export type LectureProgressRow = RowOf<typeof lectureProgress>;

export const courseCompletions = table('course_completions', {
  key: ['user_id', 'course_id'],
  columns: {
    user_id: text,
    course_id: text,
    completed_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'completed-courses',
    exported: ['course_id', 'completed_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/completions.csv', title: 'Who completed which course.' },
});

/** When a user last opened My learning, and when the visit before that ended. */
export const learningVisits = table('learning_visits', {
  key: ['user_id'],
  columns: {
    user_id: text,
    visited_at: time,
    /** Null at the first visit. */
    previous_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'visits',
    exported: ['visited_at', 'previous_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/visits.csv', title: 'When people last opened My learning.' },
});
export type LearningVisitRow = RowOf<typeof learningVisits>;

/** A private note of a user at a moment of a lecture. */
export const lectureNotes = table('lecture_notes', {
  key: ['user_id', 'id'],
  columns: {
    user_id: text,
    /** Chosen by the client; unique per user. */
    id: text,
    lecture_id: text,
    position_ms: integer,
    text: text,
    created_at: time,
    updated_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'notes',
    exported: ['id', 'lecture_id', 'position_ms', 'text', 'created_at', 'updated_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/notes.csv', title: 'Private notes of learners.' },
});
export type LectureNoteRow = RowOf<typeof lectureNotes>;

/** A person went back to ten seconds of a lecture in a week. */
export const lectureRewinds = table('lecture_rewinds', {
  key: ['lecture_id', 'week', 'user_id', 'bucket'],
  columns: {
    lecture_id: text,
    week: integer,
    bucket: integer,
    user_id: text,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'rewinds',
    exported: ['lecture_id', 'week', 'bucket'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/rewinds.csv', title: 'Places of lectures that people watched again.' },
});

/** A projection: the number of viewers of a course. Marking a lecture as watched does not count. */
export const courseAudience = table('course_audience', {
  columns: {
    course_id: text,
    viewers: integer,
    watched_ms: integer,
    computed_at: time,
  },
  person: null,
  archive: computed,
});
export type CourseAudienceRow = RowOf<typeof courseAudience>;

/** A projection: the number of viewers of a lecture, and how far they watched. */
export const lectureAudience = table('lecture_audience', {
  columns: {
    lecture_id: text,
    course_id: text,
    viewers: integer,
    watched_ms: integer,
    completed: integer,
    /** JSON: for each minute of the video, the number of viewers who stopped in it. */
    left_by_minute: json,
  },
  person: null,
  archive: computed,
});
export type LectureAudienceRow = RowOf<typeof lectureAudience>;

/** The codes that were drawn over lectures: one for a person and a month. */
export const watermarkCodes = table('watermark_codes', {
  key: ['code'],
  columns: {
    code: text,
    user_id: text,
    /** Such as `2026-11`. */
    month: text,
    created_at: time,
  },
  person: { rows: { userId: 'user_id' }, title: 'watermarks', exported: ['code', 'month'], onDeletion: 'delete' },
  archive: { file: 'learning/watermarks.csv', title: 'Codes of watermarks, by which a copy is traced.' },
});

export const calendarAddresses = table('calendar_addresses', {
  columns: {
    user_id: text,
    number: integer,
    changed_at: time,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: { leftOut: 'Addresses are signed by this school; another one signs its own.' },
});

export const podcastAddresses = table('podcast_addresses', {
  columns: {
    user_id: text,
    number: integer,
    changed_at: time,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: { leftOut: 'Addresses are signed by this school; another one signs its own.' },
});
