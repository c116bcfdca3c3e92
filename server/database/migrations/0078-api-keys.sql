-- Keys by which programs call for an admin. The secret is stored as a digest; an ended key stays, as the audit names it.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  ends_at BIGINT,
  last_used_at BIGINT,
  ended_at BIGINT
);
