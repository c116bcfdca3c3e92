CREATE TABLE course_addresses (
  slug TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id),
  is_current BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX course_addresses_by_course ON course_addresses (course_id);
