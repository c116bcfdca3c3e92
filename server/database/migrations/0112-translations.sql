-- Texts of courses in further languages, beside the original.
CREATE TABLE translations (
  thing_id TEXT NOT NULL,
  field TEXT NOT NULL,
  language TEXT NOT NULL,
  kind TEXT NOT NULL,
  course_id TEXT NOT NULL REFERENCES courses (id),
  text TEXT NOT NULL,
  is_by_person INTEGER NOT NULL,
  original_digest TEXT NOT NULL,
  updated_by TEXT REFERENCES users (id),
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (thing_id, field, language)
);
CREATE INDEX translations_of_course ON translations (course_id, language);
