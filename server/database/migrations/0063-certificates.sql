-- The keys that sign certificates. The private part is encrypted; without it, a key only verifies.
CREATE TABLE school_keys (
  id TEXT PRIMARY KEY,
  public_jwk TEXT NOT NULL,
  sealed_private_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  retired_at BIGINT
);
CREATE UNIQUE INDEX school_keys_one_current ON school_keys ((retired_at IS NULL)) WHERE retired_at IS NULL;
-- What a course demands for its certificate, and how it looks. The highest version counts.
CREATE TABLE certificate_rules (
  course_id TEXT NOT NULL REFERENCES courses (id),
  version INTEGER NOT NULL,
  is_on INTEGER NOT NULL,
  coverage_percent INTEGER NOT NULL,
  needs_quizzes INTEGER NOT NULL,
  valid_months INTEGER,
  created_by TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (course_id, version)
);
CREATE TABLE certificate_designs (
  course_id TEXT NOT NULL REFERENCES courses (id),
  version INTEGER NOT NULL,
  statement TEXT NOT NULL,
  signatory TEXT NOT NULL,
  signatory_title TEXT NOT NULL,
  created_by TEXT,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (course_id, version)
);
-- The snapshot is what the page and the PDF say; the signature covers it. A certificate outlasts its course.
CREATE TABLE certificates (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES users (id),
  course_id TEXT NOT NULL,
  holder_name TEXT NOT NULL,
  snapshot TEXT NOT NULL,
  rule_version INTEGER NOT NULL,
  design_version INTEGER NOT NULL,
  completed_at BIGINT NOT NULL,
  issued_at BIGINT NOT NULL,
  valid_until BIGINT,
  key_id TEXT NOT NULL,
  jws TEXT NOT NULL,
  status_index BIGINT NOT NULL UNIQUE,
  is_listed INTEGER NOT NULL,
  is_name_corrected INTEGER NOT NULL,
  revoked_at BIGINT,
  revoked_by TEXT,
  revoked_reason TEXT,
  superseded_by TEXT
);
CREATE UNIQUE INDEX certificates_one_active ON certificates (user_id, course_id)
  WHERE revoked_at IS NULL AND superseded_by IS NULL;
CREATE INDEX certificates_of_course ON certificates (course_id, issued_at);
CREATE INDEX certificates_by_time ON certificates (issued_at);
