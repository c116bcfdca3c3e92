-- Of an announcement to learners of a state: without those who got one in the last days.
ALTER TABLE announcements ADD COLUMN skips_reminded INTEGER NOT NULL DEFAULT 0;
