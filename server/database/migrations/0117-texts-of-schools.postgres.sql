-- Translations of texts that belong to no course: plans, pages and announcements.
ALTER TABLE translations ALTER COLUMN course_id DROP NOT NULL;
-- The language in which they were written: until now, that of the school.
ALTER TABLE plans ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE site_pages ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE announcements ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
UPDATE plans SET language = school.language
  FROM (SELECT value::json -> 'values' ->> 'language' AS language FROM settings WHERE name = 'settings.languages') AS school
  WHERE school.language IS NOT NULL;
UPDATE site_pages SET language = school.language
  FROM (SELECT value::json -> 'values' ->> 'language' AS language FROM settings WHERE name = 'settings.languages') AS school
  WHERE school.language IS NOT NULL;
UPDATE announcements SET language = school.language
  FROM (SELECT value::json -> 'values' ->> 'language' AS language FROM settings WHERE name = 'settings.languages') AS school
  WHERE school.language IS NOT NULL;
