CREATE TABLE sections (
  id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id),
  title TEXT NOT NULL,
  position BIGINT NOT NULL
);
CREATE INDEX sections_by_course ON sections (course_id, position);

ALTER TABLE lectures ADD COLUMN section_id TEXT;
ALTER TABLE uploads ADD COLUMN section_id TEXT;
