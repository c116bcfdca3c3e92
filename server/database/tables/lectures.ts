import { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { VideoState } from '#contract/classroom/lectures.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';
import { pseudonym, passing } from './reasons.ts';

export const lectures = table('lectures', {
  key: ['id'],
  columns: {
    id: text,
    kind: oneOf(LectureKind),
    course_id: text,
    /** Null, or of a removed section, if the lecture was deleted then: the lecture is before the first section. */
    section_id: text.orNull(),
    title: text,
    description: text,
    /** In the course. Lectures of a section follow each other. */
    position: integer,
    /** The original, from which all other files can be created again; '' for a kind without a file. */
    video_key: text,
    /** Incremented when a served file is replaced, so that addresses and ETags differ. */
    video_version: integer,
    content_type: text,
    size_bytes: integer,
    /** Of a text, how long reading it takes; of a PDF, a share for each page. */
    duration_ms: integer.orNull(),
    /** As entered, one chapter per line. */
    chapters: text,
    is_free_preview: flag,
    /** Null for a draft. */
    published_at: time.orNull(),
    deleted_at: time.orNull(),
    /** When its files were deleted, a day after the row. */
    purged_at: time.orNull(),
    created_at: time,
    updated_at: time,
  },
  person: null,
  archive: {
    file: 'courses/{course}/{lecture}/lecture.md',
    title: 'A lecture. The text is its description.',
    body: { column: 'description' },
  },
});
export type LectureRow = RowOf<typeof lectures>;

/** The data of a lecture that only its kind reads; a video has none. */
export const lectureContents = table('lecture_contents', {
  key: ['lecture_id'],
  columns: {
    lecture_id: text,
    content: json,
    /** For searching, separated by spaces. */
    words: text,
  },
  person: null,
  archive: {
    file: 'courses/{course}/{lecture}/content.md',
    title: 'What a lecture has that its kind alone reads. The text is that of a text lecture.',
    body: { column: 'content', member: 'markdown' },
  },
});
export type LectureContentRow = RowOf<typeof lectureContents>;

export const captions = table('captions', {
  key: ['lecture_id', 'language'],
  columns: {
    lecture_id: text,
    /** A BCP 47 tag in lower case. */
    language: text,
    label: text,
    file_key: text,
    /** For searching, separated by spaces; null for older captions until they are indexed. */
    words: text.orNull(),
    created_at: time,
    updated_at: time,
  },
  person: null,
  archive: { file: 'courses/captions.csv', title: 'Captions of lectures.' },
});
export type CaptionsRow = RowOf<typeof captions>;

/** A file of a lecture that learners download; `media_files` has its key. */
export const lectureAttachments = table('lecture_attachments', {
  key: ['id'],
  columns: {
    id: text,
    lecture_id: text,
    name: text,
    size_bytes: integer,
    created_at: time,
  },
  person: null,
  archive: { file: 'courses/attachments.csv', title: 'Files of lectures that learners download.' },
});
export type LectureAttachmentRow = RowOf<typeof lectureAttachments>;

/** One file of one version of a lecture's video, by its name in the address. The served bytes never change. */
export const mediaFiles = table('media_files', {
  key: ['lecture_id', 'version', 'name'],
  columns: {
    lecture_id: text,
    version: integer,
    name: text,
    /** The storage key; versions share unchanged files. */
    key: text,
    content_type: text,
    /** JSON: the attributes of a rendition in the master playlist. */
    facts: json.orNull(),
    /** For an earlier version: when its last address expires. */
    served_until: time.orNull(),
  },
  person: null,
  archive: {
    file: 'courses/media-files.jsonl',
    title: 'The files of each version of a lecture, and their names in addresses.',
  },
});
export type MediaFileRow = RowOf<typeof mediaFiles>;

/** The processing state of a lecture's video. */
export const videoWork = table('video_work', {
  key: ['lecture_id'],
  columns: {
    lecture_id: text,
    state: oneOf(VideoState),
    is_playable: flag,
    progress_percent: integer.orNull(),
    failure: oneOf('unreadable', 'noPicture', 'tooHard', 'notConverted').orNull(),
    /** 1 when every file exists. */
    is_complete: flag,
    /** 1 while the lecture plays its earlier video, because browsers cannot play the new one yet. */
    plays_earlier: flag,
    /** The job that may process it; others stop. */
    job_id: text.orNull(),
    updated_at: time,
    /** What made its files. */
    pipeline_version: integer,
  },
  person: null,
  archive: { file: 'courses/processing.csv', title: 'How far the processing of videos is.' },
});
export type VideoWorkRow = RowOf<typeof videoWork>;

/** A resumable upload. The size of its file is the offset. */
export const uploads = table('uploads', {
  columns: {
    id: text,
    user_id: text,
    course_id: text,
    file_name: text,
    /** JSON, as sent by the client. */
    metadata: json,
    size_bytes: integer,
    /** The title of the lecture, once the client has sent it. */
    title: text.orNull(),
    description: text.orNull(),
    /** 1 when the lecture begins as a draft. */
    is_draft: flag,
    /** The section of the new lecture; null: at the end of the course. */
    section_id: text.orNull(),
    /** Uploads of one batch become lectures in the order of their indexes; null for a single upload. */
    batch_id: text.orNull(),
    batch_index: integer.orNull(),
    /** The lecture that gets this video, instead of a new one. */
    replaces_lecture_id: text.orNull(),
    /** The lecture created from it. */
    lecture_id: text.orNull(),
    expires_at: time,
    created_at: time,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: { keep: pseudonym } },
  archive: passing,
});
export type UploadRow = RowOf<typeof uploads>;

export const uploadLocks = table('upload_locks', {
  columns: {
    upload_id: text,
    holder: text,
    /** The caller that waits for the lock. */
    wanted_by: text.orNull(),
    held_until: time,
  },
  person: null,
  archive: passing,
});
export type UploadLockRow = RowOf<typeof uploadLocks>;

/** A device on which an account watches. */
export const playbackSessions = table('playback_sessions', {
  columns: {
    user_id: text,
    id: text,
    started_at: time,
    seen_at: time,
    displaced_at: time.orNull(),
    /** When its login session was ended; it never plays again. */
    ended_at: time.orNull(),
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: passing,
});
export type PlaybackSessionRow = RowOf<typeof playbackSessions>;

export type VideoFailure = NonNullable<VideoWorkRow['failure']>;
