-- A file with everything of the school; its bytes are in the storage until `expires_at`.
CREATE TABLE school_exports (
  id TEXT PRIMARY KEY,
  requested_by TEXT NOT NULL,
  requested_at BIGINT NOT NULL,
  ready_at BIGINT,
  file_key TEXT,
  size_bytes BIGINT,
  expires_at BIGINT
);
-- One is prepared at a time.
CREATE UNIQUE INDEX school_exports_pending ON school_exports ((COALESCE(ready_at, 0))) WHERE ready_at IS NULL;
CREATE INDEX school_exports_by_file ON school_exports (file_key)
