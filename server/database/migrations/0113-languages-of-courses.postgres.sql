-- The language in which the authors of a course write: until now, that of the school.
ALTER TABLE courses ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
UPDATE courses SET language = school.language
  FROM (SELECT value::json -> 'values' ->> 'language' AS language FROM settings WHERE name = 'settings.languages') AS school
  WHERE school.language IS NOT NULL;
