-- The tables of 0027 stay for the version before. Figures are kept; keys are written by the job that indexes courses.
CREATE TABLE search_course_entries (
  number INTEGER PRIMARY KEY,
  course_id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  lecture_count BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  has_free_lecture BIGINT NOT NULL,
  indexed_at BIGINT NOT NULL
);
INSERT INTO search_course_entries (course_id, digest, lecture_count, duration_ms, has_free_lecture, indexed_at)
SELECT course_id, '', lecture_count, duration_ms, has_free_lecture, 0 FROM search_courses;
CREATE TABLE search_lecture_entries (
  number INTEGER PRIMARY KEY,
  lecture_id TEXT NOT NULL UNIQUE,
  course_id TEXT NOT NULL,
  digest TEXT NOT NULL
);
CREATE INDEX search_lecture_entries_by_course ON search_lecture_entries (course_id);
-- Keys arrive ready: only a space separates them, and they are found by equality.
CREATE VIRTUAL TABLE search_course_entries_text USING fts5(
  keys, content='', contentless_delete=1, detail=none,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
CREATE VIRTUAL TABLE search_lecture_entries_text USING fts5(
  keys, content='', contentless_delete=1, detail=none,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
