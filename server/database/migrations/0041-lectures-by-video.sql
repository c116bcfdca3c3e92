-- The daily look at files, and backups, read keys in their order and ask who names a key.
CREATE INDEX lectures_by_video_key ON lectures (video_key);
