-- When the sections and lectures of a course open to learners: a list of rules. Without any, all open at once.
ALTER TABLE courses ADD COLUMN release_rules TEXT NOT NULL DEFAULT '[]';
