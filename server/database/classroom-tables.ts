import type { Generated } from 'kysely';

/** Row types of courses, lectures, their videos and progress. As in tables.ts. */

export interface CourseRow {
  id: string;
  title: string;
  description: string;
  category: string;
  created_by: string;
  /** One per line. */
  outcomes: string | null;
  thumbnail_key: string | null;
  position: number;
  /** Title, category, instructor and description in lower case, for searching. */
  search_text: string;
  author_id: string | null;
  /** Null for a draft. */
  published_at: number | null;
  deleted_at: number | null;
  /** When its files were deleted, a day after the row. */
  purged_at: number | null;
  /** Since when a teacher waits for it to be published. */
  approval_requested_at: number | null;
  /** When an admin declined to publish it; null when it waits again or is published. */
  declined_at: number | null;
  declined_reason: string | null;
  created_at: number;
  updated_at: number;
}

export interface CoursePersonRow {
  course_id: string;
  user_id: string;
  role: 'teacher' | 'assistant';
  created_at: number;
  created_by: string | null;
}

export interface SectionRow {
  id: string;
  course_id: string;
  title: string;
  /** From 1; lectures without a section come first. */
  position: number;
}

/** The words of a title in an address; former ones redirect. */
export interface CourseAddressRow {
  slug: string;
  course_id: string;
  is_current: number;
  created_at: number;
}

/** The text and picture of a teacher, by name. */
export interface PageBlocksRow {
  /** `home`, or the id of a course. */
  page: string;
  version: number;
  /** JSON. */
  blocks: string;
  updated_at: number;
}

export interface BlockPictureRow {
  /** Stored like a thumbnail, and sent in the same sizes. */
  picture_key: string;
  page: string;
  created_at: number;
}

export interface TeacherRow {
  name: string;
  headline: string;
  /** Markdown. */
  about: string;
  /** Stored like a thumbnail, and sent in the same sizes. */
  picture_key: string | null;
  /** Their account. */
  user_id: string | null;
  updated_at: number;
}

export interface LectureRow {
  id: string;
  kind: 'video' | 'audio' | 'text' | 'pdf' | 'live' | 'quiz';
  course_id: string;
  /** Null, or of a removed section, if the lecture was deleted then: the lecture is before the first section. */
  section_id: string | null;
  title: string;
  description: string;
  /** In the course. Lectures of a section follow each other. */
  position: number;
  /** The original, from which all other files can be created again; '' for a kind without a file. */
  video_key: string;
  /** Incremented when a served file is replaced, so that addresses and ETags differ. */
  video_version: number;
  content_type: string;
  size_bytes: number;
  /** Of a text, how long reading it takes; of a PDF, a share for each page. */
  duration_ms: number | null;
  /** As entered, one chapter per line. */
  chapters: string;
  is_free_preview: number;
  /** Null for a draft. */
  published_at: number | null;
  deleted_at: number | null;
  /** When its files were deleted, a day after the row. */
  purged_at: number | null;
  created_at: number;
  updated_at: number;
}

/** What a lecture has that its kind alone reads; a video has none. */
export interface LectureContentRow {
  lecture_id: string;
  /** JSON. */
  content: string;
  /** For searching, separated by spaces. */
  words: string;
}

export interface CaptionsRow {
  lecture_id: string;
  /** A BCP 47 tag in lower case. */
  language: string;
  label: string;
  file_key: string;
  /** For searching, separated by spaces; null for older captions until they are indexed. */
  words: string | null;
  created_at: number;
  updated_at: number;
}

/** A file of a lecture that learners download; `media_files` has its key. */
export interface LectureAttachmentRow {
  id: string;
  lecture_id: string;
  name: string;
  size_bytes: number;
  created_at: number;
}

/** A projection: the filter and sort values of published courses. Their search keys are stored per engine. */
export interface SearchedCourseRow {
  /** Assigned by the database: shorter than an id in long results. */
  number: Generated<number>;
  course_id: string;
  /** Of the keys. */
  digest: string;
  lecture_count: number;
  duration_ms: number;
  has_free_lecture: number;
  indexed_at: number;
}

export interface SearchedLectureRow {
  lecture_id: string;
  course_id: string;
  /** Of the keys. */
  digest: string;
}

export interface LectureProgressRow {
  user_id: string;
  lecture_id: string;
  course_id: string;
  position_ms: number;
  /** JSON: merged [from, to) in milliseconds, ascending. */
  watched: string;
  watched_ms: number;
  /** Time since this moment allows more coverage; counted coverage moves it forward. */
  allowance_from: number;
  /** The latest player, and its last heartbeat. */
  session_id: string;
  seq: number;
  /** Stays set until the user reverts it. */
  done_at: number | null;
  watched_at: number;
}

/** A private note of a user at a moment of a lecture. */
export interface LectureNoteRow {
  user_id: string;
  /** Chosen by the client; unique per user. */
  id: string;
  lecture_id: string;
  position_ms: number;
  text: string;
  created_at: number;
  updated_at: number;
}

/** When a user last opened My learning, and when the visit before that ended. */
export interface LearningVisitRow {
  user_id: string;
  visited_at: number;
  /** Null at the first visit. */
  previous_at: number | null;
}

/** A projection: the number of viewers of a course. Marking a lecture as watched does not count. */
export interface CourseAudienceRow {
  course_id: string;
  viewers: number;
  watched_ms: number;
  computed_at: number;
}

/** A projection: the number of viewers of a lecture, and how far they watched. */
export interface LectureAudienceRow {
  lecture_id: string;
  course_id: string;
  viewers: number;
  watched_ms: number;
  completed: number;
  /** JSON: for each minute of the video, the number of viewers who stopped in it. */
  left_by_minute: string;
}

/** One file of one version of a lecture's video, by its name in the address. The served bytes never change. */
export interface MediaFileRow {
  lecture_id: string;
  version: number;
  name: string;
  /** The storage key; versions share unchanged files. */
  key: string;
  content_type: string;
  /** JSON: the attributes of a rendition in the master playlist. */
  facts: string | null;
  /** For an earlier version: when its last address expires. */
  served_until: number | null;
}

/** The processing state of a lecture's video. */
export interface VideoWorkRow {
  lecture_id: string;
  state: 'processing' | 'ready' | 'failed' | 'needs_transcode';
  is_playable: number;
  progress_percent: number | null;
  failure: VideoFailure | null;
  /** 1 when every file exists. */
  is_complete: number;
  /** 1 while the lecture plays its earlier video, because browsers cannot play the new one yet. */
  plays_earlier: number;
  /** The job that may process it; others stop. */
  job_id: string | null;
  updated_at: number;
  /** What made its files. */
  pipeline_version: number;
}

export type VideoFailure = 'unreadable' | 'noPicture' | 'tooHard' | 'notConverted';

/** A resumable upload. The size of its file is the offset. */
export interface UploadRow {
  id: string;
  user_id: string;
  course_id: string;
  file_name: string;
  /** JSON, as sent by the client. */
  metadata: string;
  size_bytes: number;
  /** The title of the lecture, once the client has sent it. */
  title: string | null;
  description: string | null;
  /** 1 when the lecture begins as a draft. */
  is_draft: number;
  /** The section of the new lecture; null: at the end of the course. */
  section_id: string | null;
  /** Uploads of one batch become lectures in the order of their indexes; null for a single upload. */
  batch_id: string | null;
  batch_index: number | null;
  /** The lecture that gets this video, instead of a new one. */
  replaces_lecture_id: string | null;
  /** The lecture created from it. */
  lecture_id: string | null;
  expires_at: number;
  created_at: number;
}

export interface UploadLockRow {
  upload_id: string;
  holder: string;
  /** The caller that waits for the lock. */
  wanted_by: string | null;
  held_until: number;
}

/** A device on which an account watches. */
export interface PlaybackSessionRow {
  user_id: string;
  id: string;
  started_at: number;
  seen_at: number;
  displaced_at: number | null;
  /** When its login session was ended; it never plays again. */
  ended_at: number | null;
}
