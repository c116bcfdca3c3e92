-- What an admin or a teacher writes to many people. `state` is 'draft', 'scheduled', 'sending', 'sent' or 'cancelled'.
CREATE TABLE announcements (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  -- Markdown.
  body TEXT NOT NULL,
  -- Its audience: those who have this course, or everyone; those who have not finished it; those who are away for so long.
  course_id TEXT REFERENCES courses (id),
  is_unfinished INTEGER NOT NULL,
  away_days INTEGER,
  state TEXT NOT NULL,
  author_id TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  -- When it begins.
  send_at BIGINT,
  -- When it began, and ended.
  started_at BIGINT,
  ended_at BIGINT,
  -- Users up to this id were looked at.
  after_user_id TEXT NOT NULL,
  recipients BIGINT NOT NULL
);
CREATE INDEX announcements_latest ON announcements (created_at, id);
CREATE INDEX announcements_of_course ON announcements (course_id, created_at);
