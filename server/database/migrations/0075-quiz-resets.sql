-- Attempts that a teacher has reset stay readable, and count nowhere: who did it, when and why.
CREATE TABLE quiz_resets (
  id TEXT PRIMARY KEY,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  user_id TEXT REFERENCES users (id),
  reason TEXT NOT NULL,
  people BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL
);
CREATE INDEX quiz_resets_of_lecture ON quiz_resets (lecture_id, created_at);
ALTER TABLE quiz_attempts ADD COLUMN reset_id TEXT;
