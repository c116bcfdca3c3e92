ALTER TABLE courses ADD COLUMN outcomes TEXT;
