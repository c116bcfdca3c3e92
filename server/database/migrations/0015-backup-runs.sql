CREATE TABLE backup_runs (
  id TEXT PRIMARY KEY,
  place TEXT NOT NULL,
  state TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  finished_at BIGINT,
  backup_id TEXT,
  files BIGINT,
  size_bytes BIGINT,
  added_bytes BIGINT,
  problem TEXT
);
CREATE INDEX backup_runs_by_start ON backup_runs (started_at);
