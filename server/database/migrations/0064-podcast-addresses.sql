-- How often a person renewed the secret address of their podcasts. Those without a row have the first one.
CREATE TABLE podcast_addresses (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  number BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
