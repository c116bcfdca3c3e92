-- When a person first watched, read or marked a lecture; null for rows of before.
ALTER TABLE lecture_progress ADD COLUMN began_at BIGINT;
CREATE INDEX lecture_progress_by_beginning ON lecture_progress (began_at) WHERE began_at IS NOT NULL;
