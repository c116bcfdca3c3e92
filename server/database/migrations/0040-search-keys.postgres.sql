-- The tables of 0027 stay for the version before. Figures are kept; keys are written by the job that indexes courses.
CREATE TABLE search_course_entries (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  lecture_count BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  has_free_lecture BIGINT NOT NULL,
  indexed_at BIGINT NOT NULL,
  keys TSVECTOR NOT NULL DEFAULT ''
);
INSERT INTO search_course_entries (course_id, digest, lecture_count, duration_ms, has_free_lecture, indexed_at)
SELECT course_id, '', lecture_count, duration_ms, has_free_lecture, 0 FROM search_courses;
-- Every search would read the entries that fastupdate keeps apart.
CREATE INDEX search_course_entries_keys ON search_course_entries USING gin (keys) WITH (fastupdate = off);
CREATE TABLE search_lecture_entries (
  lecture_id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  keys TSVECTOR NOT NULL
);
CREATE INDEX search_lecture_entries_by_course ON search_lecture_entries (course_id);
CREATE INDEX search_lecture_entries_keys ON search_lecture_entries USING gin (keys) WITH (fastupdate = off);
