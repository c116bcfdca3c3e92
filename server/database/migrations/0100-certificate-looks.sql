-- The rest of a design: its text below the course, colours and pictures, as JSON; null for the standard ones.
ALTER TABLE certificate_designs ADD COLUMN look TEXT;
-- Pictures of designs. They stay for the certificates that were issued with them; without a course, one of the school.
CREATE TABLE certificate_pictures (
  picture_key TEXT PRIMARY KEY,
  course_id TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX certificate_pictures_of_course ON certificate_pictures (course_id);
