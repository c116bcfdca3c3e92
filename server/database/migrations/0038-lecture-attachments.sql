CREATE TABLE lecture_attachments (
  id TEXT PRIMARY KEY,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  name TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX lecture_attachments_of_lecture ON lecture_attachments (lecture_id, created_at, id);
