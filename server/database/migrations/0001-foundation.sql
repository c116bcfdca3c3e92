CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE signing_keys (
  id TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  retired_at BIGINT
);
CREATE UNIQUE INDEX signing_keys_one_current ON signing_keys (purpose) WHERE retired_at IS NULL;

CREATE TABLE topic_versions (
  topic TEXT PRIMARY KEY,
  version BIGINT NOT NULL
);

CREATE TABLE rate_counters (
  name TEXT PRIMARY KEY,
  window_started_at BIGINT NOT NULL,
  count BIGINT NOT NULL
);
CREATE INDEX rate_counters_by_age ON rate_counters (window_started_at);

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL,
  run_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  leased_by TEXT,
  leased_until BIGINT,
  last_error TEXT,
  created_at BIGINT NOT NULL,
  finished_at BIGINT
);
CREATE INDEX jobs_due ON jobs (run_at) WHERE state = 'waiting';
CREATE INDEX jobs_leased ON jobs (leased_until) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;
