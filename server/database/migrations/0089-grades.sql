-- When a person graded the answer; null for what nobody graded, and for what was graded before this column.
ALTER TABLE quiz_attempt_items ADD COLUMN graded_at BIGINT;
-- Minutes that are given back after an interruption: the time limit and the closing time are so much later.
ALTER TABLE quiz_accommodations ADD COLUMN extra_minutes BIGINT NOT NULL DEFAULT 0;
