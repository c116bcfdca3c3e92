ALTER TABLE courses ADD COLUMN purged_at BIGINT;

ALTER TABLE lectures ADD COLUMN chapters TEXT NOT NULL DEFAULT '';
ALTER TABLE lectures ADD COLUMN is_free_preview BIGINT NOT NULL DEFAULT 0;
ALTER TABLE lectures ADD COLUMN purged_at BIGINT;

CREATE INDEX courses_drafts ON courses (created_at DESC, id DESC) WHERE deleted_at IS NULL AND published_at IS NULL;

CREATE TABLE captions (
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  language TEXT NOT NULL,
  label TEXT NOT NULL,
  file_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (lecture_id, language)
);

CREATE TABLE lecture_progress (
  user_id TEXT NOT NULL REFERENCES users (id),
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  course_id TEXT NOT NULL,
  position_ms BIGINT NOT NULL,
  watched TEXT NOT NULL,
  watched_ms BIGINT NOT NULL,
  allowance_from BIGINT NOT NULL,
  session_id TEXT NOT NULL,
  seq BIGINT NOT NULL,
  done_at BIGINT,
  watched_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, lecture_id)
);
CREATE INDEX lecture_progress_by_course ON lecture_progress (user_id, course_id);
CREATE INDEX lecture_progress_recent ON lecture_progress (user_id, watched_at DESC);
