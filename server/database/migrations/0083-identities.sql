-- Logins of another service, such as Google, by its issuer and its own id of the person. An address is no key.
CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  UNIQUE (issuer, subject)
);
CREATE INDEX identities_of_user ON identities (user_id);
