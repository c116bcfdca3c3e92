-- The last day of a plan that ends on a date, whenever it is bought.
ALTER TABLE plan_versions ADD COLUMN term_until TEXT;
-- A longer end of access that an admin gave to the people of a plan or a course, or to one person.
CREATE TABLE access_extensions (
  id TEXT PRIMARY KEY,
  plan_id TEXT,
  course_id TEXT,
  user_id TEXT,
  until_day TEXT,
  days INTEGER NOT NULL,
  reason TEXT NOT NULL,
  sends_notice INTEGER NOT NULL,
  people INTEGER NOT NULL,
  come_back INTEGER NOT NULL,
  made_at BIGINT NOT NULL,
  made_by TEXT NOT NULL,
  undone_at BIGINT
);
CREATE INDEX access_extensions_by_time ON access_extensions (made_at);
-- The extension that a change of access is a part of, and when that was taken back.
ALTER TABLE access_changes ADD COLUMN extension_id TEXT;
ALTER TABLE access_changes ADD COLUMN undone_at BIGINT;
CREATE INDEX access_changes_by_extension ON access_changes (extension_id, user_id) WHERE extension_id IS NOT NULL;
