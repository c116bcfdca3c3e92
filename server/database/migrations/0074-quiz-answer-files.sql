-- Files with which learners answer; the answer has the name and the size.
CREATE TABLE quiz_answer_files (
  id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES quiz_attempts (id),
  position BIGINT NOT NULL,
  key TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX quiz_answer_files_of_attempt ON quiz_answer_files (attempt_id, position);
CREATE UNIQUE INDEX quiz_answer_files_by_key ON quiz_answer_files (key);
