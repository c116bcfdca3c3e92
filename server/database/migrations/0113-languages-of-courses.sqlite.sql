-- The language in which the authors of a course write: until now, that of the school.
ALTER TABLE courses ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
UPDATE courses SET language = coalesce(
  (SELECT json_extract(value, '$.values.language') FROM settings WHERE name = 'settings.languages'),
  language
);
