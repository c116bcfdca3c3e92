-- What is drawn over the videos and PDFs of a course while a person watches: code, name or email; null for nothing.
ALTER TABLE courses ADD COLUMN watermark TEXT;
CREATE INDEX courses_watermarked ON courses (id) WHERE watermark IS NOT NULL;
-- The codes that were drawn: one for a person and a month.
CREATE TABLE watermark_codes (
  code TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  month TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX watermark_codes_of_user ON watermark_codes (user_id, month);
