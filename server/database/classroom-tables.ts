import type { Generated } from 'kysely';

/** Row types of courses, lectures, their videos and progress. As in tables.ts. */

export interface CourseRow {
  id: string;
  title: string;
  description: string;
  category: string;
  created_by: string;
  /** One a line. */
  outcomes: string | null;
  thumbnail_key: string | null;
  position: number;
  /** Title, category, instructor and description in lower case, for searching. */
  search_text: string;
  author_id: string | null;
  /** Null for a draft. */
  published_at: number | null;
  deleted_at: number | null;
  /** When its files were deleted, a day after it was. */
  purged_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface SectionRow {
  id: string;
  course_id: string;
  title: string;
  /** From 1; lectures without a section come first. */
  position: number;
}

/** The words of a title in an address; those that a course had before lead to its present one. */
export interface CourseAddressRow {
  slug: string;
  course_id: string;
  is_current: number;
  created_at: number;
}

/** What is written about the teacher of courses by name. */
export interface TeacherRow {
  name: string;
  headline: string;
  /** Markdown. */
  about: string;
  /** Stored like a thumbnail, and sent in the same sizes. */
  picture_key: string | null;
  updated_at: number;
}

export interface LectureRow {
  id: string;
  course_id: string;
  /** Null, or of a section that was removed while the lecture was deleted: it is before the first section. */
  section_id: string | null;
  title: string;
  description: string;
  /** In the course. Lectures of a section follow each other. */
  position: number;
  /** The original: what else there is of the video can be made from it again. */
  video_key: string;
  /** Raised when a file that was served is replaced, so that addresses and ETags differ. */
  video_version: number;
  content_type: string;
  size_bytes: number;
  duration_ms: number | null;
  /** As it was written, one chapter a line. */
  chapters: string;
  is_free_preview: number;
  /** Null for a draft. */
  published_at: number | null;
  deleted_at: number | null;
  /** When its files were deleted, a day after it was. */
  purged_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface CaptionsRow {
  lecture_id: string;
  /** As BCP 47 writes it, in lower case. */
  language: string;
  label: string;
  file_key: string;
  /** For searching, separated by spaces; null until the file of captions from before there was a search is read. */
  words: string | null;
  created_at: number;
  updated_at: number;
}

/** A file of a lecture that learners download; where it is stored is in `media_files`. */
export interface LectureAttachmentRow {
  id: string;
  lecture_id: string;
  name: string;
  size_bytes: number;
  created_at: number;
}

/** A projection: what courses that are shown are filtered and sorted by. Their words are stored as the engine needs it. */
export interface SearchedCourseRow {
  /** The database gives it: shorter than an id where many are found. */
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
  /** From this moment on, time that passes allows more coverage; counted coverage moves it on. */
  allowance_from: number;
  /** The player that was heard last, and its last heartbeat. */
  session_id: string;
  seq: number;
  /** Stays once it is set, unless the person takes it back. */
  done_at: number | null;
  watched_at: number;
}

/** What somebody noted at a moment of a lecture, for themselves alone. */
export interface LectureNoteRow {
  user_id: string;
  /** Chosen by who wrote it; unique for each user. */
  id: string;
  lecture_id: string;
  position_ms: number;
  text: string;
  created_at: number;
  updated_at: number;
}

/** When somebody last looked at what they learn, and when the visit before that ended. */
export interface LearningVisitRow {
  user_id: string;
  visited_at: number;
  /** Null at the first visit. */
  previous_at: number | null;
}

/** A projection: how many people watched a course. Who only marked a lecture as watched is not counted. */
export interface CourseAudienceRow {
  course_id: string;
  viewers: number;
  watched_ms: number;
  computed_at: number;
}

/** A projection: how many people watched a lecture, and how far. */
export interface LectureAudienceRow {
  lecture_id: string;
  course_id: string;
  viewers: number;
  watched_ms: number;
  completed: number;
  /** JSON: for each minute of the video, how many people's last watched moment is in it. */
  left_by_minute: string;
}

/** One file of one version of a lecture's video, as its address names it. A row never changes what it serves. */
export interface MediaFileRow {
  lecture_id: string;
  version: number;
  name: string;
  /** Where it is stored; versions share the files that did not change. */
  key: string;
  content_type: string;
  /** JSON: what the master playlist says of a size. */
  facts: string | null;
  /** For an earlier version: when the last of its addresses ends. */
  served_until: number | null;
}

/** What became of a lecture's video since it arrived. */
export interface VideoWorkRow {
  lecture_id: string;
  state: 'processing' | 'ready' | 'failed' | 'needs_transcode';
  is_playable: number;
  progress_percent: number | null;
  failure: VideoFailure | null;
  /** 1 when everything that can be made of it is there. */
  is_complete: number;
  /** 1 while the lecture plays the video before this one, which browsers cannot play yet. */
  plays_earlier: number;
  /** The job that may work on it; another one that still runs has to stop. */
  job_id: string | null;
  updated_at: number;
}

export type VideoFailure = 'unreadable' | 'noPicture' | 'tooHard' | 'notConverted';

/** A video that arrives in chunks. The size of its file shows how much of it has arrived. */
export interface UploadRow {
  id: string;
  user_id: string;
  course_id: string;
  file_name: string;
  /** JSON, as the client gave it. */
  metadata: string;
  size_bytes: number;
  /** What the lecture is to be called, once that was said. */
  title: string | null;
  description: string | null;
  /** 1 when the lecture begins as a draft. */
  is_draft: number;
  /** Where the lecture is added; null: at the end of the course. */
  section_id: string | null;
  /** Uploads of one batch become lectures in the order of their indexes; null when it is on its own. */
  batch_id: string | null;
  batch_index: number | null;
  /** The lecture that gets this video, instead of a new one. */
  replaces_lecture_id: string | null;
  /** The lecture that it became. */
  lecture_id: string | null;
  expires_at: number;
  created_at: number;
}

export interface UploadLockRow {
  upload_id: string;
  holder: string;
  /** Who asks the holder to release the lock. */
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
}
