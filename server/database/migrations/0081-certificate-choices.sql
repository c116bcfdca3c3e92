-- A course may demand a choice of its lectures and quizzes (JSON lists of ids; null for all), and that a person approves.
ALTER TABLE certificate_rules ADD COLUMN lecture_ids TEXT;
ALTER TABLE certificate_rules ADD COLUMN quiz_ids TEXT;
ALTER TABLE certificate_rules ADD COLUMN needs_approval INTEGER NOT NULL DEFAULT 0;
-- Certificates that wait for a person (waiting), and what was decided (approved, declined). The evidence and the day are those of the completion.
CREATE TABLE certificate_requests (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  course_id TEXT NOT NULL REFERENCES courses (id),
  rule_version INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  completed_at BIGINT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  decided_by TEXT REFERENCES users (id),
  decided_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX certificate_requests_one_waiting ON certificate_requests (user_id, course_id) WHERE state = 'waiting';
CREATE INDEX certificate_requests_of_course ON certificate_requests (course_id, state, created_at);
