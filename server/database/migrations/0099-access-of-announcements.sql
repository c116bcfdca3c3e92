-- Of an announcement to everyone: only people with this access, such as those whose access has ended; null for all.
ALTER TABLE announcements ADD COLUMN access TEXT;
