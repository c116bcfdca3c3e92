-- Who teaches a course, and who assists. `role` is 'teacher' or 'assistant'.
CREATE TABLE course_people (
  course_id TEXT NOT NULL REFERENCES courses (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  created_by TEXT REFERENCES users (id),
  PRIMARY KEY (course_id, user_id)
);
CREATE INDEX course_people_by_user ON course_people (user_id);
-- Since when a course waits for the approval of the owner; null while it does not wait.
ALTER TABLE courses ADD COLUMN approval_requested_at BIGINT;
CREATE INDEX courses_waiting ON courses (approval_requested_at) WHERE approval_requested_at IS NOT NULL;
-- The account of a teacher, if they have one.
ALTER TABLE teachers ADD COLUMN user_id TEXT;
CREATE INDEX teachers_by_user ON teachers (user_id);
