-- Of an announcement to people of a course: how far they are, such as those who have not begun; null for all.
ALTER TABLE announcements ADD COLUMN learners TEXT;
