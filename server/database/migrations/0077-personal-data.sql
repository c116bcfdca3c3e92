-- A file with everything about one user; its bytes are in the storage until `expires_at`.
CREATE TABLE data_exports (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  requested_at BIGINT NOT NULL,
  ready_at BIGINT,
  file_key TEXT,
  size_bytes BIGINT,
  expires_at BIGINT
);
CREATE INDEX data_exports_of_user ON data_exports (user_id, requested_at);
CREATE INDEX data_exports_by_file ON data_exports (file_key);

-- The deletion of an account: planned until `done_at`, then its record. A deletion that is taken back has no row.
CREATE TABLE account_deletions (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  requested_at BIGINT NOT NULL,
  requested_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  keeps_posts INTEGER NOT NULL,
  keeps_certificates INTEGER NOT NULL,
  deletes_at BIGINT NOT NULL,
  -- When its steps began; from then on it cannot be taken back.
  started_at BIGINT,
  done_at BIGINT,
  -- JSON: the number of rows by table.
  removed TEXT NOT NULL
);
CREATE INDEX account_deletions_due ON account_deletions (done_at, deletes_at);
