-- When an admin declined to publish a course that waited for approval, and why; null when it waits again or is published.
ALTER TABLE courses ADD COLUMN declined_at BIGINT;
ALTER TABLE courses ADD COLUMN declined_reason TEXT;
