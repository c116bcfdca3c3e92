ALTER TABLE users ADD COLUMN note TEXT;
ALTER TABLE users ADD COLUMN note_changed_at BIGINT;
ALTER TABLE users ADD COLUMN note_changed_by TEXT;
