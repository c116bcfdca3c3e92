CREATE TABLE media_files (
  lecture_id TEXT NOT NULL,
  version BIGINT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  content_type TEXT NOT NULL,
  facts TEXT,
  served_until BIGINT,
  PRIMARY KEY (lecture_id, version, name)
);
CREATE INDEX media_files_by_key ON media_files (key);
CREATE INDEX media_files_retired ON media_files (served_until) WHERE served_until IS NOT NULL;

INSERT INTO media_files (lecture_id, version, name, key, content_type, facts, served_until)
SELECT id, video_version,
  CASE content_type
    WHEN 'video/mp4' THEN 'video.mp4'
    WHEN 'video/webm' THEN 'video.webm'
    WHEN 'video/x-matroska' THEN 'video.mkv'
    WHEN 'video/x-msvideo' THEN 'video.avi'
    WHEN 'video/mp2t' THEN 'video.ts'
    WHEN 'video/x-flv' THEN 'video.flv'
    WHEN 'video/ogg' THEN 'video.ogv'
    WHEN 'video/x-ms-asf' THEN 'video.wmv'
    ELSE 'video.mpg'
  END,
  video_key, content_type, NULL, NULL
FROM lectures WHERE deleted_at IS NULL;

INSERT INTO media_files (lecture_id, version, name, key, content_type, facts, served_until)
SELECT id, video_version, 'poster.webp', poster_key, 'image/webp', NULL, NULL
FROM lectures WHERE deleted_at IS NULL AND poster_key IS NOT NULL;

ALTER TABLE lectures DROP COLUMN poster_key;

CREATE TABLE video_work (
  lecture_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  is_playable BIGINT NOT NULL,
  progress_percent BIGINT,
  failure TEXT,
  is_complete BIGINT NOT NULL,
  job_id TEXT,
  updated_at BIGINT NOT NULL
);
CREATE INDEX video_work_unsettled ON video_work (state) WHERE state <> 'ready';
CREATE INDEX video_work_lacking ON video_work (lecture_id) WHERE is_complete = 0;

INSERT INTO video_work (lecture_id, state, is_playable, progress_percent, failure, is_complete, job_id, updated_at)
SELECT id, 'ready', 1, NULL, NULL, 0, NULL, updated_at
FROM lectures WHERE deleted_at IS NULL;

CREATE TABLE uploads (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  course_id TEXT NOT NULL,
  file_name TEXT NOT NULL,
  metadata TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  title TEXT,
  description TEXT,
  lecture_id TEXT,
  expires_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX uploads_by_user ON uploads (user_id, created_at);
CREATE INDEX uploads_by_expiry ON uploads (expires_at);

CREATE TABLE upload_locks (
  upload_id TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  wanted_by TEXT,
  held_until BIGINT NOT NULL
);

CREATE TABLE playback_sessions (
  user_id TEXT NOT NULL,
  id TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  displaced_at BIGINT,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX playback_sessions_by_age ON playback_sessions (seen_at);
