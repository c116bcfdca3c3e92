-- What was given to the address of an account that is not confirmed: its owner gets it with the confirmation.
CREATE TABLE waiting_rights (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- A course, or '*' for everything.
  scope TEXT NOT NULL,
  detail TEXT NOT NULL,
  given_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (address, kind, scope)
);
CREATE INDEX waiting_rights_by_scope ON waiting_rights (scope, kind);
-- The account that has the normal form of this one's address: both were stored before addresses had one.
ALTER TABLE users ADD COLUMN same_address_as TEXT;
CREATE INDEX users_with_same_address ON users (same_address_as) WHERE same_address_as IS NOT NULL;
-- That a person completed a course, once.
CREATE TABLE course_completions (
  user_id TEXT NOT NULL REFERENCES users (id),
  course_id TEXT NOT NULL,
  completed_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
INSERT INTO course_completions (user_id, course_id, completed_at)
  SELECT e.user_id, e.course_id, MIN(e.at) FROM audit_entries e JOIN users u ON u.id = e.user_id
  WHERE e.kind = 'course_completed' AND e.course_id IS NOT NULL
  GROUP BY e.user_id, e.course_id;
