-- The last run of the translation command for a course and a language.
CREATE TABLE translation_runs (
  course_id TEXT NOT NULL REFERENCES courses (id),
  language TEXT NOT NULL,
  run_id TEXT NOT NULL,
  texts INTEGER NOT NULL,
  written INTEGER NOT NULL,
  problem TEXT,
  started_at BIGINT NOT NULL,
  ended_at BIGINT,
  PRIMARY KEY (course_id, language)
);
