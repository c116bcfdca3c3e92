-- What an upload is for: a draft, or the next video of a lecture that is there.
ALTER TABLE uploads ADD COLUMN is_draft BIGINT NOT NULL DEFAULT 0;

ALTER TABLE uploads ADD COLUMN replaces_lecture_id TEXT;

-- 1 while a lecture plays the video before this one, which browsers cannot play yet.
ALTER TABLE video_work ADD COLUMN plays_earlier BIGINT NOT NULL DEFAULT 0;
