CREATE TABLE search_courses (
  course_id TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  title TSVECTOR NOT NULL,
  names TSVECTOR NOT NULL,
  words TSVECTOR NOT NULL,
  lecture_count BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  has_free_lecture BIGINT NOT NULL,
  indexed_at BIGINT NOT NULL
);
CREATE INDEX search_courses_names ON search_courses USING gin (names);
CREATE INDEX search_courses_words ON search_courses USING gin (words);
CREATE TABLE search_lectures (
  lecture_id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  title TSVECTOR NOT NULL,
  words TSVECTOR NOT NULL
);
CREATE INDEX search_lectures_by_course ON search_lectures (course_id);
CREATE INDEX search_lectures_title ON search_lectures USING gin (title);
CREATE INDEX search_lectures_words ON search_lectures USING gin (words);
CREATE TABLE search_spellings (spelling TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (spelling, word));
