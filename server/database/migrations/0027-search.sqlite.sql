CREATE TABLE search_courses (
  number INTEGER PRIMARY KEY,
  course_id TEXT NOT NULL UNIQUE,
  digest TEXT NOT NULL,
  lecture_count BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  has_free_lecture BIGINT NOT NULL,
  indexed_at BIGINT NOT NULL
);
CREATE TABLE search_lectures (
  number INTEGER PRIMARY KEY,
  lecture_id TEXT NOT NULL UNIQUE,
  course_id TEXT NOT NULL,
  digest TEXT NOT NULL
);
CREATE INDEX search_lectures_by_course ON search_lectures (course_id);
CREATE TABLE search_spellings (spelling TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (spelling, word)) WITHOUT ROWID;
-- Words arrive split and folded: only a space separates them.
CREATE VIRTUAL TABLE search_courses_text USING fts5(
  title, names, words, content='', contentless_delete=1, detail=column, prefix='1 2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
CREATE VIRTUAL TABLE search_lectures_text USING fts5(
  title, words, content='', contentless_delete=1, detail=column, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
);
