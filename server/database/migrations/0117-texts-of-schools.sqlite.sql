-- Translations of texts that belong to no course: plans, pages and announcements.
CREATE TABLE translations_of_all (
  thing_id TEXT NOT NULL,
  field TEXT NOT NULL,
  language TEXT NOT NULL,
  kind TEXT NOT NULL,
  course_id TEXT REFERENCES courses (id),
  text TEXT NOT NULL,
  is_by_person INTEGER NOT NULL,
  original_digest TEXT NOT NULL,
  updated_by TEXT REFERENCES users (id),
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (thing_id, field, language)
);
INSERT INTO translations_of_all (
  thing_id, field, language, kind, course_id, text, is_by_person, original_digest, updated_by, updated_at
)
  SELECT thing_id, field, language, kind, course_id, text, is_by_person, original_digest, updated_by, updated_at
  FROM translations;
DROP TABLE translations;
ALTER TABLE translations_of_all RENAME TO translations;
CREATE INDEX translations_of_course ON translations (course_id, language);
-- The language in which they were written: until now, that of the school.
ALTER TABLE plans ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE site_pages ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE announcements ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
UPDATE plans SET language = coalesce(
  (SELECT json_extract(value, '$.values.language') FROM settings WHERE name = 'settings.languages'),
  language
);
UPDATE site_pages SET language = coalesce(
  (SELECT json_extract(value, '$.values.language') FROM settings WHERE name = 'settings.languages'),
  language
);
UPDATE announcements SET language = coalesce(
  (SELECT json_extract(value, '$.values.language') FROM settings WHERE name = 'settings.languages'),
  language
);
