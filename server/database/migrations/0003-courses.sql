CREATE TABLE courses (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  category TEXT NOT NULL,
  created_by TEXT NOT NULL,
  thumbnail_key TEXT,
  position BIGINT NOT NULL,
  search_text TEXT NOT NULL,
  author_id TEXT,
  published_at BIGINT,
  deleted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX courses_shown ON courses (published_at DESC, id DESC, category) WHERE deleted_at IS NULL AND published_at IS NOT NULL;
CREATE INDEX courses_deleted ON courses (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE lectures (
  id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id),
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  position BIGINT NOT NULL,
  video_key TEXT NOT NULL,
  video_version BIGINT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  duration_ms BIGINT,
  poster_key TEXT,
  published_at BIGINT,
  deleted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX lectures_in_course ON lectures (course_id, position) WHERE deleted_at IS NULL;
CREATE INDEX lectures_deleted ON lectures (deleted_at) WHERE deleted_at IS NOT NULL;
