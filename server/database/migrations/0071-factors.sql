-- The second step of a login. The key of the authenticator app is encrypted; it counts once a first code confirmed it.
CREATE TABLE one_time_keys (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  sealed_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT,
  -- Of the last code that was accepted: a code counts once.
  last_step BIGINT NOT NULL
);
CREATE TABLE recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id),
  code_hash TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);
-- Logins and passkeys that wait for their next step: each is used once.
CREATE TABLE login_steps (
  id_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  user_id TEXT,
  expires_at BIGINT NOT NULL
);
CREATE INDEX login_steps_by_end ON login_steps (expires_at);
-- When the user last confirmed their identity in this session, after its beginning.
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT;
